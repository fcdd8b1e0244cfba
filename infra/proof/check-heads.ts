import { z } from 'zod'
import { streamOf } from '#domain/event.ts'
import { jsonText } from '#domain/json.ts'
import { type DailyHead, dailyHead, storeId, stores } from '#domain/store/store.ts'
import type { EventStore } from '../events/store.ts'
import type { StoredEvent } from '../events/stored-event.ts'
import { dayHash, isSignedHead } from './daily-head.ts'

/** A head that was kept outside the store, as in a mail: its day, and its hash. */
export type KeptHead = { day: string; hash: string }

const recordedHead = jsonText('')
  .pipe(z.object({ data: dailyHead }))
  .transform(({ data }) => data)

/** The heads that a store has of its own events, oldest first. What is damaged of them is named by its stream's own chain. */
async function headsIn(store: Pick<EventStore, 'readStored'>): Promise<DailyHead[]> {
  const heads: DailyHead[] = []
  for await (const { type, content } of store.readStored(streamOf(stores, storeId))) {
    if (type === 'StoreSealed') heads.length = 0 // they are of the store that this one was made of
    if (type !== 'DailyHeadRecorded') continue
    const { success, data } = recordedHead.safeParse(content)
    if (success) heads.push(data)
  }
  return heads
}

/** Compares all events, one after the other, with the heads of the days, and those with the heads that were kept. */
export async function checkHeads(store: Pick<EventStore, 'readStored'>, kept: readonly KeptHead[]) {
  const heads = await headsIn(store)
  const problems: string[] = []
  let [next, events] = [0, 0]
  let hash = dayHash('')
  for (const { day, hash: known } of kept) {
    const head = heads.find((each) => each.day === day)
    if (!head) problems.push(`There is no head of ${day}, and one was kept: the past was written anew.`)
    else if (head.hash !== known) {
      problems.push(`The head of ${day} is not the one that was kept: the past before it was written anew.`)
    }
  }
  return {
    count: heads.length,
    add(event: StoredEvent): void {
      const head = heads[next]
      if (!head) return
      hash.add(event)
      if (++events < head.events) return
      if (hash.digest() !== head.hash) {
        const since = next > 0 ? ` since the head of ${heads[next - 1]!.day}` : ''
        problems.push(
          `The head of ${head.day} does not fit the events before it: one${since} was written anew, removed or added.`,
        )
      } else if (!isSignedHead(head)) problems.push(`The head of ${head.day} was not signed with the key it names.`)
      hash = dayHash(head.hash)
      next++
    },
    /** What does not fit, in sentences, once all events were added. */
    found: (): readonly string[] =>
      next < heads.length
        ? [...problems, `The head of ${heads[next]!.day} covers more events than there are: some are missing.`]
        : problems,
  }
}

import type { Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { storeOfKey } from '#infra/keys/wrapping.ts'
import { createSubjects } from './sealing.ts'
import type { EventStore } from './store.ts'
import { DamagedEvent, decode, isSealed, linkBefore, type StoredEvent, verifyNext } from './stored-event.ts'

/** How many events are read. */
const sampleSize = 100

/**
 * Some sealed events of a store that are as they were recorded: of the latest where positions have no gaps, else of the first.
 */
export async function sampleSealed(store: EventStore): Promise<Recorded[]> {
  const end = await store.end()
  const after = store.sealed && end > BigInt(sampleSize) ? end - BigInt(sampleSize) : 0n
  const found: Recorded[] = []
  let read = 0
  for await (const stored of store.everyStored(after)) {
    const event = await soundOrNothing(stored, store.sealed)
    if (event && isSealed(event)) found.push(event)
    if (++read === sampleSize) break
  }
  return found
}

/** The name of the key store that events are sealed by; undefined where they are not. */
export const sealedBy = (events: readonly Recorded[]): string | undefined => {
  const last = events.findLast(isSealed)
  return last && storeOfKey(last.sealed[0]!.key)
}

/**
 * The people whose events can’t be opened any more, because their key is missing or damaged although they were not erased.
 * Reads the whole store.
 */
export async function* withoutKeys(
  store: Pick<EventStore, 'sealed' | 'everyStored' | 'readStored'>,
  keys: Pick<PersonKeys, 'keysById' | 'isDestroyed'>,
): AsyncGenerator<string> {
  const { ownerOf } = createSubjects(store)
  const [known, reported] = [new Set<string>(), new Set<string>()]
  for await (const stored of store.everyStored()) {
    const event = await soundOrNothing(stored, store.sealed)
    if (!event || !isSealed(event)) continue
    for (const part of event.sealed) {
      if (known.has(part.key)) continue
      if ((await keys.keysById([part.key])).size === 0) {
        const person = await readableOrNothing(() => ownerOf(event, part))
        if (person === undefined) continue // another event of this key may say whose it is
        if (!reported.has(person) && !(await keys.isDestroyed(person))) {
          reported.add(person)
          yield person
        }
      }
      known.add(part.key)
    }
  }
}

/** The decoded event; undefined where it was altered, since then the id of its key may be altered too. */
const soundOrNothing = (event: StoredEvent, sealed: boolean): Promise<Recorded | undefined> =>
  readableOrNothing(() => {
    verifyNext(event, linkBefore(event), sealed)
    return decode(event)
  })

/** What is read; undefined where an event that it takes is damaged. */
async function readableOrNothing<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DamagedEvent) return undefined
    throw error
  }
}

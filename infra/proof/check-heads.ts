import { z } from 'zod'
import { jsonText } from '#domain/contract/json.ts'
import { streamOf } from '#domain/event.ts'
import { type DailyHead, dailyHead, sealing, storeId, stores } from '#domain/store/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { StoredEvent } from '#infra/events/stored-event.ts'
import { dayHash, isSignedHead, isSignedSealing } from './daily-heads.ts'

/** A head that someone saved outside the store, as in a mail: its day, and its hash. */
export type SavedHead = { day: string; hash: string }

/** The trusted data that the heads in a store are compared with. */
export type Trusted = {
  /** The public keys of the server, now and before. Where none is known, it is not said whose signature a head has. */
  keys?: readonly string[]
  saved?: readonly SavedHead[]
}

/** The report of a store’s heads. */
export type HeadReport = {
  /** How many days there is a head of. */
  days: number
  /** The newest one. */
  newest?: DailyHead
  /** The day of the last head before one began anew since the store was made of another one, which an older version did not sign. */
  begunAnew?: string
}

const recordedHead = jsonText('').pipe(z.object({ data: dailyHead }))
const recordedSealing = jsonText('').pipe(z.object({ data: sealing }))

type Found = {
  heads: DailyHead[]
  /** The problems with their signatures, a sentence each. */
  problems: string[]
  /** The same of those before a sealing without a signature. */
  replaced: { heads: DailyHead[]; problems: string[] }
  /** How many events there were before each signed sealing, by its id. */
  sealings: Map<string, number>
}

/**
 * The heads that a store has of its own events, oldest first. Those before a signed sealing are of the store that this one was
 * made of.
 */
async function headsIn(store: Pick<EventStore, 'readStored'>, keys: readonly string[]): Promise<Found> {
  const found: Found = { heads: [], problems: [], replaced: { heads: [], problems: [] }, sealings: new Map() }
  for await (const { id, revision, type, content } of store.readStored(streamOf(stores, storeId))) {
    if (type === 'StoreSealed') {
      const data = recordedSealing.safeParse(content).data?.data
      if (data?.proof && isTrusted(data.proof, keys) && isSignedSealing(data)) {
        found.sealings.set(id, data.proof.recorded)
        found.replaced = { heads: [], problems: [] }
      } else {
        found.replaced.heads.push(...found.heads)
        found.replaced.problems.push(...found.problems)
      }
      Object.assign(found, { heads: [], problems: [] })
    }
    if (type !== 'DailyHeadRecorded') continue
    const head = recordedHead.safeParse(content).data?.data
    if (!head)
      found.problems.push(`The daily fingerprint at revision ${revision} of store-1 can’t be read: it is not signed.`)
    else if (!isSignedHead(head)) {
      found.problems.push(`The fingerprint of ${head.day} was not signed with the key it names.`)
    } else if (!isTrusted(head, keys)) {
      found.problems.push(
        `The fingerprint of ${head.day} is signed with the key ${head.key}, which is not the server’s. If it once was, add --key=${head.key}`,
      )
    }
    if (head) found.heads.push(head)
  }
  return found
}

const isTrusted = ({ key }: { key: string }, keys: readonly string[]) => keys.length === 0 || keys.includes(key)

/** Compares all events, one after the other, with the heads of the days, and those with the heads that were saved. */
export async function checkHeads(store: Pick<EventStore, 'readStored'>, { keys = [], saved = [] }: Trusted) {
  const { heads: own, replaced, sealings, ...found } = await headsIn(store, keys)
  const heads = [...replaced.heads, ...own]
  const problems = found.problems
  const whole = compareHeads(heads)
  // An older version has signed no sealing, and has begun anew with the head after it.
  const anew = replaced.heads.length > 0 && own.length > 0 ? compareHeads(own) : undefined
  const isAnew = () => anew?.found().length === 0 && whole.found().length > 0
  let events = 0
  for (const { day, hash: known } of saved) {
    // Two are of one day where a clock was ahead of time.
    const ofDay = heads.filter((each) => each.day === day)
    if (ofDay.length === 0)
      problems.push(`The fingerprint of ${day} is missing, though you kept one: earlier events were rewritten.`)
    else if (!ofDay.some(({ hash }) => hash === known)) {
      problems.push(`The fingerprint of ${day} differs from the one you kept: earlier events were rewritten.`)
    }
  }
  return {
    add(event: StoredEvent): void {
      if ((sealings.get(event.id) ?? events) !== events) {
        problems.push('The note that this store was copied from another one is not where it was signed for.')
      }
      events++
      whole.add(event)
      anew?.add(event)
    },
    /** Returns the mismatches, in sentences, once all events were added. */
    found(): readonly string[] {
      if (isAnew()) return problems
      const last = replaced.heads.at(-1)?.day
      const unsigned = `An unsigned note says that this store was copied from another one after ${last}. Fingerprints up to then still count.`
      return [...replaced.problems, ...problems, ...whole.found(), ...(last ? [unsigned] : [])]
    },
    /** Returns the heads’ report on the store, once all events were added. */
    report(): HeadReport {
      const [counted, newest] = [isAnew() ? own : heads, heads.at(-1)]
      const begunAnew = isAnew() ? { begunAnew: replaced.heads.at(-1)!.day } : {}
      return { days: counted.length, ...(newest ? { newest } : {}), ...begunAnew }
    },
  }
}

/** Compares all events with heads that go on from each other, the first of them from the first event. */
function compareHeads(heads: readonly DailyHead[]) {
  const problems: string[] = []
  let [next, events] = [0, 0]
  let hash = dayHash('')
  return {
    add(event: StoredEvent): void {
      const head = heads[next]
      if (!head) return
      hash.add(event)
      if (++events < head.events) return
      if (hash.digest() !== head.hash) {
        const since = next > 0 ? ` after ${heads[next - 1]!.day}` : ''
        problems.push(
          `The fingerprint of ${head.day} doesn’t match its events: one${since} was changed, removed or added.`,
        )
      }
      hash = dayHash(head.hash)
      next++
    },
    found: (): readonly string[] =>
      next < heads.length
        ? [...problems, `The fingerprint of ${heads[next]!.day} covers more events than exist: some are missing.`]
        : problems,
  }
}

import { LRUCache } from 'lru-cache'
import type { Aggregate, Event, Lists } from '#domain/event.ts'
import { sizeOf } from './size-of.ts'

/** The state of a stream and its revision. Advanced in place as events become known; a state that was loaded is immutable. */
export type LoadedAggregate<State> = { state: State; revision: number }

export type CachedAggregate = LoadedAggregate<unknown> & {
  aggregate: Aggregate<unknown, Event>
  /** Makes the next lists out of those of the state, in place where no caller has them; none once `state` was handed out. */
  lists?: Lists | undefined
  /** The latest event whose type this version does not know, if there is any. */
  unknown?: string
  /** Whether an event became known that is not the next one: those between are to be read. */
  behind: boolean
  /** The latest day's requests that changed the stream, by key: what they were, and which revisions came of them. */
  idempotencyRecords: Map<string, { body: string; first: number; last: number; at: number }>
}

/** How many bytes the cached aggregates take together, about: an order with 50,000 messages has 30 MB, a usual one 10 kB. */
const maxCachedBytes = 64e6
/** The size of one remembered request, in bytes. */
const recordBytes = 300

/**
 * The aggregates that were used last, as many as there is room for in bytes. The cost of a command must not grow with
 * the history. One that is larger than all the room is there alone.
 */
export function createAggregateCache(maxBytes = maxCachedBytes) {
  const cache = new LRUCache<string, CachedAggregate>({ maxSize: maxBytes })
  /** The revision at which an aggregate's size was measured. */
  const measured = new WeakMap<CachedAggregate, number>()

  return {
    get: (stream: string) => cache.get(stream),
    peek: (stream: string) => cache.peek(stream),
    delete: (stream: string) => void cache.delete(stream),
    clear: () => cache.clear(),
    /** Keeps it, or measures anew what is kept: when it has a quarter more events than at the last time. */
    keep(stream: string, cached: CachedAggregate): void {
      const at = measured.get(cached)
      if (cache.peek(stream) === cached && at !== undefined && cached.revision < at + 16 + at / 4) return
      measured.set(cached, cached.revision)
      cache.delete(stream) // one that is there keeps the size it had
      const size = sizeOf(cached.state) + cached.idempotencyRecords.size * recordBytes
      cache.set(stream, cached, { size: Math.min(size, maxBytes) })
    },
  }
}

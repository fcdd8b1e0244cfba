import { LRUCache } from 'lru-cache'
import type { TimelineLine } from '#domain/contract/orders.ts'
import { type Person, type Recorded, streamOf, toWire } from '#domain/event.ts'
import {
  type Author,
  type ChangeLog,
  createChangeLog,
  isOfTimeline,
  type TimelineFilter,
} from '#domain/history/timeline.ts'
import { asSentTo, isPlaceholder, type OrderEvent, orders } from '#domain/order/actions.ts'
import { type EventStore, readBackwards } from '#infra/events/store.ts'
import { createSlices } from '#infra/slices.ts'

/** How many orders' change logs are cached: those looked at last. One has some 20 kB, messages not counted. */
const maxCachedLogs = 200
/** How many events a page with a filter looks at, and how many are read at once. */
const maxScanned = 2_000
const chunk = 200

type Page = TimelineFilter & { before?: number | undefined; limit: number }
export type Timelines = ReturnType<typeof createTimelines>

type TimelinePage = { data: TimelineLine[]; next?: number; authors: Author[] }

/**
 * Pages of the timelines of orders. What an event changed is computed once, when the order's timeline is first shown,
 * and from then on for new events only. A page reads only its own events.
 */
export function createTimelines(store: EventStore) {
  const logs = new LRUCache<string, { log: ChangeLog; reading: Promise<void> }>({ max: maxCachedLogs })

  /** The change log of an order, up to a revision at least. */
  async function logOf(id: string, revision: number): Promise<ChangeLog> {
    const cached = logs.get(id) ?? { log: createChangeLog(), reading: Promise.resolve() }
    logs.set(id, cached)
    // One after the other: two that read at once would add the same events twice.
    cached.reading = cached.reading.then(async () => {
      if (cached.log.revision >= revision) return
      for await (const event of store.read(streamOf(orders, id), cached.log.revision)) {
        cached.log.add(event as Recorded<OrderEvent>)
      }
    })
    await cached.reading.catch((error) => {
      if (logs.peek(id) === cached) logs.delete(id) // the next one begins anew
      throw error
    })
    return cached.log
  }

  return {
    /** Clears the cached changes: a person was erased, whose name may stand in any of them. */
    clear: (): void => logs.clear(),

    /** The changes made by the events of an order, up to a revision at least. Throws what `store.read` throws. */
    logOf,

    /** A page of the timeline of an order that stands at a revision, as its reader may see it. Throws what `store.read` throws. */
    async page(
      { id, revision }: { id: string; revision: number },
      reader: Person,
      { before = revision + 1, limit, ...filter }: Page,
    ): Promise<TimelinePage> {
      const log = await logOf(id, revision)
      const data: TimelineLine[] = []
      let next = Math.min(before, revision + 1)
      const lowest = next - maxScanned
      const pause = createSlices() // all texts of so many events take long to search
      const isFiltered = Object.values(filter).some(Boolean)
      while (next > 0 && next > lowest && data.length < limit) {
        const { events, first } = await readBackwards<OrderEvent>(store, streamOf(orders, id), {
          ...{ revision, before: next, limit: isFiltered ? chunk : limit },
        })
        if (events.length === 0) next = first // nothing is there, or not yet: it goes on with what is older
        for (const recorded of events) {
          if (data.length === limit) break
          await pause()
          next = recorded.revision
          const event = asSentTo(reader, recorded)
          if (isPlaceholder(event) || !(await isOfTimeline(event, filter, log, pause))) continue
          const { origin } = recorded
          data.push({
            event: toWire(event),
            changes: [...log.changesOf(event.revision)],
            ...(origin && reader.role === 'admin' ? { origin } : {}),
          })
        }
      }
      return { data, authors: log.authors(), ...(next > 0 ? { next } : {}) }
    },
  }
}

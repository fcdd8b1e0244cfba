import type { Event, Recorded } from '#domain/event.ts'
import type { EventStore } from './store.ts'

/** The events of a stream from one revision to another, both included. */
export const readRange = <E extends Event>(store: EventStore, stream: string, first: number, last: number) =>
  Array.fromAsync(store.read(stream, first - 1, last) as AsyncIterable<Recorded<E>>)

type Page = { revision: number; before?: number; limit: number }

/**
 * A page of a stream that stands at `revision`: the events before a revision, newest first, and the revision that the
 * page begins with. Nothing is older when that is 0.
 */
export async function readBackwards<E extends Event>(
  store: EventStore,
  stream: string,
  { revision, before = revision + 1, limit }: Page,
): Promise<{ events: Recorded<E>[]; first: number }> {
  // Revisions have no gaps: the page is read by its place, and nothing before it is touched.
  const end = Math.min(before, revision + 1)
  const first = Math.max(0, end - limit)
  const events = end > first ? await readRange<E>(store, stream, first, end - 1) : []
  return { events: events.reverse(), first }
}

import { useEffect, useState } from 'react'
import type { TimelineLine as WireLine } from '#domain/contract/orders.ts'
import { fromWire, type Origin, type Recorded } from '#domain/event.ts'
import type { Author, TimelineFilter } from '#domain/history/timeline.ts'
import { isPlaceholder, type OrderEvent, traitsOf } from '#domain/order/actions.ts'
import type { Difference } from '#domain/order/differences.ts'
import { call } from '#web/api.ts'
import { useErasureCompleted } from '#web/live/useErasureCompleted.ts'
import { useShownOrder } from '#web/order/context.ts'

/** An event with what it changed and, for an admin, from where it was done. */
export type TimelineLine = {
  event: Recorded<OrderEvent>
  changes: readonly Difference[]
  origin?: Origin | undefined
}

/** `revision`: that of the order as it was asked for; `next`: before which revision it goes on, where it does. */
type Loaded = {
  key: string
  lines: readonly TimelineLine[]
  revision: number
  next: number | undefined
  authors: readonly Author[]
}

/** How many lines a page with a filter is to have before it waits to be asked for more. */
const minLines = 20

/**
 * The lines of an order's timeline, newest first: a page of them as it was asked for, what was written since on top, the
 * rest on demand. Where a filter finds little it goes on looking by itself.
 */
export function useTimeline(filter: TimelineFilter) {
  const { id, order, events, revision } = useShownOrder()
  const [cached, setLoaded] = useState<Loaded>()
  const [failed, setFailed] = useState<{ key: string; error: unknown }>()
  const [tries, setTries] = useState(0)
  const key = JSON.stringify({ ...filter, erased: order.clientErased })
  const loaded = cached?.key === key ? cached : undefined
  const isBehind = loaded !== undefined && loaded.revision < revision
  const isSearching = loaded?.next !== undefined && loaded.lines.length < minLines && key !== '{}'
  const isMissing = loaded === undefined
  const failure = failed?.key === key ? failed.error : undefined

  useWhenErased(() => setLoaded(undefined))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish; the key says what the filter is
  useEffect(() => {
    if (!isMissing && !isBehind && !isSearching) return
    const controller = new AbortController()
    const before = isMissing || isBehind ? undefined : loaded?.next
    setFailed(undefined)
    page(id, filter, before, controller.signal).then(
      (page) => setLoaded((current) => merged(current?.key === key ? current : undefined, { key, ...page }, before)),
      (error) => !controller.signal.aborted && setFailed({ key, error }),
    )
    return () => controller.abort()
  }, [id, key, tries, isMissing, isBehind && revision, isSearching && loaded?.next])

  const isMatch = ({ type, by, data, ...event }: Recorded<OrderEvent>) =>
    event.revision > (loaded?.revision ?? -1) &&
    !isPlaceholder({ type, by }) &&
    (!filter.kind || traitsOf({ type, data } as OrderEvent)?.kind === filter.kind) &&
    (!filter.person || by.id === filter.person) &&
    !filter.search
  // What was just received stands there at once; what it changed follows.
  const newerLines = events.filter(isMatch).map((event): TimelineLine => ({ event, changes: [] }))
  return {
    lines: loaded && [...newerLines.reverse(), ...loaded.lines],
    authors: cached?.authors ?? [],
    isSearching: isSearching && failure === undefined,
    hasMore: loaded?.next !== undefined,
    /** Adds the next page, and answers how many lines it has. Throws `HttpError`. */
    async more(): Promise<number> {
      if (loaded?.next === undefined) return 0
      const older = await page(id, filter, loaded.next)
      setLoaded((current) => (current?.key === key ? merged(current, { key, ...older }, loaded.next) : current))
      return older.lines.length
    },
    failure,
    again: () => setTries(tries + 1),
  }
}

/** Calls back once no text of an order's erased client can be read any more: what was loaded before still has it. */
export function useWhenErased(callback: () => void): void {
  const { now } = useShownOrder()
  useErasureCompleted(() => now().order.clientErased !== undefined && callback())
}

/** Returns the loaded lines with a page more: the one `before` a revision, or the newest one without. */
function merged(loaded: Loaded | undefined, page: Loaded, before: number | undefined): Loaded {
  if (!loaded) return page
  if (before !== undefined) {
    if (loaded.next !== before) return loaded // it came twice
    return { ...loaded, lines: [...loaded.lines, ...page.lines], next: page.next, authors: page.authors }
  }
  const reached = page.next ?? 0
  if (reached > loaded.revision + 1) return page // more was written between than a page has
  const older = loaded.lines.filter(({ event }) => event.revision < reached)
  return { ...page, lines: [...page.lines, ...older], next: page.next === undefined ? undefined : loaded.next }
}

async function page(id: string, filter: TimelineFilter, before?: number, signal?: AbortSignal) {
  const query = { id, before, ...filter }
  const { data, next, authors, revision } = await call('getTimeline', { query, ...(signal ? { signal } : {}) })
  const lines = data.map(({ event, ...line }: WireLine) => ({ ...line, event: fromWire<OrderEvent>(event) }))
  return { lines, next, authors, revision }
}

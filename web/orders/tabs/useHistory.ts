import { useEffect, useState } from 'react'
import type { Recorded } from '#domain/event.ts'
import { isPlaceholder } from '#domain/order/for-client.ts'
import type { OrderEvent } from '#domain/order/order.ts'
import { fromWire } from '#domain/wire.ts'
import { call } from '#web/api.ts'
import { useShownOrder } from '../context.ts'

type OrderEventRecord = Recorded<OrderEvent>

/** What was asked for: `newest` is the revision of its latest event, shown or not. */
type Loaded = { events: readonly OrderEventRecord[]; newest: number | undefined; next: number | undefined }

/**
 * The order's events, newest first: a page of them as it was asked for, what was heard since on top, the rest on
 * demand.
 */
export function useHistory() {
  const { id, events, revision } = useShownOrder()
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish
  useEffect(() => {
    const controller = new AbortController()
    setFailure(undefined)
    page(id, undefined, controller.signal).then(
      (loaded) => setLoaded(loaded),
      (error) => !controller.signal.aborted && setFailure(error),
    )
    return () => controller.abort()
  }, [id, tries])

  const newest = loaded?.newest ?? -1
  const received = events.filter((event) => event.revision > newest && !isPlaceholder(event)).reverse()
  return {
    events: loaded && [...received, ...loaded.events],
    /** How many lines there are, those that are not loaded included. */
    count: loaded && loaded.next === undefined ? received.length + loaded.events.length : revision + 1,
    hasMore: loaded?.next !== undefined,
    /** Adds the next page. Throws `HttpError`. */
    async more() {
      if (!loaded?.next) return
      const { events: older, next } = await page(id, loaded.next)
      setLoaded((before) => before && { ...before, events: [...before.events, ...older], next })
    },
    failure,
    again: () => setTries(tries + 1),
  }
}

async function page(id: string, before?: number, signal?: AbortSignal) {
  const { data, next } = await call('getHistory', { query: { id, before }, ...(signal ? { signal } : {}) })
  const events = data.map((event) => fromWire<OrderEvent>(event))
  return { events: events.filter((event) => !isPlaceholder(event)), newest: events[0]?.revision, next }
}

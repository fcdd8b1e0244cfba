import { useEffect, useState } from 'react'
import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/order.ts'
import { fromWire } from '#domain/wire.ts'
import { call } from '#web/api.ts'
import { useShownOrder } from '../context.ts'

type Fact = Recorded<OrderEvent>

/** The order's facts, newest first: a page of them as it was asked for, what was heard since on top, the rest on demand. */
export function useHistory() {
  const { id, events, revision } = useShownOrder()
  const [loaded, setLoaded] = useState<{ facts: readonly Fact[]; next?: number | undefined }>()
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish
  useEffect(() => {
    const controller = new AbortController()
    setFailure(undefined)
    page(id, undefined, controller.signal).then(
      ({ facts, next }) => setLoaded({ facts, next }),
      (error) => !controller.signal.aborted && setFailure(error),
    )
    return () => controller.abort()
  }, [id, tries])

  const newest = loaded?.facts[0]?.revision ?? -1
  const heard = events.filter((event) => event.revision > newest).reverse()
  return {
    facts: loaded && [...heard, ...loaded.facts],
    /** How many lines there are, those that are not loaded included. */
    count: revision + 1,
    hasMore: loaded?.next !== undefined,
    /** Adds the next page. Throws `HttpError`. */
    async more() {
      if (!loaded?.next) return
      const { facts, next } = await page(id, loaded.next)
      setLoaded(({ facts: before } = { facts: [] }) => ({ facts: [...before, ...facts], next }))
    },
    failure,
    again: () => setTries(tries + 1),
  }
}

async function page(id: string, before?: number, signal?: AbortSignal) {
  const { data, next } = await call('getHistory', { query: { id, before }, ...(signal ? { signal } : {}) })
  return { facts: data.map((event) => fromWire<OrderEvent>(event)), next }
}

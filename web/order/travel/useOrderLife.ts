import { useEffect, useState } from 'react'
import { type CheckpointedFold, createCheckpointedFold } from '#domain/checkpointed-fold.ts'
import { fromWire } from '#domain/event.ts'
import { isPlaceholder, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { useShownOrder } from '#web/order/context.ts'

/** An order's life: every event of it, as its reader may know them, and the order at each. */
export type OrderLife = {
  past: CheckpointedFold<Order, OrderEvent>
  /** The revisions one may stand at, in order: those of which the reader is told nothing are passed by. */
  stops: readonly number[]
}

/**
 * Loads an order's events, from the first one on, and goes on with those that are heard. `life` is there once all of them
 * are; until then `progress` says how much of it is, from 0 to 1.
 */
export function useOrderLife(): { life?: OrderLife; progress: number; failure: unknown; again(): void } {
  const { id, events, revision } = useShownOrder()
  const [past] = useState(() => createCheckpointedFold(orders))
  const [known, setKnown] = useState(-1)
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const isComplete = known >= revision

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another wish
  useEffect(() => {
    if (isComplete) return
    const controller = new AbortController()
    const last = () => past.events.length - 1
    setFailure(undefined)
    async function load() {
      // What was heard while the page was open need not be asked for.
      past.add(
        events.filter((event) => event.revision > last()).filter((event, at) => event.revision === last() + 1 + at),
      )
      while (last() < revision) {
        const { data } = await call('getOrderEvents', { query: { id, after: last() }, signal: controller.signal })
        const next = data.map((event) => fromWire<OrderEvent>(event)).filter((event) => event.revision > last())
        if (next.length === 0) throw new HttpError(0, { message: 'The earlier entries couldn’t be loaded.' })
        past.add(next)
        setKnown(last())
      }
      setKnown(last())
    }
    load().catch((error) => !controller.signal.aborted && setFailure(error))
    return () => controller.abort()
  }, [id, past, isComplete, revision, tries])

  const [stops, setStops] = useState<{ upTo: number; stops: readonly number[] }>({ upTo: -1, stops: [] })
  if (stops.upTo !== known) {
    const more = past.events.slice(stops.upTo + 1, known + 1).filter((event) => !isPlaceholder(event))
    setStops({ upTo: known, stops: [...stops.stops, ...more.map((event) => event.revision)] })
  }
  // Complete once, it stays on the page while what is heard since is added.
  const [wasComplete, setWasComplete] = useState(false)
  if (isComplete && !wasComplete) setWasComplete(true)
  return {
    ...(wasComplete && stops.stops.length > 0 ? { life: { past, stops: stops.stops } } : {}),
    progress: (known + 1) / (revision + 1),
    failure,
    again: () => setTries(tries + 1),
  }
}

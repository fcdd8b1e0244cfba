import { useEffect, useState } from 'react'
import type { Recorded } from '#domain/event.ts'
import { fromWire } from '#domain/event.ts'
import { type OrderEvent, overviewPlace } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { type Contact, orderFromWire } from '#domain/order/wire.ts'
import { call } from '#web/api.ts'

export type Peeked = { order: Order; contact: Contact; events: Recorded<OrderEvent>[] }

/** How many of the latest events are shown, and how long the focus rests on an order before it is asked for. */
const latest = 6
const restMs = 120

/** An order as the panel beside the list shows it: looked at, and not marked as read. */
export function usePeek(id: string, revision: number) {
  const [peeked, setPeeked] = useState<Peeked>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer revision, or another try, is another look
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      try {
        const [single, history] = await Promise.all([
          call('getSingleOrder', { query: { id }, signal }),
          call('getHistory', { query: { id, limit: 20 }, signal }),
        ])
        const [wire] = single.data
        if (!wire) throw new Error('This project doesn’t exist')
        const { order, contact } = orderFromWire(wire)
        const events = history.data
          .map((event) => fromWire<OrderEvent>(event))
          .filter((event) => overviewPlace(event) !== 'hidden')
        setPeeked({ order, contact, events: events.slice(0, latest) })
        setFailed(false)
      } catch {
        if (!signal.aborted) setFailed(true)
      }
    }, restMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, revision, tries])
  return { peeked, failed, again: () => setTries(tries + 1) }
}

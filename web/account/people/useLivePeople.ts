import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'
import { fromWire, idIn, type WireEvent } from '#domain/event.ts'
import { movesRow } from '#domain/order/actions.ts'
import { followEvents } from '#web/live/socket.ts'

/** How long events are gathered before the page asks again, in milliseconds. */
const gatherMs = 150

/**
 * Loads the page's data again when an account or an order that it shows has changed, and when the connection is back. So the
 * acts of one admin show on the page of another.
 */
export function useLivePeople(): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const again = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), gatherMs)
  })
  useEffect(() => {
    const onEvent = (event: WireEvent) => {
      const counts = event.type === 'OrderOpened' || movesRow(fromWire(event))
      if (idIn({ name: 'account' }, event.stream) === undefined && !(event.orderId && counts)) return
      again()
    }
    const close = followEvents(onEvent, again, again)
    return () => {
      close()
      clearTimeout(timer.current)
    }
  }, [])
}

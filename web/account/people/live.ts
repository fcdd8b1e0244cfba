import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { OpenOrder } from '#domain/contract/live.ts'
import { fromWire, type WireEvent } from '#domain/event.ts'
import { movesRow } from '#domain/order/actions.ts'
import { useUntilUpToDate } from '#web/live/live-list.ts'
import { acquireSocket, followEvents } from '#web/live/socket.ts'

/** How long events are gathered before the page asks again, in milliseconds. */
const gatherMs = 150

/**
 * Loads the page's data again when an event concerns it or moves an order, and when the connection is back. So the acts of
 * one admin show on the page of another. It also does while what was loaded lags behind.
 */
export function useLivePeople(loaded: { stale?: boolean | undefined }, concerns: (event: WireEvent) => boolean): void {
  useUntilUpToDate(loaded)
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const again = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), gatherMs)
  })
  const onEvent = useEffectEvent((event: WireEvent) => {
    const movesOrder = event.orderId && (event.type === 'OrderOpened' || movesRow(fromWire(event)))
    if (movesOrder || concerns(event)) again()
  })
  useEffect(() => {
    const close = followEvents(onEvent, again, again)
    return () => {
      close()
      clearTimeout(timer.current)
    }
  }, [])
}

/** Every order that a person has open, as long as the page is. For admins. */
export function useOpenOrders(): readonly OpenOrder[] {
  const [orders, setOrders] = useState<readonly OpenOrder[]>([])
  useEffect(() => {
    const { socket, release } = acquireSocket()
    const ask = () => socket.emit('watchPresence', (answer) => setOrders('orders' in answer ? answer.orders : []))
    const onOrder = (presence: OpenOrder) =>
      setOrders((before) => [
        ...before.filter(({ orderId }) => orderId !== presence.orderId),
        ...(presence.people.length > 0 ? [presence] : []),
      ])
    const onDisconnect = () => setOrders([])
    socket.on('connect', ask)
    socket.on('openOrder', onOrder)
    socket.on('disconnect', onDisconnect)
    if (socket.connected) ask()
    return () => {
      socket.off('connect', ask)
      socket.off('openOrder', onOrder)
      socket.off('disconnect', onDisconnect)
      release()
    }
  }, [])
  return orders
}

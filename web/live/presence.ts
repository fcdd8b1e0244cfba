import { useEffect, useState } from 'react'
import type { OpenOrder, Presence } from '#domain/order/presence.ts'
import { acquireSocket } from './socket.ts'

/** The others who have an order open; undefined while that is not known. The order is followed by the page around. */
export function usePresence(orderId: string): Presence | undefined {
  const [presence, setPresence] = useState<Presence>()
  useEffect(() => {
    const { socket, release } = acquireSocket()
    const onPresence = (presence: Presence) => presence.orderId === orderId && setPresence(presence)
    // Without the connection nothing is known: it is presence again once the order is followed again.
    const onDisconnect = () => setPresence(undefined)
    socket.on('presence', onPresence)
    socket.on('disconnect', onDisconnect)
    return () => {
      socket.off('presence', onPresence)
      socket.off('disconnect', onDisconnect)
      release()
    }
  }, [orderId])
  return presence
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

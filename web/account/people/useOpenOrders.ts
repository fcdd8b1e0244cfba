import { useEffect, useState } from 'react'
import type { OpenOrder } from '#domain/order/presence.ts'
import { acquireSocket } from '#web/live/socket.ts'

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

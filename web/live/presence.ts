import { useEffect, useState } from 'react'
import type { Presence } from '#domain/order/presence.ts'
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

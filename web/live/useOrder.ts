import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadNewer } from './newer.ts'
import { type LiveOrder, type LiveState, liveOrder, type Snapshot } from './order.ts'
import { type Connection, useConnection } from './socket.ts'

/**
 * An order that is followed live from the snapshot it was loaded with. Another order needs another component: give it
 * the order's id as its key.
 */
export function useOrder(
  snapshot: Snapshot,
): LiveState & Pick<LiveOrder, 'hear' | 'catchUp'> & { connection: Connection } {
  const [live] = useState(() => liveOrder(snapshot))
  const state = useSyncExternalStore(live.subscribe, live.now)
  const connection = useConnection()
  useEffect(() => live.open(), [live])
  useEffect(() => (state.outdated ? loadNewer() : undefined), [state.outdated])
  return { ...state, hear: live.hear, catchUp: live.catchUp, connection }
}

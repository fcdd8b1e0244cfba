import { useEffect, useState, useSyncExternalStore } from 'react'
import { type LiveOrder, type LiveState, liveOrder, type Snapshot } from './order.ts'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { type Connection, useConnection } from './socket.ts'

/**
 * An order that is followed live from the snapshot it was loaded with. Another order needs another component: give it
 * the order's id as its key.
 */
export function useOrder(
  snapshot: Snapshot,
): LiveState & Pick<LiveOrder, 'applyEvents' | 'catchUp'> & { connection: Connection } {
  const [live] = useState(() => liveOrder(snapshot))
  const state = useSyncExternalStore(live.subscribe, live.now)
  const connection = useConnection()
  useEffect(() => live.open(), [live])
  useEffect(() => (state.outdated ? reloadForNewVersion() : undefined), [state.outdated])
  return { ...state, applyEvents: live.applyEvents, catchUp: live.catchUp, connection }
}

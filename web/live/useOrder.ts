import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Presence } from '#domain/contract/live.ts'
import type { WireEvent } from '#domain/event.ts'
import { reloadLater } from '#web/epoch.ts'
import { createRetry } from '#web/retry.ts'
import { loadActions } from './actions.ts'
import type { LiveOrder } from './live-order.ts'
import { type LiveState, type Snapshot, stateOf } from './order.ts'
import { acquireSocket } from './socket.ts'
import { createWatchers } from './watchers.ts'

/** A live order, from before its code has been loaded: until then the order is as it was loaded. */
function laterOrder(snapshot: Snapshot) {
  const first = stateOf(snapshot)
  const { subscribe, notify } = createWatchers()
  let live: LiveOrder | undefined
  const now = () => live?.now() ?? first

  async function load(): Promise<LiveOrder> {
    const { liveOrder } = await loadActions()
    if (!live) {
      live = liveOrder(snapshot.id, first)
      live.subscribe(notify)
    }
    return live
  }

  return {
    subscribe,
    now,
    /** Applies events. One that comes too early is loaded as the order is opened. */
    applyEvents: (events: readonly WireEvent[]): LiveState => live?.applyEvents(events) ?? first,
    catchUp: async (): Promise<LiveState> => (await load()).catchUp(),
    loadEarlier: async (): Promise<LiveState> => (await load()).loadEarlier(),
    open() {
      const { release } = acquireSocket() // which connects meanwhile
      let close: (() => void) | undefined
      let left = false
      const begin = () =>
        load().then(
          (live) => {
            if (!left) close = live.open()
          },
          () => left || retry.later(),
        )
      const retry = createRetry(begin, 1_000)
      void begin()
      return () => {
        left = true
        retry.stop()
        close?.()
        release()
      }
    },
  }
}

/**
 * An order that is followed live from the snapshot it was loaded with. Another order needs another component: give it
 * the order's id as its key.
 */
export function useOrder(
  snapshot: Snapshot,
): LiveState & Pick<ReturnType<typeof laterOrder>, 'now' | 'applyEvents' | 'catchUp' | 'loadEarlier'> {
  const [live] = useState(() => laterOrder(snapshot))
  const state = useSyncExternalStore(live.subscribe, live.now, live.now)
  useEffect(() => live.open(), [live])
  useEffect(() => {
    if (state.outdated) void reloadLater()
  }, [state.outdated])
  const { now, applyEvents, catchUp, loadEarlier } = live
  return useMemo(
    () => ({ ...state, now, applyEvents, catchUp, loadEarlier }),
    [state, now, applyEvents, catchUp, loadEarlier],
  )
}

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

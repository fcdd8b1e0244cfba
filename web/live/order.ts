import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { fromWire, type WireEvent } from '#domain/wire.ts'
import { rememberPosition } from '#web/api.ts'
import { eventsAfter } from './history.ts'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { type Connection, useConnection } from './socket.ts'
import { applyEvents, followFrom, isBehind } from './stream.ts'
import { type Arrival, watchOrder } from './watch.ts'

/** An order as it was loaded. */
export type Snapshot = { id: string; revision: number; order: Order }

export type LiveState = {
  order: Order
  revision: number
  /** The events received since the page was opened, oldest first. */
  events: readonly Recorded<OrderEvent>[]
  /** The events that arrived in the last eight seconds, by id. */
  recent: ReadonlyMap<string, Arrival>
  /** Whether the server said that this person may not see the order any more. */
  refused: boolean
  /** Whether the server is newer than this page, and wrote something that the page does not know. */
  outdated: boolean
}

type LiveOrder = ReturnType<typeof liveOrder>

/** How long an event counts as recent: milliseconds, as `--dry` in the style sheets. */
export const recentMs = 8_000

/** An order that follows its stream while it is open. It misses nothing, and takes nothing twice. */
export function liveOrder({ id, revision, order }: Snapshot) {
  let followed = followFrom(order, revision)
  let now: LiveState = { order, revision, events: [], recent: new Map(), refused: false, outdated: false }
  const watchers = new Set<() => void>()

  function show(changes: Partial<LiveState>) {
    now = { ...now, ...changes }
    for (const changed of watchers) changed()
  }

  /**
   * Applies events of an answer or of the live connection, by the same rule. Answers with how the order stands then.
   */
  function apply(events: readonly WireEvent[], arrival: Arrival = 'just written'): LiveState {
    for (const { position } of events) rememberPosition(position)
    const recorded = events.map((event) => fromWire<OrderEvent>(event))
    const result = applyEvents(followed, recorded, orders.evolve)
    followed = result.followed
    if (result.unknown) show({ outdated: true })
    if (result.applied.length === 0) return now
    const appliedIds = result.applied.map((event) => event.id)
    show({
      order: followed.state,
      revision: followed.revision,
      events: [...now.events, ...result.applied],
      recent: new Map([...now.recent, ...appliedIds.map((id) => [id, arrival] as const)]),
    })
    setTimeout(() => show({ recent: new Map([...now.recent].filter(([id]) => !appliedIds.includes(id))) }), recentMs)
    return now
  }

  return {
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    /** How the order stands at this moment, which a render may not have shown yet. */
    now: () => now,
    applyEvents: apply,
    /** Asks the server what was written since, whether or not the live connection is up. Throws `HttpError`. */
    async catchUp(): Promise<LiveState> {
      const events = await eventsAfter(id, followed.revision)
      if (!events) show({ refused: true })
      return apply(events ?? [])
    },
    /** Follows until the returned function is called. */
    open: () =>
      watchOrder(id, {
        revision: () => followed.revision,
        isBehind: () => isBehind(followed) && !now.outdated, // asking again would bring the same
        applyEvents: apply,
        refuse: () => show({ refused: true }),
      }),
  }
}

/**
 * An order that is followed live from the snapshot it was loaded with. Another order needs another component: give it
 * the order's id as its key.
 */
export function useOrder(
  snapshot: Snapshot,
): LiveState & Pick<LiveOrder, 'now' | 'applyEvents' | 'catchUp'> & { connection: Connection } {
  const [live] = useState(() => liveOrder(snapshot))
  const state = useSyncExternalStore(live.subscribe, live.now)
  const connection = useConnection()
  useEffect(() => live.open(), [live])
  useEffect(() => (state.outdated ? reloadForNewVersion() : undefined), [state.outdated])
  return { ...state, now: live.now, applyEvents: live.applyEvents, catchUp: live.catchUp, connection }
}

import type { Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { fromWire, type WireEvent } from '#domain/wire.ts'
import { remember } from '#web/http.ts'
import { eventsAfter } from './history.ts'
import { begin, hear, isBehind } from './stream.ts'
import { type Landing, watchOrder } from './watch.ts'

/** An order as it was loaded. */
export type Snapshot = { id: string; revision: number; order: Order }

export type LiveState = {
  order: Order
  revision: number
  /** The facts heard since the page was opened, oldest first. */
  events: readonly Recorded<OrderEvent>[]
  /** The ink that is still wet: the facts that landed in the last eight seconds, by id. */
  fresh: ReadonlyMap<string, Landing>
  /** Whether the server said that this person may not see the order any more. */
  refused: boolean
  /** Whether the server is newer than this page, and wrote something that the page does not know. */
  outdated: boolean
}

export type LiveOrder = ReturnType<typeof liveOrder>

/** How long ink stays wet: milliseconds, as `--dry` in the style sheets. */
export const drying = 8_000

/** An order that follows its stream while it is open. It misses nothing, and takes nothing twice. */
export function liveOrder({ id, revision, order }: Snapshot) {
  let followed = begin(order, revision)
  let now: LiveState = { order, revision, events: [], fresh: new Map(), refused: false, outdated: false }
  const watchers = new Set<() => void>()

  function show(changes: Partial<LiveState>) {
    now = { ...now, ...changes }
    for (const changed of watchers) changed()
  }

  /** Takes facts of an answer or of the live line, by the one rule. Answers with how the order stands then. */
  function take(events: readonly WireEvent[], landing: Landing = 'just written'): LiveState {
    for (const { position } of events) remember(position)
    const facts = events.map((event) => fromWire<OrderEvent>(event))
    const heard = hear(followed, facts, orders.evolve)
    followed = heard.followed
    if (heard.unknown) show({ outdated: true })
    if (heard.taken.length === 0) return now
    const landed = heard.taken.map((event) => event.id)
    show({
      order: followed.state,
      revision: followed.revision,
      events: [...now.events, ...heard.taken],
      fresh: new Map([...now.fresh, ...landed.map((id) => [id, landing] as const)]),
    })
    setTimeout(() => show({ fresh: new Map([...now.fresh].filter(([id]) => !landed.includes(id))) }), drying)
    return now
  }

  return {
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    now: () => now,
    hear: take,
    /** Asks the server what was written since, whether or not the live line is up. Throws `HttpError`. */
    async catchUp(): Promise<LiveState> {
      const events = await eventsAfter(id, followed.revision)
      if (!events) show({ refused: true })
      return take(events ?? [])
    },
    /** Follows until the returned function is called. */
    open: () =>
      watchOrder(id, {
        revision: () => followed.revision,
        isBehind: () => isBehind(followed) && !now.outdated, // asking again would bring the same
        hear: take,
        refuse: () => show({ refused: true }),
      }),
  }
}

import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import type { Earlier } from '#domain/order/wire.ts'

/** How an event arrived: live, or after the connection was down. */
export type Arrival = 'just now' | 'while you were away'

/** An order as it was loaded. `earlier`: the messages that were not, if there are any. */
export type Snapshot = { id: string; revision: number; order: Order; earlier?: Earlier | undefined }

export type LiveState = {
  /** The order, with the loaded part of its conversation: every file, and the messages but for the `earlier` ones. */
  order: Order
  earlier: Earlier | undefined
  revision: number
  /** The events received since the page was opened, oldest first. */
  events: readonly Recorded<OrderEvent>[]
  /** The last of the events, which arrived a moment ago, by id. */
  recent: ReadonlyMap<string, Arrival>
  /** Whether the server said that this person may not see the order any more. */
  refused: boolean
  /** Whether the server is newer than this page, and wrote something that the page does not know. */
  outdated: boolean
}

/** An order as its page begins with it. */
export const stateOf = (snapshot: Omit<Snapshot, 'id'>): LiveState => ({
  order: snapshot.order,
  earlier: snapshot.earlier,
  revision: snapshot.revision,
  events: [],
  recent: new Map(),
  refused: false,
  outdated: false,
})

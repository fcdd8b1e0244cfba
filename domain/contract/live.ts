// What open pages are sent by websocket, for both ends.
import type { WireEvent } from '#domain/event.ts'
import type { ActivityNote, SecurityNote } from '#domain/history/kinds.ts'
import type { OpenOrder, Presence } from '#domain/order/presence.ts'

/** The messages a browser receives. */
export type ServerToClientEvents = {
  event: (event: WireEvent) => void
  /** How much of the lists is made, in whole percents, while they are made; 100 once they are. */
  lists: (percent: number) => void
  /**
   * At every connection: the id of the event store's past, and the position of the last event that was pushed before, if
   * any is known. A list of that position has all that this page was not sent.
   */
  epoch: (epoch: string, position?: string) => void
  /** The others who have an order open, for the pages of that order. */
  presence: (presence: Presence) => void
  openOrder: (order: OpenOrder) => void
  activity: (note: ActivityNote) => void
  security: (note: SecurityNote) => void
}

/** The events a page has missed, oldest first. `more`: there are still more, to ask for with the last of these. */
export type CatchUpPage = { events: WireEvent[]; more?: true }

/** The answer to a page: the events it missed, that it may not see the order, or how long to wait before it asks again. */
export type WatchAnswer = CatchUpPage | { refused: true } | { waitSeconds: number }

// What open pages are sent by websocket, for both ends.
import type { Person, Role, WireEvent } from '#domain/event.ts'
import type { ActivityNote, SecurityNote } from '#domain/history/kinds.ts'

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

/** The others with an order's page open, as a person is told: a client hears of the agency, and of no one in it. */
export type Presence = { orderId: string; people: Person[]; agency: boolean }

/** An order that a person has open, as admins are told of all of them. */
export type OpenOrder = { orderId: string; title: string; people: Person[] }

/** The others who have an order open, as a person is told of them: never of themselves. */
export function presenceFor(viewer: { id: string; role: Role }, orderId: string, here: readonly Person[]): Presence {
  const others = here.filter(({ id }) => id !== viewer.id)
  return {
    orderId,
    people: viewer.role === 'admin' ? others : [],
    agency: others.some(({ role }) => role === 'admin'),
  }
}

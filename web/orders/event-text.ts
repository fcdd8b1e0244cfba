import type { Person, Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/events.ts'
import { type Order, otherSide } from '#domain/order/order.ts'
import { unreadCount } from '#domain/order/row.ts'
import { sentence } from '#domain/order/sentences.ts'

/** Who did it, for the person who looks, and the API key that a program did it with for them. */
export function actorLabel({ by }: { by: Person }, viewer: Person): string {
  const name = by.id === viewer.id ? 'You' : by.name
  return by.via === undefined ? name : `${name}, by the key ${by.via}`
}

/** The side that sent it, for the viewer: `You`, `Client` or the agency's name. */
export function senderLabel(by: Person, viewer: Person, agency: string): string {
  if (by.id === viewer.id) return 'You'
  return by.role === 'client' ? 'Client' : agency
}

/** The announcement of an event: a sentence with its author. */
export const announcementOf = (event: Recorded<OrderEvent>, order: Order, viewer: Person): string =>
  `${actorLabel(event, viewer)}: ${sentence(event, order)}`

/** How much of what the other side sent this person has not read. */
export function unreadCountIn({ sent, read }: Order, viewer: Person): number {
  const side = otherSide(viewer.role)
  return unreadCount({ sent: { client: 0, admin: 0, [side]: sent[side].length }, read }, viewer)
}

/** The revisions of what the other side sent and this person has not read. */
export const unreadRevisions = ({ sent, read }: Order, viewer: Person): ReadonlySet<number> =>
  new Set(sent[otherSide(viewer.role)].slice(read[viewer.id] ?? 0))

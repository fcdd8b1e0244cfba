import type { Person, Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/events.ts'
import { type Order, otherSide } from '#domain/order/order.ts'
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
export const unreadCountIn = (order: Order, viewer: Person): number => unreadRevisions(order, viewer).size

/** The revisions of what the other side sent and this person has not read. */
export function unreadRevisions({ sent, read, withdrawn }: Order, viewer: Person): ReadonlySet<number> {
  const side = otherSide(viewer.role)
  const deleted = new Set(withdrawn[side].map((place) => sent[side][place]))
  return new Set(sent[side].slice(read[viewer.id] ?? 0).filter((revision) => !deleted.has(revision)))
}

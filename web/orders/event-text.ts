import type { Person, Recorded } from '#domain/event.ts'
import { type OrderEvent, overviewPlace, traitsOf } from '#domain/order/events.ts'
import { type Order, otherSide } from '#domain/order/order.ts'
import { unreadCount } from '#domain/order/row.ts'
import { sentence } from '#domain/order/sentences.ts'
import { counted } from './number-words.ts'

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

/** What others wrote, in a few phrases: what was sent is counted, of the rest the latest about each thing is said. */
export function whatChanged(events: readonly Recorded<OrderEvent>[], order: Order): string[] {
  const shown = events.filter((event) => overviewPlace(event) !== 'hidden')
  const counts = { message: 0, file: 0 }
  const latest = new Map<string, string>()
  for (const event of shown) {
    const { countedAs, subject } = traitsOf(event)!
    if (countedAs) counts[countedAs]++
    else latest.set(`${event.type} ${subject?.(event.data) ?? ''}`, sentence(event, order))
  }
  return [
    ...(counts.message > 0 ? [counted(counts.message, 'message')] : []),
    ...(counts.file > 0 ? [counted(counts.file, 'file')] : []),
    ...latest.values(),
  ]
}

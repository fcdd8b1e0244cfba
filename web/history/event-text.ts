import { authorName, type Person, type Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { type Entry, revisionsOf } from '#domain/order/conversation.ts'
import { type Order, otherSide, unreadCount } from '#domain/order/order.ts'
import type { Earlier } from '#domain/order/wire.ts'
import { loadedActions } from '#web/live/actions.ts'

/** The author, for the person who looks, and the API key that a program did it with for them. */
export const actorLabel = ({ by }: { by: Person }, viewer: Person): string =>
  authorName(by.id === viewer.id ? { ...by, name: 'You' } : by)

/** The side that sent it, for the viewer: `You`, `Client` or the agency's name. */
export function senderLabel(by: Person, viewer: Person, agency: string): string {
  if (by.id === viewer.id) return 'You'
  return by.role === 'client' ? 'Client' : agency
}

/** The announcement of an event: a sentence with its author. */
export const announcementOf = (event: Recorded<OrderEvent>, order: Order, viewer: Person): string =>
  `${actorLabel(event, viewer)}: ${loadedActions()!.sentence(event, order)}`

/** How much of what the other side sent this person has not read. */
export const unreadCountIn = ({ sent, ...order }: Order, viewer: Person): number =>
  unreadCount({ ...order, sent: { client: sent.client.length, admin: sent.admin.length } }, viewer)

/** The unread part of a conversation. */
export type Unread = {
  has(entry: Entry): boolean
  /** The revision from which on the messages were loaded. */
  before: number
  /** How much of what stands before that is unread. */
  earlier: number
}

/** Returns what the other side sent and this person has not read. `earlier`: the messages that are not loaded, if any. */
export function unreadIn({ sent, read, withdrawn }: Order, viewer: Person, earlier?: Earlier): Unread {
  const side = otherSide(viewer.role)
  const [before, seen, last] = [earlier?.before ?? 0, read[viewer.id] ?? 0, sent[side].at(-1) ?? -1]
  // Of what is not loaded only the first that is unread has its revision.
  const from = sent[side].slice(seen).find((revision) => revision >= 0) ?? Number.POSITIVE_INFINITY
  const places = sent[side].findLastIndex((revision) => revision < before) + 1
  const deleted = withdrawn[side].filter((place) => place >= seen && place < places).length
  return {
    has: (entry) =>
      entry.by.role === side && revisionsOf(entry).some((revision) => revision >= from && revision <= last),
    before,
    earlier: Math.max(0, places - seen - deleted),
  }
}

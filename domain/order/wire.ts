import type { WireFile, WireOrder } from '#domain/contract/orders.ts'
import type { Person } from '#domain/event.ts'
import { type Entry, filesOf, type SharedFile } from './conversation.ts'
import { decodeFields, encodeFields } from './fields.ts'
import { erasedName, type Order, otherSide } from './order.ts'

/** The client whom an order's page names, as the account has them today. */
export type Contact = { name: string; phone: string; email: string }

/** An order as `get-single-order` answers it: of the reading marks only the reader's own. */
export function orderToWire(id: string, revision: number, order: Order, contact: Contact, reader: Person): WireOrder {
  const { phone, email } = contact // which may be a whole account; one that was erased has nothing in these
  const name = order.clientErased === undefined ? contact.name : erasedName
  return { ...encodeFields(order, reader), id, order_id: id, revision, name, phone, email }
}

/** How many entries of a conversation an order's page begins with. */
const latestEntries = 100

/**
 * The order as its page begins with it: the latest messages, every file, and of all unread events those that belong to
 * these. So its size does not grow with the conversation.
 */
export function withLatestConversation(wire: WireOrder, reader: Person): WireOrder {
  const { conversation, sent, read } = wire
  const before = conversation.at(-latestEntries)?.revision
  if (before === undefined || conversation.length === latestEntries) return wire
  const files = filesOf(conversation.slice(0, -latestEntries))
  const messages = conversation.length - latestEntries - files.length
  const sentBefore = { client: placeIn(sent.client, before), admin: placeIn(sent.admin, before) }
  const [by, place] = [otherSide(reader.role), read[reader.id] ?? 0]
  return {
    ...wire,
    conversation: [...files, ...conversation.slice(-latestEntries)],
    ...(messages > 0 ? { earlier: { before, messages } } : {}),
    sent: { client: sent.client.slice(sentBefore.client), admin: sent.admin.slice(sentBefore.admin) },
    sentBefore,
    ...(place < sentBefore[by] ? { firstUnread: { by, place, revision: sent[by][place]! } } : {}),
  }
}

/** The index in a list of ordered revisions where those from this one on begin. */
const placeIn = (revisions: readonly number[], from: number): number =>
  revisions.findLastIndex((revision) => revision < from) + 1

/** The messages of a conversation that a page does not have yet: those before a revision, and how many they are. */
export type Earlier = { before: number; messages: number }

/** Of how many characters a page of messages or events may be, its last one aside. */
export const maxLength = 200_000

/** A page of a conversation, oldest first, and before which revision it goes on, where it does. */
export function conversationPage(
  { conversation }: Pick<Order, 'conversation'>,
  { before = Number.POSITIVE_INFINITY, limit }: { before?: number | undefined; limit: number },
): { data: Entry[]; next?: number } {
  const end = conversation.findLastIndex(({ revision }) => revision < before) + 1
  const least = Math.max(0, end - limit)
  let start = end
  for (let length = 0; start > least && length <= maxLength; ) length += JSON.stringify(conversation[--start]).length
  return { data: conversation.slice(start, end), ...(start > 0 ? { next: conversation[start]!.revision } : {}) }
}

/**
 * The way back, for the fold in the browser: the order that `orderToWire` was given, as its reader knows it. Where the
 * conversation goes on before what was sent of it, `earlier` says so.
 */
export function orderFromWire(wire: WireOrder): {
  id: string
  revision: number
  order: Order
  contact: Contact
  earlier?: Earlier | undefined
} {
  const { id, revision, name, phone, email, earlier } = wire
  return { id, revision, contact: { name, phone, email }, ...(earlier ? { earlier } : {}), order: decodeFields(wire) }
}

/** The files that an order's people shared, oldest first. */
export const filesToWire = (orderId: string, { conversation }: Order): WireFile[] =>
  filesOf(conversation).map(({ id, by, at, file, caption, replacedAt, before }: SharedFile) => {
    const { fileType, ...stored } = file
    return {
      id,
      order_id: orderId,
      sender_id: by.id,
      sender: by.name,
      sender_role: by.role,
      file: JSON.stringify(stored),
      file_type: fileType,
      caption,
      date: at,
      updated_sent: replacedAt ?? '',
      versions: before.map(({ file: { filename, originalName }, at }) => ({ filename, originalName, date: at })),
    }
  })

import type { Person, Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, otherSide } from '#domain/order/order.ts'
import { unread } from '#domain/order/row.ts'
import { sentence } from '#domain/order/sentences.ts'

/** Where a fact is written on the order's page: on a line of its own, under the current step, or nowhere. */
export const placeOf = ({ type }: OrderEvent): 'line' | 'entry' | 'silent' => places[type] ?? 'entry'

const places: { [Type in OrderEvent['type']]?: 'line' | 'silent' } = {
  OrderOpened: 'silent',
  StepToggled: 'line',
  OrderCompleted: 'line',
  OrderCancelled: 'line',
}

/** Whether a fact is nothing to tell its own author: that they have read what they have just read. */
export const isOwnReading = (event: Recorded<OrderEvent>, viewer: Person): boolean =>
  event.type === 'ConversationRead' && event.by.id === viewer.id

/** Who did it, for the person who looks. */
export const who = (event: Recorded<OrderEvent>, viewer: Person): string =>
  event.by.id === viewer.id ? 'You' : event.by.name

/** A fact in words with who did it, to be heard. */
export const spoken = (event: Recorded<OrderEvent>, order: Order, viewer: Person): string =>
  `${who(event, viewer)}: ${sentence(event, order)}`

/** How much of what the other side sent this person has not read. */
export function unreadIn({ sent, read }: Order, viewer: Person): number {
  const side = otherSide(viewer.role)
  return unread({ sent: { client: 0, admin: 0, [side]: sent[side].length }, read }, viewer)
}

/** When the newest fact that the order shows was written. */
export const lastLine = ({ openedAt, closedAt, steps }: Order): string =>
  [openedAt, closedAt ?? '', ...steps.map(({ signed }) => signed?.at ?? '')].sort().at(-1)!

import type { Person, Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, otherSide } from '#domain/order/order.ts'
import { unread } from '#domain/order/row.ts'
import { sentence } from '#domain/order/sentences.ts'
import { counted } from './count.ts'

/** Where a fact is written on the overview: on a line of its own, under the current step, or nowhere. */
export const placeOf = ({ type }: OrderEvent): 'line' | 'entry' | 'silent' => places[type] ?? 'entry'

const places: { [Type in OrderEvent['type']]?: 'line' | 'silent' } = {
  OrderOpened: 'silent',
  StepToggled: 'line',
  OrderCompleted: 'line',
  OrderCancelled: 'line',
  MessageSent: 'line',
  FileShared: 'line',
  FileReplaced: 'line',
  ConversationRead: 'silent',
}

/** Who did it, for the person who looks. */
export const who = ({ by }: { by: Person }, viewer: Person): string => (by.id === viewer.id ? 'You' : by.name)

/** Whose side sent it, for the person who looks: `You`, `Client` or the agency's name. */
export function senderLabel(by: Person, viewer: Person, agency: string): string {
  if (by.id === viewer.id) return 'You'
  return by.role === 'client' ? 'Client' : agency
}

/** A fact in words with who did it, to be heard. */
export const spoken = (event: Recorded<OrderEvent>, order: Order, viewer: Person): string =>
  `${who(event, viewer)}: ${sentence(event, order)}`

/** How much of what the other side sent this person has not read. */
export function unreadIn({ sent, read }: Order, viewer: Person): number {
  const side = otherSide(viewer.role)
  return unread({ sent: { client: 0, admin: 0, [side]: sent[side].length }, read }, viewer)
}

/** The revisions of what the other side sent and this person has not read. */
export const unreadRevisions = ({ sent, read }: Order, viewer: Person): ReadonlySet<number> =>
  new Set(sent[otherSide(viewer.role)].slice(read[viewer.id] ?? 0))

/** When the newest fact that the overview shows was written. */
export const lastLine = ({ openedAt, closedAt, steps, designs, conversation }: Order): string =>
  [
    openedAt,
    closedAt ?? '',
    designs.at(-1)?.at ?? '',
    conversation.at(-1)?.at ?? '',
    ...steps.map(({ signed }) => signed?.at ?? ''),
  ]
    .sort()
    .at(-1)!

/** What others wrote, in a few phrases: what was sent is counted, the rest is said, the latest of each kind only. */
export function whatChanged(events: readonly Recorded<OrderEvent>[], order: Order): string[] {
  const told = events.filter((event) => placeOf(event) !== 'silent')
  const of = (type: OrderEvent['type']) => told.filter((event) => event.type === type)
  const messages = of('MessageSent').length
  const files = of('FileShared').length + of('FileReplaced').length
  const sent = new Set<OrderEvent['type']>(['MessageSent', 'FileShared', 'FileReplaced'])
  const latest = new Map(
    told.filter(({ type }) => !sent.has(type)).map((event) => [kindOf(event), sentence(event, order)]),
  )
  return [
    ...(messages > 0 ? [counted(messages, 'message')] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...latest.values(),
  ]
}

// A step that was signed and opened again is told once, as it is now.
const kindOf = ({ type, data }: Recorded<OrderEvent>): string =>
  type === 'StepToggled' ? `${type} ${data.step}` : type

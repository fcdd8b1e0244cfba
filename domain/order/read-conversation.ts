import { z } from 'zod'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { orderId } from './input.ts'
import { otherSide } from './order.ts'

export const ConversationRead = orderEvent(
  'ConversationRead',
  { upTo: z.int(), seen: z.int() },
  {
    ...entryTraits,
    kind: 'reading',
    notifies: 'no one',
    overview: 'hidden',
    // Which admin has read what, and when, is the agency's own.
    forClients: ({ role }) => (role === 'admin' ? { upTo: 0, seen: 0 } : undefined),
    apply: (order, { seen }, { by }) => ({ ...order, read: { ...order.read, [by.id]: seen } }),
    sentence: () => 'Read the messages',
  },
)

/** Marks what the other side sent, up to and with a revision, as read by this person. Reading is never taken back. */
export const readConversation = orderCommand(
  'readConversation',
  z.object({ orderId, upTo: z.int('The revision is missing or invalid').min(0, 'The revision is missing or invalid') }),
  {
    summary: 'Mark the conversation as read',
    call: 'PUT /api/read-conversation',
    scope: null,
    roles: ['client', 'admin'],
    success: 'Read',
    decide(order, { upTo }, { by }) {
      const seen = order.sent[otherSide(by.role)].findLastIndex((revision) => revision <= upTo) + 1
      return seen <= (order.read[by.id] ?? 0) ? [] : [ConversationRead({ upTo, seen })]
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)

import { z } from 'zod'
import { orderCommand, orderId, otherSide } from './order.ts'

/** Marks what the other side sent, up to and with a revision, as read by this person. Reading is never taken back. */
export const readConversation = orderCommand({
  name: 'readConversation',
  summary: 'Mark the conversation as read',
  roles: ['client', 'admin'],
  input: z.object({ orderId, upTo: z.int('Read up to which revision?').min(0, 'Read up to which revision?') }),
  success: 'Read',
  decide(order, { upTo }, { by }) {
    const seen = order.sent[otherSide(by.role)].findLastIndex((revision) => revision <= upTo) + 1
    if (seen <= (order.read[by.id] ?? 0)) return []
    return [{ type: 'ConversationRead', data: { upTo, seen } }]
  },
})

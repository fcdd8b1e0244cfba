import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { messageTraits, orderCommand, orderEvent } from './action.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { unlessErased } from './telling.ts'

export const MessageSent = orderEvent(
  'MessageSent',
  { text: personal(z.string(), '') },
  {
    ...messageTraits,
    kind: 'messages',
    countedAs: 'message',
    apply: (order, data, { id, revision, by, at }, { append }) => ({
      ...order,
      conversation: append(order.conversation, { kind: 'message', id, revision, by, at, ...data }),
    }),
    sentence: ({ text }) => unlessErased('“', text, 120, '”') || 'Sent a message',
  },
)

/** Sends a message to the other side. */
export const sendMessage = orderCommand(
  'sendMessage',
  z.object({ orderId, text: requiredText('Please enter a message', 5_000) }),
  {
    summary: 'Send a message',
    call: 'POST /api/send-message',
    scope: 'orders:write',
    limit: 'message',
    roles: ['client', 'admin'],
    success: 'Message sent',
    decide(order, { text }) {
      onlyWhileOpen(order)
      return [MessageSent({ text })]
    },
    undo: 'cannot be taken back',
    palette: [{ key: 'r', tab: 'overview', label: 'Write a message', words: 'send reply conversation' }],
  },
)

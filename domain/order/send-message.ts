import { z } from 'zod'
import { onlyWhileOpen, orderCommand, orderId, requiredText } from './order.ts'

/** Says something to the other side. */
export const sendMessage = orderCommand({
  name: 'sendMessage',
  summary: 'Send a message',
  roles: ['client', 'admin'],
  input: z.object({ orderId, text: requiredText('Please write something', 5_000) }),
  success: 'Message sent',
  decide(order, { text }) {
    onlyWhileOpen(order)
    return [{ type: 'MessageSent', data: { text } }]
  },
})

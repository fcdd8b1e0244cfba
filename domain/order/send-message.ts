import { z } from 'zod'
import { onlyWhileOpen, orderAction, orderId, words } from './order.ts'

/** Says something to the other side. */
export const sendMessage = orderAction({
  name: 'sendMessage',
  summary: 'Send a message',
  may: ['client', 'admin'],
  input: z.object({ orderId, text: words('Please write something', 5_000) }),
  done: 'Message sent',
  decide(order, { text }) {
    onlyWhileOpen(order)
    return [{ type: 'MessageSent', data: { text } }]
  },
})

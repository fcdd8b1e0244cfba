import { z } from 'zod'
import { onlyWhileOpen, orderCommand, orderId, singleLineText } from './order.ts'

/** Gives an order a name of its own. */
export const renameOrder = orderCommand({
  name: 'renameOrder',
  summary: 'Rename an order',
  roles: ['admin'],
  input: z.object({ orderId, title: singleLineText('Please enter a name', 120) }),
  success: 'Order renamed',
  decide(order, { title }) {
    onlyWhileOpen(order)
    return title === order.title ? [] : [{ type: 'OrderRenamed', data: { title } }]
  },
})

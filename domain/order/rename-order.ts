import { z } from 'zod'
import { oneLine, onlyWhileOpen, orderAction, orderId } from './order.ts'

/** Gives an order a name of its own. */
export const renameOrder = orderAction({
  name: 'renameOrder',
  summary: 'Rename an order',
  may: ['admin'],
  input: z.object({ orderId, title: oneLine('Please enter a name', 120) }),
  done: 'Order renamed',
  decide(order, { title }) {
    onlyWhileOpen(order)
    return title === order.title ? [] : [{ type: 'OrderRenamed', data: { title } }]
  },
})

import { z } from 'zod'
import { onlyWhileOpen, orderAction, orderId } from './order.ts'

/** Closes an order for good or for now: afterwards every change to it is refused. */
export const completeOrCancel = orderAction({
  name: 'completeOrCancel',
  summary: 'Complete or cancel an order',
  may: ['admin'],
  input: z.object({ orderId, status: z.enum(['complete', 'cancel'], 'Complete or cancel?') }),
  done: 'Order closed',
  decide(order, { status }) {
    onlyWhileOpen(order, 'Sorry Not Allowed')
    return [{ type: status === 'complete' ? 'OrderCompleted' : 'OrderCancelled', data: {} }]
  },
})

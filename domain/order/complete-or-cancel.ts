import { z } from 'zod'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

/** Closes an order for good or for now: afterwards every change to it is refused. */
export const completeOrCancel = orderCommand({
  name: 'completeOrCancel',
  summary: 'Complete or cancel an order',
  roles: ['admin'],
  input: z.object({ orderId, status: z.enum(['complete', 'cancel'], 'Complete or cancel?') }),
  success: 'Order closed',
  decide(order, { status }) {
    onlyWhileOpen(order, 'Sorry Not Allowed')
    return [{ type: status === 'complete' ? 'OrderCompleted' : 'OrderCancelled', data: {} }]
  },
})

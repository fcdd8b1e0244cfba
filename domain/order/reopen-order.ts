import { z } from 'zod'
import { orderCommand, orderId, requiredText } from './order.ts'

/** Opens a completed or cancelled order again. */
export const reopenOrder = orderCommand({
  name: 'reopenOrder',
  summary: 'Open a closed order again',
  roles: ['admin'],
  input: z.object({ orderId, reason: requiredText('Please say why', 500) }),
  success: 'Order reopened',
  decide: ({ status }, { reason }) => (status === 'open' ? [] : [{ type: 'OrderReopened', data: { reason } }]),
})

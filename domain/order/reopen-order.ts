import { z } from 'zod'
import { orderAction, orderId, words } from './order.ts'

/** Opens a completed or cancelled order again. */
export const reopenOrder = orderAction({
  name: 'reopenOrder',
  summary: 'Open a closed order again',
  may: ['admin'],
  input: z.object({ orderId, reason: words('Please say why', 500) }),
  done: 'Order reopened',
  decide: ({ status }, { reason }) => (status === 'open' ? [] : [{ type: 'OrderReopened', data: { reason } }]),
})

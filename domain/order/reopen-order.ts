import { z } from 'zod'
import { Refusal } from '../command.ts'
import { orderCommand, orderId, requiredText } from './order.ts'

/** Opens a completed or cancelled order again. */
export const reopenOrder = orderCommand({
  name: 'reopenOrder',
  summary: 'Open a closed order again',
  roles: ['admin'],
  input: z.object({ orderId, reason: requiredText('Please say why', 500) }),
  success: 'Order reopened',
  decide({ status, clientErased }, { reason }) {
    if (clientErased !== undefined) throw new Refusal('The client of this project was erased: it stays closed')
    return status === 'open' ? [] : [{ type: 'OrderReopened', data: { reason } }]
  },
})

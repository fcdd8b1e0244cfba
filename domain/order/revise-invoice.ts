import { z } from 'zod'
import { rupees } from './money.ts'
import { onlyWhileOpen, orderAction, orderId } from './order.ts'

const many = 'Please enter a number of revisions'

/** Sets what was paid, what the project costs, in rupees on the wire, and how many revisions are paid for. */
export const reviseInvoice = orderAction({
  name: 'reviseInvoice',
  summary: 'Change the invoice',
  may: ['admin'],
  input: z.object({
    orderId,
    paidAmount: rupees,
    actualAmount: rupees,
    noOfRevisions: z
      .union(
        [
          z.int(many),
          z
            .string(many)
            .trim()
            .regex(/^\d{1,4}$/, many)
            .transform(Number),
        ],
        many,
      )
      .pipe(z.int().min(0, many).max(1000, 'At most 1000 revisions')),
  }),
  done: 'Pricing updated',
  decide(order, { paidAmount: paid, actualAmount: actual, noOfRevisions: revisions }) {
    onlyWhileOpen(order)
    const { invoice } = order
    if (invoice.paid === paid && invoice.actual === actual && invoice.revisions === revisions) return []
    return [{ type: 'InvoiceRevised', data: { paid, actual, revisions } }]
  },
})

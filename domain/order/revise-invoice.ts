import { z } from 'zod'
import { hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { rupees } from '../money.ts'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

const many = 'Please enter a number of revisions'

const numberOfRevisions = z
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
  .pipe(z.int().min(0, many).max(1000, 'At most 1000 revisions'))

/**
 * Sets what was paid, what the project costs, in rupees on the wire, and how many revisions are paid for. What is left
 * out stays as it is.
 */
export const reviseInvoice = orderCommand({
  name: 'reviseInvoice',
  summary: 'Change the invoice',
  roles: ['admin'],
  input: z
    .object({
      orderId,
      paidAmount: rupees.optional(),
      actualAmount: rupees.optional(),
      noOfRevisions: numberOfRevisions.optional(),
    })
    .refine(({ orderId: _, ...changes }) => hasChanges(changes), nothingToChange),
  success: 'Pricing updated',
  decide(order, { paidAmount: paid, actualAmount: actual, noOfRevisions: revisions }) {
    onlyWhileOpen(order)
    const revised = withChanges(order.invoice, { paid, actual, revisions })
    return revised === order.invoice ? [] : [{ type: 'InvoiceRevised', data: revised }]
  },
})

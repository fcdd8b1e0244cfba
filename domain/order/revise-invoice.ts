import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { hasChanges, Invalid, nothingToChange, Refusal, withChanges } from '#domain/command.ts'
import { counted } from '#domain/count.ts'
import { formatMoney, rupees, toWireRupees } from '#domain/money.ts'
import {
  entryTraits,
  orderCommand,
  orderEvent,
  sameValues,
  stillUnanswered,
  type Undo,
  unansweredAgain,
  undoBy,
} from './action.ts'
import { orderId } from './input.ts'
import { type Amounts, amounts, invoiceOf, pricing } from './invoice.ts'
import { invoiceWaits } from './issued.ts'
import { onlyWhileOpen } from './order.ts'
import { entered, waitsOf, withEntered, withFormAmount, withWaits } from './payment-changes.ts'
import { moneyWaits } from './payment-fields.ts'
import { confirmedSum, isByItself } from './payments.ts'
import { acceptedVersion } from './proposal-versions.ts'

export const InvoiceRevised = orderEvent(
  'InvoiceRevised',
  {
    ...amounts,
    /** The money that waits afterwards, since 2026-11-25; absent where nothing was issued that could. */
    waits: clear(moneyWaits.optional()),
    /** When there was a price and paid revisions were added, as it takes a change back. */
    pricing: clear(pricing.optional()),
    /** What was entered as paid, and when, as it takes a change of that back. */
    entered: clear(entered.optional()),
    ...unansweredAgain,
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'money',
    apply: (
      order,
      { waits, pricing = order.pricing, entered, unansweredSince: _, ...invoice },
      { id, at, by: { name: by } },
    ) => ({
      ...order,
      invoice,
      pricing,
      payments: entered
        ? withEntered(order.payments, entered, { id, by })
        : withFormAmount(order.payments, { id, at, by, amount: invoice.paid - order.invoice.paid }),
      pending: waits ? withWaits(order.pending, waits) : order.pending,
    }),
    sentence: (amounts) => `Invoice updated: ${invoiceSentence(amounts)}`,
  },
)

/** The amounts paid and to be paid, with the extra revisions in them, in words. */
function invoiceSentence(amounts: Amounts): string {
  const { paid, actual, revisions } = amounts
  const total = actual + invoiceOf(amounts).totalPaidRevisions
  const included = revisions === 0 ? '' : `, including ${counted(revisions, 'paid revision')}`
  if (total === 0) return paid === 0 ? 'no price yet' : `${formatMoney(paid)} paid, no price yet`
  if (paid === 0) return `${formatMoney(total)} to pay${included}`
  if (paid === total) return `${formatMoney(total)} paid in full${included}`
  return `${formatMoney(paid)} of ${formatMoney(total)} paid${included}`
}

const invalidRevisions = 'Please enter a number of revisions'

const numberOfRevisions = z
  .union(
    [
      z.int(invalidRevisions),
      z
        .string(invalidRevisions)
        .trim()
        .regex(/^\d{1,4}$/, invalidRevisions)
        .transform(Number),
    ],
    invalidRevisions,
  )
  .pipe(z.int().min(0, invalidRevisions).max(1000, 'Please enter at most 1,000 revisions'))

/**
 * Sets what was paid, what the project costs, in rupees on the wire, and how many revisions are paid for. What is left
 * out stays as it is. Two fields take a change back: `pricing` says since when there was a price, and paid revisions.
 * `entered` says which amounts were entered as paid, and when. It counts where they come to what is paid.
 */
export const reviseInvoice = orderCommand(
  'reviseInvoice',
  z
    .object({
      orderId,
      paidAmount: rupees.optional(),
      actualAmount: rupees.optional(),
      noOfRevisions: numberOfRevisions.optional(),
      pricing: pricing.optional(),
      entered: entered.optional(),
      unansweredSince: z.string().optional(),
    })
    .refine(({ orderId: _, unansweredSince: __, ...changes }) => hasChanges(changes), nothingToChange),
  {
    summary: 'Update the invoice',
    call: 'PUT /api/update-pricing',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Invoice updated',
    decide(order, { paidAmount: paid, actualAmount: actual, noOfRevisions: revisions, ...restored }, { at }) {
      onlyWhileOpen(order)
      const { pricing, entered, unansweredSince } = restored
      if (actual !== undefined && actual !== order.invoice.actual && acceptedVersion(order))
        throw new Refusal('The client accepted this price. To change it, write a new version of the proposal.')
      const revised = withChanges(order.invoice, { paid, actual, revisions })
      if (revised === order.invoice) return []
      const times = [...(pricing?.rounds ?? []), ...(entered ?? []), { at: pricing?.since ?? at }].map(
        (each) => each.at,
      )
      const [from, to] = [order.openedAt, at].map(Date.parse) as [number, number]
      if (!times.map(Date.parse).every((time) => from <= time && time <= to))
        throw new Invalid({ pricing: 'The project wasn’t open then' })
      const { documents, payments } = order
      const waits = { ...waitsOf(payments), ...invoiceWaits(order, revised.paid) }
      const isWhole = entered && confirmedSum(withEntered(payments, entered, { id: '', by: '' })) === revised.paid
      const issued = documents.length > 0 ? { waits } : {}
      const unanswered = stillUnanswered(order, unansweredSince)
      return [InvoiceRevised({ ...revised, ...issued, pricing, entered: isWhole ? entered : undefined, ...unanswered })]
    },
    undo({ invoice: { paid, actual, revisions }, pricing, payments, unansweredSince }, { data }): Undo {
      const before = paid === data.paid ? {} : { entered: payments.filter((each) => !isByItself(each)) }
      const amounts = { paidAmount: toWireRupees(paid), actualAmount: toWireRupees(actual), noOfRevisions: revisions }
      return undoBy(reviseInvoice, { ...amounts, pricing, ...before, unansweredSince }, ({ invoice }) =>
        sameValues<Amounts>(data, invoice),
      )
    },
    palette: [{ key: 'i', tab: 'invoice', label: 'Update invoice', words: 'paid received project price cost' }],
  },
)

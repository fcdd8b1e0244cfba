import { z } from 'zod'
import { allClear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney, rupees } from '#domain/money.ts'
import { dayIn, dayInWords } from '#domain/time-zone.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { issuedAs, numberOf } from './document-numbers.ts'
import { draftInvoice, issuer, uninvoicedParts } from './draft-invoice.ts'
import { withPending } from './fields.ts'
import { orderId } from './input.ts'
import { buyer, documentParts, paidBefore, totalOf } from './issued.ts'
import { onlyWhileOpen } from './order.ts'

export const InvoiceIssued = orderEvent(
  'InvoiceIssued',
  {
    ...allClear({ ...documentParts, dueOn: z.string(), paid: z.array(paidBefore) }),
    buyer: personal(buyer, { name: 'erased' }),
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'money',
    subject: ({ documentId }) => documentId,
    apply: (order, data, { at, revision }, lists) => ({
      ...order,
      documents: lists.append(order.documents, { kind: 'invoice', ...data, at, revision }),
      invoiced: { sum: order.invoiced.sum + totalOf(data).amount, dueOn: data.dueOn },
      pending: withPending(order.pending, { at, revision }, data.open > 0 ? { asks: 'invoice' } : {}),
    }),
    sentence(data) {
      const due = data.open > 0 ? `, ${formatMoney(data.open)} due by ${dayInWords(data.dueOn)}` : ', all of it paid'
      return `Invoice ${data.number} issued: ${formatMoney(totalOf(data).amount)}${due}`
    },
  },
)

/** The error message where the agency has not said who its invoices come from. */
export const sellerMissing = 'Enter who invoices come from first, on the page Agency'
export const buyerMissing = 'Enter who the invoice is for first'
export const nothingToInvoice = 'Nothing is due to be invoiced yet'

const sentBody = z.object({
  orderId,
  /** The keys of the parts; those that are due unless given. */
  parts: z
    .array(z.string('Please choose what to invoice').max(40))
    .min(1, 'Please choose what to invoice')
    .max(100)
    .optional(),
  /** The invoice’s total as the admin has read it, in rupees. */
  total: rupees.optional(),
})

/** Issues an invoice of parts of the price: a document that never changes, with a number of its own. */
export const issueInvoice = orderCommand(
  'issueInvoice',
  sentBody.extend({ issuer: issuer.optional(), issued: issuedAs }),
  {
    summary: 'Issue an invoice of what is due, or of chosen parts of the price',
    call: 'POST /api/issue-invoice',
    body: sentBody,
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Invoice issued',
    decide(order, { parts, total, issuer, issued }, { at }) {
      onlyWhileOpen(order)
      if (!issuer) throw new Refusal(sellerMissing)
      if (!order.buyer) throw new Refusal(buyerMissing)
      const { buyer } = order
      const open = uninvoicedParts(order)
      const keys = parts ?? open.filter(({ isDue }) => isDue).map(({ key }) => key)
      if (keys.length === 0) throw new Refusal(nothingToInvoice)
      if (!keys.every((key) => open.some((part) => part.key === key)))
        throw new Refusal(
          'Part of this is invoiced already, or is no part of the price. Check the preview and try again.',
        )
      const today = dayIn(issuer.timeZone, Date.parse(at))
      const invoice = draftInvoice({ ...order, buyer }, issuer, keys, issued?.issuedOn ?? today)
      if (total !== undefined && total !== totalOf(invoice).amount)
        throw new Refusal(`This invoice comes to ${formatMoney(totalOf(invoice).amount)} now. Check it and try again.`)
      return [InvoiceIssued({ ...invoice, ...numberOf('invoice', issued, today) })]
    },
    undo: 'cannot be taken back',
    palette: [{ tab: 'invoice', label: 'Issue an invoice', words: 'bill number tax' }],
  },
)

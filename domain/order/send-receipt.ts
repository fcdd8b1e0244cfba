import { z } from 'zod'
import { allClear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { dayIn } from '#domain/time-zone.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { issuedAs, numberOf } from './document-numbers.ts'
import { issuer, receiptContent } from './draft-invoice.ts'
import { orderId } from './input.ts'
import { buyer, seller, tax } from './issued.ts'
import { onlyWhileOpen } from './order.ts'
import { withChanged } from './payment-changes.ts'
import { paymentId, paymentIn } from './payment-input.ts'
import { isByItself, isLowered } from './payments.ts'

export const ReceiptIssued = orderEvent(
  'ReceiptIssued',
  {
    ...allClear({
      documentId: z.string(),
      number: z.string(),
      /** The day in the agency’s zone: `2026-12-02`. */
      issuedOn: z.string(),
      payment: z.string(),
      amount: z.int(),
      /** The receiver of the payment, by the agency’s settings then, and the tax in the amount, where they are set. */
      seller: seller.optional(),
      tax: tax.optional(),
      /** The parts of the price it paid, and how much of each in paise. */
      covers: z.array(z.object({ title: z.string(), amount: z.int() })).optional(),
    }),
    buyer: personal(buyer.optional()),
  },
  {
    ...entryTraits,
    kind: 'money',
    subject: ({ documentId }) => documentId,
    apply: (order, { payment, documentId, number, issuedOn }, { revision }) => ({
      ...order,
      payments: withChanged(order.payments, payment, (before) => ({
        ...before,
        receipt: { documentId, number, issuedOn, revision },
      })),
    }),
    sentence: ({ number, amount }) => `Receipt ${number} sent for ${formatMoney(amount)}`,
  },
)

const sentBody = z.object({ orderId, payment: paymentId })

/** Sends the receipt of a payment that is confirmed, with a number of its own: from then on it is not taken back. */
export const sendReceipt = orderCommand(
  'sendReceipt',
  sentBody.extend({
    timeZone: z.string().optional(),
    issuer: issuer.optional(),
    issued: issuedAs,
    /** It sends itself: it is owed for what was paid, also where the order was closed in the minutes before. */
    isOwed: z.boolean().optional(),
  }),
  {
    summary: 'Send the receipt of a payment',
    call: 'POST /api/send-receipt',
    body: sentBody,
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Receipt sent',
    decide(order, { payment, timeZone = defaultTimeZone, issuer, issued, isOwed }, { at }) {
      if (!isOwed || order.clientErased !== undefined) onlyWhileOpen(order)
      const found = paymentIn(order, payment)
      const { state, amount, receipt } = found
      if (receipt) return []
      if (!isByItself(found))
        throw new Refusal(
          'This amount was entered in the invoice. To send a receipt, remove it there first, then record it as a payment.',
        )
      if (state !== 'confirmed' || amount <= 0) throw new Refusal('Please confirm this payment first')
      if (isOwed && isLowered(order.payments, found)) throw new Refusal('The invoice says that less was paid since')
      const numbered = numberOf('receipt', issued, dayIn(timeZone, Date.parse(at)))
      return [ReceiptIssued({ ...numbered, payment, amount, ...receiptContent(order, payment, issuer) })]
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)

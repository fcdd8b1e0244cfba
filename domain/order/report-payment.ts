import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { orderCommand, orderEvent, paymentTraits } from './action.ts'
import { fileIn } from './conversation.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { waitsBeside, withPayment, withWaits } from './payment-changes.ts'
import { paymentFields } from './payment-fields.ts'
import { onlyInThePast, paymentInput, sameReference } from './payment-input.ts'
import type { Payment } from './payments.ts'

export const PaymentReported = orderEvent(
  'PaymentReported',
  {
    ...paymentFields,
    reference: personal(z.string(), ''),
    paidOn: clear(z.string()),
    /** The id of a file that the client shared. */
    screenshot: clear(z.string().optional()),
  },
  {
    ...paymentTraits,
    overview: 'line',
    apply(order, { payment: id, waits, ...said }, { by, at, revision }) {
      const reported = { by: by.name, at, revision, said: { amount: said.amount, paidOn: said.paidOn } }
      const payments = withPayment(order.payments, { id, ...said, state: 'reported', by: by.name, at, reported })
      const payment = waits.payment ?? { at, revision, amount: 0 }
      const amount = payment.amount === undefined ? undefined : payment.amount + said.amount
      return { ...order, payments, pending: withWaits(order.pending, { ...waits, payment: { ...payment, amount } }) }
    },
    sentence: ({ amount, reference }) =>
      `Payment of ${formatMoney(amount)} reported${reference ? `, reference ${reference}` : ''}`,
  },
)

/** How many payments may be reported at a time that are not confirmed. */
const maxUnconfirmed = 20

/**
 * The client says that they have paid. Reported again under the same id it takes the place of what was said before, until
 * the agency has confirmed it.
 */
export const reportPayment = orderCommand(
  'reportPayment',
  z.object({
    ...paymentInput,
    /** The id under which a screenshot was shared. */
    screenshot: z.string().max(100).optional(),
  }),
  {
    summary: 'Report a payment',
    call: 'POST /api/report-payment',
    scope: null,
    limit: 'message',
    roles: ['client'],
    success: 'Payment reported. We’ll check it and confirm.',
    decide(order, { orderId: _, payment, ...said }, { at }) {
      onlyWhileOpen(order)
      onlyInThePast(said.paidOn, at)
      const before = order.payments.find(({ id }) => id === payment)
      if (before?.state === 'confirmed') throw new Refusal('We have already confirmed this payment')
      if (isSaidAlready(before, said)) return []
      onlyOnce(order, payment, said)
      return [PaymentReported({ payment, ...said, waits: waitsBeside(order, payment) })]
    },
    undo: 'cannot be taken back',
    palette: [{ tab: 'payment', label: 'Report a payment', words: 'paid upi bank transfer i have paid' }],
  },
)

type Said = Pick<Payment, 'amount' | 'paidOn' | 'screenshot'> & { reference: string }

const isSaidAlready = (before: Payment | undefined, { amount, reference, paidOn, screenshot }: Said): boolean =>
  before?.state === 'reported' &&
  before.amount === amount &&
  before.reference === reference &&
  before.paidOn === paidOn &&
  before.screenshot === screenshot

/** Refuses a payment that is there already, one too many, and a screenshot that is not there. */
function onlyOnce({ payments, conversation }: Order, id: string, { reference, screenshot }: Said): void {
  const others = payments.filter((each) => each.id !== id)
  const same = others.find((each) => sameReference(each.reference, reference))
  if (same)
    throw new Refusal(
      same.state === 'confirmed'
        ? 'We have already confirmed a payment with this reference'
        : 'You have already reported a payment with this reference',
    )
  if (others.filter(({ state }) => state !== 'confirmed').length >= maxUnconfirmed)
    throw new Refusal('Too many payments are waiting to be checked. Please send us a message')
  if (screenshot !== undefined && !fileIn(conversation, screenshot))
    throw new Invalid({ screenshot: 'This file has been deleted. Please choose another' })
}

import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { orderCommand, orderEvent } from './action.ts'
import { PaymentConfirmed, receivedTraits, undoOfConfirmed, withReceived } from './confirm-payment.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { withChanged } from './payment-changes.ts'
import { paymentFields } from './payment-fields.ts'
import {
  confirmedAlready,
  onlyInThePast,
  onlyUpToMaximum,
  paymentInput,
  sameReference,
  settledBy,
} from './payment-input.ts'
import { completedStep } from './payments.ts'

export const PaymentRecorded = orderEvent(
  'PaymentRecorded',
  {
    ...paymentFields,
    reference: personal(z.string(), ''),
    paidOn: clear(z.string()),
    /** The provider that it came in through. */
    provider: clear(z.string().optional()),
    completes: clear(completedStep.optional()),
  },
  {
    ...receivedTraits,
    apply: withReceived,
    sentence: ({ amount, provider }) =>
      provider
        ? `Payment of ${formatMoney(amount)} received through ${provider}`
        : `Payment of ${formatMoney(amount)} recorded`,
  },
)

const recorded = z.object(paymentInput)
type Recorded = z.output<typeof recorded>
type ReceivedEvent = ReturnType<typeof PaymentConfirmed> | ReturnType<typeof PaymentRecorded>

/** A try whose answer was lost was recorded, and is sent again with other words. */
const recordedOtherwise = 'This payment is already recorded, with other details'

/**
 * Returns the events of money that came in. A payment that the client has reported is confirmed; one that was reported with
 * another amount becomes what came in.
 */
function received(order: Order, { orderId: _, ...said }: Recorded, provider?: string): ReceivedEvent[] {
  onlyWhileOpen(order)
  const { payment, amount, reference, paidOn } = said
  const known = order.payments.find(({ id }) => id === payment)
  if (known) {
    const isSame = sameReference(known.reference, reference) && known.amount === amount && known.paidOn === paidOn
    if (provider || (known.state === 'confirmed' && isSame)) return []
    throw new Refusal(
      known.state === 'confirmed' ? recordedOtherwise : 'The client reported this payment. Please confirm it.',
    )
  }
  const same = order.payments.filter((each) => sameReference(each.reference, reference))
  const confirmed = same.find(({ state }) => state === 'confirmed')
  if (confirmed) {
    // A request that is repeated since its answer was lost: what was reported has an id of its own.
    if (provider || (confirmed.amount === amount && confirmed.paidOn === paidOn)) return []
    throw new Refusal(confirmedAlready)
  }
  onlyUpToMaximum(order, amount)
  const [report] = same
  const payments = report
    ? withChanged(order.payments, report.id, (before) => ({ ...before, state: 'confirmed' }))
    : order.payments
  const rest = { ...settledBy(order, payments, amount), ...(provider ? { provider } : {}) }
  if (report?.amount === amount) return [PaymentConfirmed({ payment: report.id, amount, ...rest })]
  return [PaymentRecorded({ ...said, payment: report?.id ?? payment, ...rest })]
}

/** The agency has money that the client has not reported. Where they have, under the same reference, it is confirmed. */
export const recordPayment = orderCommand('recordPayment', recorded, {
  summary: 'Record a payment',
  call: 'POST /api/record-payment',
  scope: 'orders:write',
  roles: ['admin'],
  success: 'Payment recorded',
  decide(order, input, { at }) {
    onlyInThePast(input.paidOn, at)
    return received(order, input)
  },
  undo: (before, { data }) => undoOfConfirmed(before, data),
  palette: [{ tab: 'payment', label: 'Record a payment', words: 'paid received money bank' }],
})

/** A provider has the money of a client. What it says twice, or what is confirmed already, changes nothing. */
export const receivePayment = orderCommand(
  'receivePayment',
  recorded.extend({ provider: z.enum(['Stripe', 'Razorpay']) }),
  {
    summary: 'Record a payment that a provider received',
    scope: null,
    roles: ['admin'],
    success: 'Payment received',
    decide: (order, { provider, ...input }) => received(order, input, provider),
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)

import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { entryTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { completedStep, confirmedAs, PaymentConfirmed } from './confirm-payment.ts'
import { type Order, onlyWhileOpen, orderId, stepToggled } from './order.ts'
import {
  onlyInThePast,
  onlyUpToMaximum,
  paidAmount,
  paidOnDay,
  paymentId,
  paymentReference,
  sameReference,
  settledBy,
} from './payment-input.ts'
import { moneyWaits, type Payment, withChanged, withPayment, withWaits } from './payments.ts'
import { reopenPayment } from './reopen-payment.ts'

export const PaymentRecorded = orderEvent(
  'PaymentRecorded',
  {
    payment: clear(z.string()),
    amount: z.int(),
    reference: personal(z.string(), ''),
    paidOn: clear(z.string()),
    /** The provider that it came in through. */
    provider: clear(z.string().optional()),
    /** The money that waits afterwards. */
    waits: clear(moneyWaits),
    completes: clear(completedStep.optional()),
  },
  {
    ...entryTraits,
    overview: 'line',
    answers: true,
    kind: 'money',
    settles: () => 'done',
    apply(order, { payment: id, waits, completes, provider, ...said }, { by, at }) {
      const via = provider === undefined ? {} : { via: provider }
      const recorded: Payment = { id, ...said, ...via, ...confirmedAs({ at, by: by.name, completes }) }
      return {
        ...order,
        ...(completes ? stepToggled(order, { step: completes.step, done: true }, { by: by.name, at }) : {}),
        invoice: { ...order.invoice, paid: order.invoice.paid + said.amount },
        payments: withPayment(order.payments, recorded),
        pending: withWaits(order.pending, waits),
      }
    },
    sentence: ({ amount, provider }) =>
      provider
        ? `Payment of ${formatMoney(amount)} received through ${provider}`
        : `Payment of ${formatMoney(amount)} recorded`,
  },
)

const recorded = z.object({
  orderId,
  payment: paymentId,
  amount: paidAmount,
  reference: paymentReference,
  paidOn: paidOnDay,
})
type Recorded = z.output<typeof recorded>
type Received = ReturnType<typeof PaymentConfirmed> | ReturnType<typeof PaymentRecorded>

/** Returns the events of money that came in: a payment that the client has reported is confirmed. */
function received(order: Order, { orderId: _, ...said }: Recorded, provider?: string): Received[] {
  onlyWhileOpen(order)
  const { payment, amount, reference } = said
  if (order.payments.some(({ id }) => id === payment)) return []
  onlyUpToMaximum(order, amount)
  const same = order.payments.find((each) => sameReference(each.reference, reference))
  if (same?.state === 'confirmed') {
    if (provider) return []
    throw new Refusal('A payment with this reference is already confirmed')
  }
  if (same && same.amount === amount) {
    const payments = withChanged(order.payments, same.id, (before) => ({ ...before, state: 'confirmed' }))
    return [PaymentConfirmed({ payment: same.id, amount, ...settledBy(order, payments, amount) })]
  }
  const rest = settledBy(order, order.payments, amount)
  return [PaymentRecorded({ ...said, ...(provider ? { provider } : {}), ...rest })]
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
  undo: (_, { type, data: { payment, ...data } }): Undo | undefined =>
    type === 'PaymentRecorded' && 'provider' in data
      ? undefined
      : undoBy(reopenPayment, { payment }, ({ payments }) =>
          payments.some(({ id, state }) => id === payment && state === 'confirmed'),
        ),
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

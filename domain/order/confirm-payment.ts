import { z } from 'zod'
import { type Around, clear } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import { orderCommand, orderEvent, paymentTraits, undoBy } from './action.ts'
import { orderId } from './input.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { withChanged, withPayment, withWaits } from './payment-changes.ts'
import { type MoneyWaits, paymentFields } from './payment-fields.ts'
import {
  confirmedAlready,
  onlyUpToMaximum,
  paidAmount,
  paymentId,
  paymentIn,
  sameReference,
  settledBy,
} from './payment-input.ts'
import { completedStep, enteredSum, type Payment } from './payments.ts'
import { reopenPayment } from './reopen-payment.ts'
import { stepToggled } from './toggle-step.ts'

/** The traits of money that came in. */
export const receivedTraits = {
  ...paymentTraits,
  overview: 'line',
  answers: true,
  settles: () => 'done' as const,
} as const

export const PaymentConfirmed = orderEvent(
  'PaymentConfirmed',
  {
    ...paymentFields,
    completes: clear(completedStep.optional()),
    /** The provider that says so. */
    provider: clear(z.string().optional()),
  },
  {
    ...receivedTraits,
    apply: withReceived,
    sentence: ({ amount, provider }) =>
      provider
        ? `Payment of ${formatMoney(amount)} received through ${provider}`
        : `Payment of ${formatMoney(amount)} confirmed`,
  },
)

type Received = { payment: string; amount: Paise; waits: MoneyWaits } & {
  completes?: Payment['completed']
  provider?: string | undefined
} & Pick<Payment, 'reference' | 'paidOn'>

/** The order once it has money: the payment is confirmed, and the step done that it completes. */
export function withReceived(
  order: Order,
  { payment: id, amount, waits, completes, provider, ...said }: Received,
  { at, by: { name: by } }: Around,
): Order {
  const { payments, invoice } = order
  const alreadyEntered = enteredSum(payments)
  // None where the agency records it by itself. A report of another amount under its reference becomes this payment.
  const before = payments.find((each) => each.id === id)
  const received: Payment = {
    ...{ ...before, id, amount, ...said, state: 'confirmed', at, by },
    ...(completes ? { completed: completes } : {}),
    ...(provider ? { via: provider } : {}),
    ...(alreadyEntered === 0 ? {} : { alreadyEntered }),
  }
  return {
    ...order,
    ...(completes ? stepToggled(order, { step: completes.step, done: true }, { by, at }) : {}),
    invoice: { ...invoice, paid: invoice.paid + amount },
    payments: withPayment(payments, received),
    pending: withWaits(order.pending, waits),
  }
}

/** Returns what takes a confirmed payment back; nothing where a provider says that it has the money. */
export function undoOfConfirmed(
  { payments, unansweredSince }: Pick<Order, 'payments' | 'unansweredSince'>,
  { payment, provider }: { payment: string; provider?: string | undefined },
) {
  if (provider) return undefined
  const isIn = (state: Payment['state']) => (each: Payment) => each.id === payment && each.state === state
  const questioned = payments.some(isIn('questioned')) ? { questioned: true } : {}
  return undoBy(reopenPayment, { payment, unansweredSince, ...questioned }, (now) =>
    now.payments.some(isIn('confirmed')),
  )
}

/** The agency has the money. `amount` is the one that was read: another one that the client has entered since is refused. */
export const confirmPayment = orderCommand(
  'confirmPayment',
  z.object({ orderId, payment: paymentId, amount: paidAmount }),
  {
    summary: 'Confirm a reported payment',
    call: 'POST /api/confirm-payment',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Payment confirmed',
    decide(order, { payment, amount }) {
      onlyWhileOpen(order)
      const found = paymentIn(order, payment)
      if (found.state === 'confirmed') return []
      if (found.amount !== amount)
        throw new Refusal('The client has changed the amount of this payment. Please check it again')
      if (order.payments.some((each) => each.state === 'confirmed' && sameReference(each.reference, found.reference)))
        throw new Refusal(confirmedAlready)
      onlyUpToMaximum(order, amount)
      const payments = withChanged(order.payments, payment, (before) => ({ ...before, state: 'confirmed' }))
      return [PaymentConfirmed({ payment, amount, ...settledBy(order, payments, amount) })]
    },
    undo: (before, { data }) => undoOfConfirmed(before, data),
    palette: ({ payments }) =>
      payments
        .filter(({ state }) => state === 'reported')
        .map(({ id, amount }) => ({
          control: id,
          tab: 'payment',
          label: `Confirm payment of ${formatMoney(amount)}`,
          words: 'paid received money',
          press: true,
        })),
  },
)

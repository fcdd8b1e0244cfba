import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { lineTraits, orderCommand, orderEvent, undoBy } from './action.ts'
import { type Order, onlyWhileOpen, orderId, stepToggled } from './order.ts'
import {
  confirmedAlready,
  onlyUpToMaximum,
  paidAmount,
  paymentId,
  paymentIn,
  sameReference,
  settledBy,
} from './payment-input.ts'
import { completedStep, enteredSum, moneyWaits, type Payment, withChanged, withWaits } from './payments.ts'
import { reopenPayment } from './reopen-payment.ts'

export const PaymentConfirmed = orderEvent(
  'PaymentConfirmed',
  {
    payment: clear(z.string()),
    amount: z.int(),
    /** The money that waits afterwards. */
    waits: clear(moneyWaits),
    completes: clear(completedStep.optional()),
    /** The provider that says so. */
    provider: clear(z.string().optional()),
  },
  {
    ...lineTraits,
    answers: true,
    kind: 'money',
    settles: () => 'done',
    subject: ({ payment }) => payment,
    apply(order, { payment, amount, waits, completes, provider }, { by, at }) {
      const confirmed = (before: Payment): Payment => ({
        ...before,
        ...confirmedAs({ at, by: by.name, completes, provider }, order.payments),
      })
      return {
        ...order,
        ...(completes ? stepToggled(order, { step: completes.step, done: true }, { by: by.name, at }) : {}),
        invoice: { ...order.invoice, paid: order.invoice.paid + amount },
        payments: withChanged(order.payments, payment, confirmed),
        pending: withWaits(order.pending, waits),
      }
    },
    sentence: ({ amount, provider }) =>
      provider
        ? `Payment of ${formatMoney(amount)} received through ${provider}`
        : `Payment of ${formatMoney(amount)} confirmed`,
  },
)

/** The fields of a payment once it is confirmed, beside the payments before. */
export function confirmedAs(
  { at, by, completes, provider }: Confirmation,
  before: readonly Payment[],
): Pick<Payment, 'state' | 'at' | 'by' | 'completed' | 'via' | 'alreadyEntered'> {
  const alreadyEntered = enteredSum(before)
  return {
    ...{ state: 'confirmed', at, by },
    ...(completes ? { completed: completes } : {}),
    ...(provider ? { via: provider } : {}),
    ...(alreadyEntered === 0 ? {} : { alreadyEntered }),
  }
}

type Confirmation = Pick<Payment, 'at' | 'by'> & { completes: Payment['completed']; provider: string | undefined }

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

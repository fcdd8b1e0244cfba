import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { orderCommand, orderEvent, paymentTraits, stillUnanswered, unansweredAgain } from './action.ts'
import { orderId } from './input.ts'
import { invoiceWaits } from './issued.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { waitsOf, withWaits } from './payment-changes.ts'
import { paymentFields } from './payment-fields.ts'
import { paymentId, paymentIn } from './payment-input.ts'
import { completedStep, type Payment } from './payments.ts'
import { sinceDoneBefore, stepToggled } from './toggle-step.ts'

export const PaymentReopened = orderEvent(
  'PaymentReopened',
  {
    ...paymentFields,
    /** Its state before: one that the agency recorded by itself is not there any more, others are reported again. */
    was: z.enum(['confirmed', 'questioned', 'recorded']),
    /** Whether the question about it waits again, as before it was confirmed. */
    questioned: z.boolean().optional(),
    /** The step that is open again, and since when that was the current one before. */
    reopens: clear(completedStep.optional()),
    ...unansweredAgain,
  },
  {
    ...paymentTraits,
    apply(order, { payment, amount, was, questioned, waits, reopens }, { by, at }) {
      const { invoice } = order
      return {
        ...order,
        ...(reopens ? stepToggled(order, { ...reopens, done: false }, { by: by.name, at }) : {}),
        invoice: was === 'questioned' ? invoice : { ...invoice, paid: invoice.paid - amount },
        payments: order.payments.flatMap((each) => (each.id === payment ? reopened(each, questioned) : each)),
        pending: withWaits(order.pending, waits),
      }
    },
    sentence({ amount, was, questioned }) {
      if (was === 'recorded') return `Payment of ${formatMoney(amount)} removed: it was recorded by mistake`
      if (questioned) return `The question about the payment of ${formatMoney(amount)} stands again`
      return `Payment of ${formatMoney(amount)} is being checked again`
    },
  },
)

/** A payment as the client reported it, or as it was questioned; nothing where they did not. */
function reopened(
  { question, completed: _, alreadyEntered: __, ...payment }: Payment,
  questioned?: boolean,
): Payment[] {
  const { reported } = payment
  if (!reported) return []
  const { at, by, said } = reported
  const again = questioned && question ? { at: question.at, by: question.by ?? by, question } : { at, by }
  return [{ ...payment, ...said, state: questioned ? 'questioned' : 'reported', ...again }]
}

const reopenedBody = z.object({
  orderId,
  payment: paymentId,
  /** Whether it is to be questioned again, if it was before it was confirmed. */
  questioned: z.boolean().optional(),
  unansweredSince: z.string().optional(),
})

/**
 * Takes back that a payment was confirmed, questioned or recorded, until its receipt is sent. A provider’s stays: it has
 * the money.
 */
export const reopenPayment = orderCommand('reopenPayment', reopenedBody, {
  summary: 'Check a payment again',
  call: 'POST /api/reopen-payment',
  scope: 'orders:write',
  roles: ['admin'],
  success: 'Payment is being checked again',
  decide(order, { payment: id, unansweredSince, ...again }) {
    onlyWhileOpen(order)
    const payment = paymentIn(order, id)
    if (payment.state === 'reported') return []
    onlyWhatMayBeReopened(order, payment)
    const questioned = again.questioned && payment.state === 'confirmed' && payment.question !== undefined
    const after = order.payments.flatMap((each) => (each.id === id ? reopened(each, questioned) : each))
    const was = payment.state === 'questioned' ? 'questioned' : payment.reported ? 'confirmed' : 'recorded'
    const paid = order.invoice.paid - (was === 'questioned' ? 0 : payment.amount)
    const { completed } = payment
    const reopens =
      completed && order.steps.some(({ id, completedBy }) => id === completed.step && completedBy?.at === payment.at)
        ? { reopens: { ...completed, since: sinceDoneBefore(order, completed.step, completed.since) } }
        : {}
    return [
      PaymentReopened({
        payment: id,
        amount: payment.amount,
        was,
        ...(questioned ? { questioned } : {}),
        waits: { ...waitsOf(after), ...invoiceWaits(order, paid) },
        ...reopens,
        ...stillUnanswered(order, unansweredSince),
      }),
    ]
  },
  undo: 'cannot be taken back',
  palette: 'not in the palette',
})

/** Refuses to take back what came in another way, and what would leave less than nothing paid. */
function onlyWhatMayBeReopened({ invoice }: Order, { amount, state, via, receipt }: Payment): void {
  if (receipt) throw new Refusal('The receipt of this payment was already sent')
  if (via) throw new Refusal('This payment wasn’t confirmed here. Update the invoice instead')
  if (state === 'confirmed' && invoice.paid < amount)
    throw new Refusal('The invoice says that less was paid. Update the invoice instead')
}

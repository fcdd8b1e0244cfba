import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { orderCommand, orderEvent, paymentTraits, type Undo, undoBy } from './action.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { waitsBeside, withChanged, withWaits } from './payment-changes.ts'
import { paymentFields } from './payment-fields.ts'
import { paymentId, paymentIn } from './payment-input.ts'
import { reopenPayment } from './reopen-payment.ts'
import { unlessErased } from './telling.ts'

export const PaymentQuestioned = orderEvent(
  'PaymentQuestioned',
  {
    ...paymentFields,
    question: personal(z.string(), ''),
  },
  {
    ...paymentTraits,
    overview: 'line',
    answers: true,
    apply: (order, { payment, question: text, waits }, { by, at, revision }) => ({
      ...order,
      payments: withChanged(order.payments, payment, (before) => ({
        ...before,
        ...{ state: 'questioned', at, by: by.name, question: { at, revision, text, by: by.name } },
      })),
      pending: withWaits(order.pending, { 'payment question': { at, revision }, ...waits }),
    }),
    sentence: ({ amount, question }) =>
      `Payment of ${formatMoney(amount)} not found${unlessErased(': “', question, 90, '”')}`,
  },
)

/** The agency does not find a reported payment, and asks. */
export const questionPayment = orderCommand(
  'questionPayment',
  z.object({
    orderId,
    payment: paymentId,
    question: requiredText('Please write what you’d like to know', 1_000),
  }),
  {
    summary: 'Ask about a reported payment that is not found',
    call: 'POST /api/question-payment',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Question sent',
    decide(order, { payment, question }) {
      onlyWhileOpen(order)
      const found = paymentIn(order, payment)
      if (found.state === 'confirmed') throw new Refusal('This payment is already confirmed')
      if (found.state === 'questioned' && found.question?.text === question) return []
      return [PaymentQuestioned({ payment, amount: found.amount, question, waits: waitsBeside(order, payment) })]
    },
    undo: (before, { data: { payment, question } }): Undo | undefined =>
      before.payments.some(({ id, state }) => id === payment && state === 'reported')
        ? undoBy(reopenPayment, { payment, unansweredSince: before.unansweredSince }, ({ payments }) =>
            payments.some(
              (each) => each.id === payment && each.state === 'questioned' && each.question?.text === question,
            ),
          )
        : undefined,
    palette: 'not in the palette',
  },
)

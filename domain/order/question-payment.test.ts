import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { completed, meera } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { PaymentQuestioned, questionPayment } from './question-payment.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, priced, questioned, reported } from './testing-payments.ts'
import { turnOf } from './turn.ts'

const { question } = questioned.data

export const ofQuestionPayment = cases(questionPayment, {
  example: {
    given: [...priced, reported],
    by: meera,
    input: { payment: 'payment-1', question },
    follows: [PaymentQuestioned(questioned.data)],
    said: 'Payment of ₹13,000 not found: “Which bank did you pay from?”',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { PaymentQuestioned: ({ payment, question }) => ({ payment, question }) },
  tried: tries({
    payment: some('payment-1', 'payment-2', 'payment-3'),
    question: some('Which bank?', 'On which day?'),
  }),
  ignored: { 'where the same is asked already': [...priced, reported, questioned] },
  refused: {
    'where it is not reported': {
      given: priced,
      message: 'This payment isn’t reported any more. The page shows what is',
    },
    'once it is confirmed': { given: [...priced, reported, confirmed], message: 'This payment is already confirmed' },
    'once the order is completed': {
      given: [...priced, reported, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
  invalid: [
    { input: { payment: 'payment-1', question: ' ' }, fields: { question: 'Please write what you’d like to know' } },
  ],
})

if (import.meta.vitest) {
  check(ofQuestionPayment)

  describe('a payment that is not found', () => {
    it('makes it the client’s turn, since it was asked', () =>
      expect(turnOf(fold(orders, recorded('order-1', [...priced, reported, questioned])))).toMatchObject({
        with: 'client',
        reason: 'payment question',
        since: questioned.at,
      }))
  })
}

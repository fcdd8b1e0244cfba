import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid, perform } from '#domain/command.ts'
import { fold } from '#domain/event.ts'
import { answersOf, shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answers } from '#domain/questionnaire/question.ts'
import { amended, asha, cancelled, completed, farhan, meera, opened, reopened } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { AnswersAmended, amendAnswers } from './amend-answers.ts'
import { cases, check, tries } from './testing-action.ts'

const amending = (answers: Answers) => ({
  orderId: 'x1',
  answers: Object.entries(answers).map(([id, answer]) => ({ id: Number(id), answer })),
})
const changed = (answers: Answers) => ({ type: 'AnswersAmended' as const, data: { answers } })
const later = amending({ 12: '04:00 PM' })
const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))
/** A dashboard was asked for: question 6 is asked. */
const withDashboard: Sample<OrderEvent> = {
  ...amended,
  data: { answers: { 5: 'Manage daily work', 6: ['Stock', 'Staff'] } },
}
const problems = (answers: Answers): Record<string, string> => {
  try {
    perform(amendAnswers, order(opened), amending(answers), { by: asha, at: amended.at })
  } catch (error) {
    if (error instanceof Invalid) return error.fields
    throw error
  }
  return {}
}

/** A dashboard is asked for, and is not any more; an address that is none. */
const amendments: Answers[] = [{ 5: 'Manage daily work', 6: ['Stock'] }, { 5: 'Sell online' }, { 9: 'orders' }]

export const ofAmendAnswers = cases(amendAnswers, {
  example: {
    given: [opened],
    by: asha,
    input: { answers: later.answers },
    follows: [AnswersAmended({ answers: { 12: '04:00 PM' } })],
    said: 'Changed the answer to “When is a good time to call you?”',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { AnswersAmended: ({ answers }) => ({ answers: amending(answers).answers }) },
  tried: tries({ answers: fc.constantFrom(...amendments.map((each) => amending(each).answers)) }),
})

if (import.meta.vitest) {
  check(ofAmendAnswers)

  describe('amending the answers', () => {
    it('changes the one that is given, and keeps the others', () => {
      given(orders, opened)
        .when(amendAnswers, later, asha)
        .then(changed({ 12: '04:00 PM' }))
      const before = answersOf(opened.data.questions)
      expect(answersOf(order(opened, amended).questions)).toEqual({ ...before, 12: '04:00 PM' })
    })
    it('records only what changes, when the whole form is sent', () =>
      given(orders, opened)
        .when(amendAnswers, amending({ ...answersOf(opened.data.questions), 12: '04:00 PM' }), asha)
        .then(changed({ 12: '04:00 PM' })))
    it('does nothing the second time', () => given(orders, opened, amended).when(amendAnswers, later, asha).then())
    it('does nothing when nothing is given', () => given(orders, opened).when(amendAnswers, amending({}), asha).then())
    it('does nothing for a question that the order does not have', () =>
      given(orders, opened)
        .when(amendAnswers, amending({ 99: 'x', [-1]: 'y' }), asha)
        .then())
    it('keeps what was checked: trimmed', () =>
      given(orders, opened)
        .when(amendAnswers, amending({ 12: ' 04:00 PM ' }), asha)
        .then(changed({ 12: '04:00 PM' })))
    it('takes an answer that need not be there away', () =>
      given(orders, opened)
        .when(amendAnswers, amending({ 8: '' }), asha)
        .then(changed({ 8: null })))
    it('puts a file in', () => {
      const logo = { originalName: 'logo.png', filename: 'k3x.png' }
      given(orders, opened)
        .when(amendAnswers, amending({ 7: logo }), asha)
        .then(changed({ 7: logo }))
    })

    it('asks what is to be asked now, and wants it answered', () => {
      expect(problems({ 5: 'Manage daily work' })).toEqual({ 6: 'Please answer this question' })
      given(orders, opened)
        .when(amendAnswers, amending({ 5: 'Manage daily work', 6: ['Stock'] }), asha)
        .then(changed({ 5: 'Manage daily work', 6: ['Stock'] }))
      const questionIds = shownQuestions(order(opened, withDashboard).questions).map(({ id }) => id)
      expect(questionIds).toContain(6)
    })
    it('drops what is not asked any more', () => {
      given(orders, opened, withDashboard)
        .when(amendAnswers, amending({ 5: 'Sell online' }), asha)
        .then(changed({ 5: 'Sell online', 6: null }))
      given(orders, opened)
        .when(amendAnswers, amending({ 6: ['Stock'] }), asha)
        .then()
    })
    it('says what will not do, by question', () =>
      expect(problems({ 1: '', 9: 'orders', 12: '16:00' })).toEqual({
        1: 'Please answer this question',
        9: 'Please enter an email address',
        12: 'Please choose a time',
      }))

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
      given(orders, opened, amended, closed)
        .when(amendAnswers, later, asha)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it('is free again once the order was reopened', () =>
      given(orders, opened, completed, reopened)
        .when(amendAnswers, later, asha)
        .then(changed({ 12: '04:00 PM' })))
    it('is for the client: an admin does not answer for them', () =>
      given(orders, opened).when(amendAnswers, later, meera).thenRefused('Sorry Not Allowed'))
    it('finds nothing in another client’s order', () =>
      given(orders, opened).when(amendAnswers, later, farhan).thenRefused('Not found'))

    it.each([undefined, null, 'x', {}, [{ id: '12', answer: 'x' }], [{ id: 12, answer: 5 }], [{ id: 12 }]])(
      'does not take %j for answers',
      (answers) => expect(amendAnswers.input.safeParse({ orderId: 'x1', answers }).success).toBe(false),
    )
  })
}

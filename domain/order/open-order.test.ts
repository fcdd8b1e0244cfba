import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { answered } from '#domain/questionnaire/answers.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import { answers, asha, cancelled, farhan, meera, opened } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { OrderExists, OrderOpened, openOrder } from './open-order.ts'
import { cases, check } from './testing-action.ts'

const questions = answered(defaultQuestions, answers)
const third = { orderId: 'x1', number: 3, questions, steps: defaultSteps }
const input = (changes: object) => openOrder.input.safeParse({ ...third, ...changes }).success

export const ofOpenOrder = cases(openOrder, {
  example: {
    given: [],
    by: asha,
    input: { number: 3, questions, steps: defaultSteps },
    follows: [OrderOpened({ clientId: 'asha', number: 3, title: 'Asha Rao #3', steps: defaultSteps, questions })],
    said: 'Project started with 8 answers',
  },
  who: { visitor: 401, client: 200, stranger: 200, admin: 403 },
  inputOf: { OrderOpened: ({ number, questions, steps }) => ({ number, questions, steps }) },
})

if (import.meta.vitest) {
  check(ofOpenOrder)

  describe('opening an order', () => {
    it('keeps the client, the number and what was answered, and calls the order after both', () =>
      given(orders)
        .when(openOrder, third, asha)
        .then({
          type: 'OrderOpened',
          data: { clientId: 'asha', number: 3, title: 'Asha Rao #3', steps: defaultSteps, questions },
        }))
    it('takes the steps over as they are that day, none of them signed', () => {
      const steps = [{ id: 7, value: 'Measure the shop' }]
      const sample = { ...opened, data: { ...opened.data, steps } }
      expect(fold(orders, recorded('order-1', [sample])).steps).toEqual([
        { id: 7, value: 'Measure the shop', status: 0 },
      ])
    })
    it('takes over what a step is, and nothing else of it', () => {
      const step = { id: 7, value: 'First half', phase: 'development', payment: true, with: 'agency' }
      const { steps } = openOrder.input.parse({
        ...third,
        steps: [
          { ...step, status: 0 },
          { id: 8, value: 'Launch' },
        ],
      })
      expect(steps).toEqual([step, { id: 8, value: 'Launch' }])
    })
    it('is refused where an order is open', () =>
      given(orders, opened).when(openOrder, third, asha).thenRefused('This project has already been started'))
    it('is refused where an order was closed', () =>
      given(orders, opened, cancelled)
        .when(openOrder, third, asha)
        .thenRefused('This project has already been started'))
    it('says by its kind that the number is taken', () => {
      const taken = fold(orders, recorded('order-1', [opened]))
      const open = () => openOrder.decide(taken, third, { by: farhan, at: opened.at })
      expect(open).toThrow(OrderExists)
    })
    it('is for clients', () => given(orders).when(openOrder, third, meera).thenRefused('Sorry Not Allowed'))

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3'])('does not take %s for a number', (number) =>
      expect(input({ number })).toBe(false),
    )
    it.each(['', 'a/b', 'a b', 'x1\n', 'x'.repeat(65), null, { $ne: '' }])('does not take %j for an id', (orderId) =>
      expect(input({ orderId })).toBe(false),
    )
    it('keeps nothing of a question but its own fields', () => {
      const [first, ...others] = questions
      const more = { ...first, answer: { originalName: 'a.pdf', filename: 'k', extra: 'x' }, extra: 'x' }
      const { questions: saved } = openOrder.input.parse({ ...third, questions: [more, ...others] })
      expect(saved[0]).toEqual({ ...first, answer: { originalName: 'a.pdf', filename: 'k' } })
    })
  })
}

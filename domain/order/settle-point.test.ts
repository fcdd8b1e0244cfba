import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, changesRequested, completed, draftShared, meera, opened, pointSettled } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { approveDraft, DraftApproved } from './approve-draft.ts'
import type { Order } from './order.ts'
import { pointsIn } from './review.ts'
import { PointSettled, settlePoint } from './settle-point.ts'
import { anyPerson, cases, check, some } from './testing-action.ts'

const phase = 'landing page' as const
const on = { orderId: 'x1', phase, point: 'a' }
const afterRequest = [opened, draftShared, changesRequested]

export const ofSettlePoint = cases(settlePoint, {
  example: {
    given: afterRequest,
    by: meera,
    input: { phase, point: 'a', done: true, answer: 'It is 24 pixels now' },
    follows: [PointSettled({ phase, point: 'a', done: true, answer: 'It is 24 pixels now' })],
    said: 'Point a is done: “It is 24 pixels now”',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { PointSettled: ({ phase, point, done, answer }) => ({ phase, point, done, answer }) },
  tried: fc
    .record({ by: anyPerson, nth: fc.nat(3), done: fc.boolean(), answer: some('', 'Done', 'Which one?') })
    .map(({ by, nth, done, answer }) => ({
      by,
      input: ({ rounds }: Order) => {
        const phase = rounds.at(-1)?.phase ?? 'landing page'
        return { phase, point: pointsIn({ rounds }, phase)[nth]?.letter ?? 'a', done, answer }
      },
    })),
  refused: {
    'once the order is closed': { given: [...afterRequest, completed], message: 'Order Either Completed Or Cancelled' },
    'for a point that is not there': { given: [opened, draftShared], message: 'This point doesn’t exist' },
  },
  ignored: {
    'the second time': [
      ...afterRequest,
      { ...pointSettled, data: { phase, point: 'a', done: true, answer: 'It is 24 pixels now' } },
    ],
  },
  invalid: [
    { input: { phase, point: '', done: true }, fields: { point: 'The point is missing or invalid' } },
    { input: { phase: 'handover', point: 'a' }, fields: { phase: 'The phase is missing or invalid' } },
    {
      input: { phase, point: 'a', answer: 'x'.repeat(1_001) },
      fields: { answer: 'Please use at most 1,000 characters' },
    },
  ],
})

if (import.meta.vitest) {
  check(ofSettlePoint)

  describe('settling a point', () => {
    it('says who did it and when, and leaves the others', () => {
      const order = fold(orders, recorded('order-1', [...afterRequest, pointSettled]))
      const [a, b] = pointsIn(order, phase)
      expect(a).toMatchObject({ done: true, settled: { by: meera.name, at: pointSettled.at } })
      expect(b).toMatchObject({ done: false, answer: '' })
      expect(b).not.toHaveProperty('settled')
    })
    it('answers a point without doing it, and does it without losing the answer', () => {
      given(orders, ...afterRequest)
        .when(settlePoint, { ...on, answer: ' Which number? ' }, meera)
        .then(PointSettled({ phase, point: 'a', done: false, answer: 'Which number?' }))
      given(orders, ...afterRequest, {
        ...pointSettled,
        data: { phase, point: 'a', done: false, answer: 'Which number?' },
      })
        .when(settlePoint, { ...on, done: true }, meera)
        .then(PointSettled({ phase, point: 'a', done: true, answer: 'Which number?' }))
    })
    it('leaves whose turn it is', () => {
      const before = fold(orders, recorded('order-1', afterRequest))
      expect(fold(orders, recorded('order-1', [...afterRequest, pointSettled])).pending).toEqual(before.pending)
    })
    it('leaves to an approval only what is not done', () =>
      given(orders, ...afterRequest, pointSettled)
        .when(approveDraft, { orderId: 'x1', version: 1, name: 'Asha Rao' }, asha)
        .then(DraftApproved({ version: 1, phase, name: 'Asha Rao', open: ['b'] })))
    it('is not for a client', () =>
      given(orders, ...afterRequest)
        .when(settlePoint, { ...on, done: true }, asha)
        .thenRefused('Sorry Not Allowed'))
  })
}

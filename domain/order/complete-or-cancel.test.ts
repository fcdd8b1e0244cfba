import { describe, expect, it } from 'vitest'
import { asha, cancelled, completed, meera, opened, signed } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { completeOrCancel, OrderCompleted } from './close-order.ts'
import { cases, check, some, tries } from './testing-action.ts'

const complete = { orderId: 'x1', status: 'complete' } as const
const cancel = { orderId: 'x1', status: 'cancel' } as const

export const ofCompleteOrCancel = cases(completeOrCancel, {
  example: {
    given: [opened],
    by: meera,
    input: { status: 'complete' },
    follows: [OrderCompleted({})],
    said: 'Project completed',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { OrderCompleted: () => ({ status: 'complete' }), OrderCancelled: () => ({ status: 'cancel' }) },
  tried: tries({ status: some('complete', 'cancel') }),
  rare: true,
})

if (import.meta.vitest) {
  check(ofCompleteOrCancel)

  describe('completing or cancelling an order', () => {
    // spec: 1.14, 4.11
    it('completes an open one, whatever its steps', () =>
      given(orders, opened, signed).when(completeOrCancel, complete, meera).then({ type: 'OrderCompleted', data: {} }))
    // spec: 4.11
    it('cancels an open one', () =>
      given(orders, opened).when(completeOrCancel, cancel, meera).then({ type: 'OrderCancelled', data: {} }))

    for (const closed of [completed, cancelled])
      for (const again of [complete, cancel])
        it(`is refused after ${closed.type}: ${again.status}`, () =>
          given(orders, opened, closed).when(completeOrCancel, again, meera).thenRefused('Sorry Not Allowed'))

    // spec: 2.87, 6.15
    it('is not for the client', () =>
      given(orders, opened).when(completeOrCancel, cancel, asha).thenRefused('Sorry Not Allowed'))
    it('finds no order where there is none', () =>
      given(orders).when(completeOrCancel, complete, meera).thenRefused('Not found'))
    it.each(['completed', '', 'toString', null, 1])('does not take %j for an answer', (status) => {
      const checked = completeOrCancel.input.safeParse({ orderId: 'x1', status })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['Choose complete or cancel'])
    })
  })
}

import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, cancelled, completed, farhan, meera, opened, reopened, signed } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { completeOrCancel, OrderReopened, reopenOrder } from './close-order.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { toggleStep } from './toggle-step.ts'

const again = { orderId: 'x1', reason: 'One page was forgotten' }
const opensAgain = { type: 'OrderReopened' as const, data: { reason: again.reason } }
const problems = (reason: unknown) =>
  reopenOrder.input.safeParse({ ...again, reason }).error?.issues.map(({ message }) => message)

export const ofReopenOrder = cases(reopenOrder, {
  example: {
    given: [opened, completed],
    by: meera,
    input: { reason: 'One page was forgotten' },
    follows: [OrderReopened({ reason: 'One page was forgotten' })],
    said: 'Project reopened: One page was forgotten',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200, closed: 'open to all' },
  inputOf: { OrderReopened: ({ reason }) => ({ reason }) },
  tried: tries({ reason: some('One page was forgotten') }),
})

if (import.meta.vitest) {
  check(ofReopenOrder)

  describe('reopening an order', () => {
    it.each([completed, cancelled])('opens it again after $type, with the reason', (closed) =>
      given(orders, opened, closed).when(reopenOrder, again, meera).then(opensAgain),
    )
    it('does nothing to an open one', () => given(orders, opened).when(reopenOrder, again, meera).then())
    it('does nothing the second time, whatever the reason', () =>
      given(orders, opened, completed, reopened)
        .when(reopenOrder, { ...again, reason: 'Another one' }, meera)
        .then())
    it('leaves it as it was before it was closed', () => {
      const order = fold(orders, recorded('order-1', [opened, signed, completed, reopened]))
      expect(order).toEqual({ ...fold(orders, recorded('order-1', [opened, signed])), lastAt: order.lastAt })
    })
    it('lets it be worked on, and closed another way', () => {
      given(orders, opened, completed, reopened)
        .when(toggleStep, { orderId: 'x1', progressId: 1 }, meera)
        .then({ type: 'StepToggled', data: { step: 1, done: true } })
      given(orders, opened, completed, reopened)
        .when(completeOrCancel, { orderId: 'x1', status: 'cancel' }, meera)
        .then({ type: 'OrderCancelled', data: {} })
    })
    it('may happen once more after it was closed once more', () =>
      given(orders, opened, completed, reopened, cancelled).when(reopenOrder, again, meera).then(opensAgain))

    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened, completed).when(reopenOrder, again, client).thenRefused('Sorry Not Allowed'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(reopenOrder, again, meera).thenRefused('Not found'))

    it.each([undefined, null, 5, '', ' \n', '\u200b'])('does not take %j for a reason', (reason) =>
      expect(problems(reason)).toEqual(['Please enter a reason']),
    )
    it('takes a reason of 500 characters, and no more', () => {
      expect(problems('x'.repeat(500))).toBeUndefined()
      expect(problems('x'.repeat(501))).toEqual(['Please use at most 500 characters'])
    })
  })
}

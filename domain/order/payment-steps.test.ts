import { expect, it } from 'vitest'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import type { Step } from '#domain/step.ts'
import { paymentSteps } from './payment-steps.ts'

const ids = (...steps: Omit<Step, 'status'>[]) =>
  paymentSteps(steps.map((step) => ({ ...step, status: 0 }))).map(({ id }) => id)

it('are those that say so, whatever they are called', () => {
  expect(ids({ id: 1, value: 'First half', payment: true }, { id: 2, value: 'Payment page of the shop' })).toEqual([1])
  expect(ids({ id: 1, value: 'Payment page of the shop', phase: 'development' })).toEqual([])
})
it('are told by their names in an order from before steps said so', () =>
  expect(ids({ id: 1, value: 'Tea' }, { id: 2, value: 'Advance payment' })).toEqual([2]))
it('is one step of those an agency begins with', () => expect(ids(...defaultSteps)).toEqual([4]))

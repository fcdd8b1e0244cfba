import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid, NotFound } from '#domain/command.ts'
import { type Event, fold } from '#domain/event.ts'
import { asha, cancelled, completed, farhan, meera, opened, signed, unsigned } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { cases, check, ravi, some, tries } from './testing-action.ts'
import { StepToggled, toggleStep } from './toggle-step.ts'

const context = { by: meera, at: signed.at }
const first = { orderId: 'x1', progressId: 1 }
const toggled = (step: number, done: boolean): Event<'StepToggled', { step: number; done: boolean }> => ({
  type: 'StepToggled',
  data: { step, done },
})

export const ofToggleStep = cases(toggleStep, {
  example: {
    given: [opened],
    by: meera,
    input: { progressId: 1 },
    follows: [StepToggled({ step: 1, done: true })],
    said: 'Quick test is done',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { StepToggled: ({ step }) => ({ progressId: step }) },
  tried: tries({ progressId: fc.nat(9), status: some(undefined, 0, 1) }),
})

if (import.meta.vitest) {
  check(ofToggleStep)

  describe('toggling a step', () => {
    it('signs an open one', () => given(orders, opened).when(toggleStep, first, meera).then(toggled(1, true)))
    it('opens a signed one again', () =>
      given(orders, opened, signed).when(toggleStep, first, meera).then(toggled(1, false)))
    it('signs it once more', () =>
      given(orders, opened, signed, unsigned).when(toggleStep, first, meera).then(toggled(1, true)))
    it('takes the steps in any order', () =>
      given(orders, opened)
        .when(toggleStep, { ...first, progressId: 8 }, meera)
        .then(toggled(8, true)))

    it('sets an open one to signed', () =>
      given(orders, opened)
        .when(toggleStep, { ...first, status: 1 }, meera)
        .then(toggled(1, true)))
    it('sets a signed one to open', () =>
      given(orders, opened, signed)
        .when(toggleStep, { ...first, status: 0 }, meera)
        .then(toggled(1, false)))
    it('does nothing when it is signed already', () =>
      given(orders, opened, signed)
        .when(toggleStep, { ...first, status: 1 }, meera)
        .then())
    it('does nothing when it is open already', () =>
      given(orders, opened)
        .when(toggleStep, { ...first, status: 0 }, meera)
        .then())

    it('says since when the step is open again, where it takes another toggle back', () =>
      given(orders, opened, signed)
        .when(toggleStep, { ...first, status: 0, since: opened.at }, meera)
        .then({ ...toggled(1, false), data: { step: 1, done: false, since: opened.at } }))
    it('says so since the steps before it were done, where one of them was open as it was completed', () => {
      const [second, later] = [{ ...signed, data: toggled(2, true).data }, '2026-11-30T05:00:00.000Z']
      given(orders, opened, second, { ...signed, at: later })
        .when(toggleStep, { ...first, progressId: 2, status: 0, since: opened.at }, meera)
        .then({ ...toggled(2, false), data: { step: 2, done: false, since: later } })
    })
    it('says since when the next one is, where a step before that was completed while the first was open again', () => {
      const later = '2026-11-30T05:00:00.000Z'
      given(
        orders,
        opened,
        signed,
        { ...signed, data: toggled(1, false).data },
        { ...signed, data: toggled(2, true).data, at: later },
      )
        .when(toggleStep, { ...first, status: 1, since: signed.at }, meera)
        .then({ ...toggled(1, true), data: { step: 1, done: true, since: later } })
    })
    it('gives back who completed the step, and when, where it takes a reopening back', () => {
      const [by, at] = [ravi, '2026-11-30T05:00:00.000Z']
      const done = (since?: string) => ({ ...signed, data: { ...signed.data, ...(since ? { since } : {}) }, by, at })
      const steps = (...samples: (typeof signed)[]) => fold(orders, recorded('order-1', [opened, ...samples])).steps
      expect(steps(signed, unsigned, done(opened.at))).toEqual(steps(signed))
      expect(steps(signed, unsigned, done())[0]!.completedBy).toEqual({ by: ravi.name, at })
    })
    it.each(['2026-11-01T00:00:00.000Z', '2036-11-01T00:00:00.000Z'])(
      'is at no time that is not the order’s: %s',
      (since) =>
        expect(() =>
          toggleStep.decide(fold(orders, recorded('order-1', [opened, signed])), { ...first, since }, context),
        ).toThrow(Invalid),
    )

    it('does not find a step that the order does not have', () =>
      expect(() =>
        toggleStep.decide(fold(orders, recorded('order-1', [opened])), { ...first, progressId: 9 }, context),
      ).toThrow(new NotFound('This step doesn’t exist')))
    // spec: 4.15
    it('is refused once the order is completed', () =>
      given(orders, opened, completed)
        .when(toggleStep, first, meera)
        .thenRefused('Order Already Completed Or Cancelled'))
    it('is refused once the order is cancelled, even where nothing would change', () =>
      given(orders, opened, cancelled)
        .when(toggleStep, { ...first, status: 0 }, meera)
        .thenRefused('Order Already Completed Or Cancelled'))
    // spec: 6.14
    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened)
        .when(toggleStep, first, client)
        .thenRefused('Sorry You Are Not Allowed To Update The Progress'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(toggleStep, first, meera).thenRefused('Not found'))

    it('takes the digits of a form for a step', () =>
      expect(toggleStep.input.parse({ orderId: 'x1', progressId: '12' })).toEqual({ orderId: 'x1', progressId: 12 }))
    it.each([
      null,
      true,
      [1],
      {},
      '',
      '1e0',
      '0x1',
      ' 1',
      '1.5',
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '9'.repeat(400),
    ])('does not take %j for a step', (progressId) => {
      const checked = toggleStep.input.safeParse({ orderId: 'x1', progressId })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['The step id is missing or invalid'])
    })
    it.each([2, -1, '1', true, null])('does not take %j for a status', (status) => {
      const checked = toggleStep.input.safeParse({ ...first, status })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['The status must be 0 or 1'])
    })
  })
}

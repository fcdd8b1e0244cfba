import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, cancelled, completed, farhan, meera, opened, read, signed, unsigned } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { exists, maySee, onlyWhileOpen } from './order.ts'

const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))

describe('an order', () => {
  it('does not exist before it was opened', () => expect(exists(order())).toBe(false))
  it('is what was opened', () =>
    expect(order(opened)).toMatchObject({
      clientId: 'asha',
      number: 3,
      title: 'Asha Rao #3',
      status: 'open',
      openedAt: opened.at,
      questions: opened.data.questions,
      sent: { client: [0], admin: [] },
      read: {},
    }))
  it('carries the hand that signed a step, and when', () =>
    expect(order(opened, signed).steps.slice(0, 2)).toEqual([
      { id: 1, value: 'Quick test', with: 'client', status: 1, completedBy: { by: 'Meera Kulkarni', at: signed.at } },
      { id: 2, value: 'Business onboarding', with: 'client', status: 0 },
    ]))
  it('takes along what a step is, through signing and opening again', () => {
    const step = { id: 1, value: 'First half', phase: 'full design', payment: true, with: 'client' } as const
    const begun = { ...opened, data: { ...opened.data, steps: [step] } }
    expect(order(begun).steps).toEqual([{ ...step, status: 0 }])
    const completedBy = { by: 'Meera Kulkarni', at: signed.at }
    expect(order(begun, signed).steps).toEqual([{ ...step, status: 1, completedBy }])
    expect(order(begun, signed, unsigned).steps).toEqual([{ ...step, status: 0, reopened: { completedBy } }])
  })
  it('remembers who read how much', () => expect(order(opened, read).read).toEqual({ meera: 1 }))
  it('is completed at a time', () =>
    expect(order(opened, completed)).toMatchObject({ status: 'completed', closedAt: completed.at }))
  it('is cancelled at a time', () =>
    expect(order(opened, cancelled)).toMatchObject({ status: 'cancelled', closedAt: cancelled.at }))
})

describe('seeing an order', () => {
  it.each([
    ['its owner may', asha, true],
    ['an admin may', meera, true],
    ['another client may not', farhan, false],
  ])('%s', (_, person, may) => expect(maySee(order(opened), person)).toBe(may))
  it.each([meera, { id: '', name: '', role: 'client' as const }])('no one may while there is none: %o', (person) =>
    expect(maySee(order(), person)).toBe(false),
  )
})

describe('changing an order', () => {
  it('is free while it is open', () => expect(() => onlyWhileOpen(order(opened))).not.toThrow())
  // spec: 8.4
  it.each([completed, cancelled])('is refused in the words of the house after $type', (closed) =>
    expect(() => onlyWhileOpen(order(opened, closed))).toThrow(/^Order Either Completed Or Cancelled$/),
  )
})

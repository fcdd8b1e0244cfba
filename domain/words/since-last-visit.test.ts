import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { PointSettled } from '#domain/order/settle-point.ts'
import { confirmed } from '#domain/order/testing-payments.ts'
import { completed, messageSent, opened, read, signed, unsigned } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { sinceLastVisit, whatChanged } from './since-last-visit.ts'

const changed = (events: Sample<OrderEvent>[], order = events) =>
  whatChanged(recorded('order-1', events), fold(orders, recorded('order-1', order)))

describe('what changed', () => {
  it('counts what was sent and tells the rest, each thing as it is now', () =>
    expect(changed([opened, messageSent, signed, messageSent, read, unsigned])).toEqual([
      '2 messages',
      'Quick test was reopened',
    ]))

  it('ends with what holds now, however often that was so before', () => {
    const reopened: Sample<OrderEvent> = { ...completed, type: 'OrderReopened', data: { reason: 'By mistake.' } }
    expect(changed([completed, reopened, completed], [opened])).toEqual([
      'Project reopened: By mistake.',
      'Project completed',
    ])
  })

  it('names each payment', () => {
    const second = { ...confirmed, data: { ...confirmed.data, payment: 'payment-2', amount: 200_00 } }
    expect(changed([confirmed, second], [opened])).toEqual([
      'Payment of ₹13,000 confirmed',
      'Payment of ₹200 confirmed',
    ])
  })

  it('names one point of a review as it is now, and counts several', () => {
    const settled = (point: string, phase: 'landing page' | 'full design' = 'landing page', done = true) =>
      ({ ...completed, ...PointSettled({ phase, point, done, answer: '' }) }) as Sample<OrderEvent>
    expect(changed([settled('a'), settled('a', 'landing page', false)], [opened])).toEqual(['Point a is open'])
    const three = [settled('a'), settled('b'), settled('a'), settled('a', 'full design')]
    expect(changed([...three, signed, messageSent], [opened])).toEqual([
      '1 message',
      '3 points updated',
      'Quick test is done',
    ])
  })

  it('leaves out what a newer server wrote and this page cannot say', () => {
    const newer = { ...completed, type: 'NobodyKnowsThis' } as unknown as Sample<OrderEvent>
    expect(changed([opened, signed, newer], [opened, signed])).toEqual(['Quick test is done'])
  })
})

it.each([
  [['2 messages', 'Invoice updated: ₹45,000 to pay'], '2 messages · Invoice updated: ₹45,000 to pay.'],
  [['A', 'B', 'C', 'D', 'E', 'F'], 'A · B · C · D · 2 more.'],
  [['Project reopened: By mistake.'], 'Project reopened: By mistake.'],
  [['Project cancelled: Too late?'], 'Project cancelled: Too late?'],
])('%j since the last visit is said as: %s', (phrases, changes) =>
  expect(sinceLastVisit('12/11', phrases)).toEqual({ since: 'Since your last visit on 12/11:', changes }),
)

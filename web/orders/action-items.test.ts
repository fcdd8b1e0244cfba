import { describe, expect, it } from 'vitest'
import { type Order, orders } from '#domain/order/order.ts'
import type { Step } from '#domain/step.ts'
import { actionItems } from './action-items.ts'

const steps = (...signed: (0 | 1)[]): Step[] =>
  ['Quick test', 'Payment', 'Launch'].map((value, at) => ({ id: at + 1, value, status: signed[at] ?? 0 }))
const proposal = { receiverName: 'Asha Rao', date: '2026-11-16', problem: 'A.', goals: 'B.', solution: 'C.' }
const order = (some: Partial<Order>): Order => ({ ...orders.initial, steps: steps(1), ...some })
const says = (some: Partial<Order>, today = '2026-11-19') =>
  actionItems(order(some), today).map(({ text: says }) => says)

describe('what an order needs of its client', () => {
  it('is nothing, as a rule', () => expect(says({})).toEqual([]))

  it('is what is still to be paid, while the payment is the current step', () => {
    const invoice = { paid: 20_000_00, actual: 45_000_00, revisions: 0 }
    expect(says({ invoice })).toEqual(['₹25,000 is to be paid.'])
    expect(says({ invoice, steps: steps(0) })).toEqual([])
    expect(says({ invoice: { ...invoice, paid: 45_000_00 } })).toEqual([])
  })

  it('knows the payment by what the step says of itself, not by its name', () => {
    const invoice = { paid: 20_000_00, actual: 45_000_00, revisions: 0 }
    const half: Step = { id: 1, value: 'First half', payment: true, status: 0 }
    const page: Step = { id: 2, value: 'Payment page of the shop', phase: 'development', status: 0 }
    expect(says({ invoice, steps: [half, page] })).toEqual(['₹25,000 is to be paid.'])
    expect(says({ invoice, steps: [{ ...half, status: 1 }, page] })).toEqual([])
    expect(says({ proposal, steps: [half, { ...page, status: 1 }] })).toHaveLength(1)
    expect(says({ proposal, steps: [{ ...half, status: 1 }, page] })).toEqual([])
  })

  it('is an answer to the proposal, as long as it is valid and nothing is paid for', () => {
    expect(says({ proposal })).toEqual(['The proposal is waiting, 4 days left.'])
    expect(says({ proposal }, '2026-11-22')).toEqual(['The proposal is waiting, 1 day left.'])
    expect(says({ proposal }, '2026-11-23')).toEqual(['The proposal is waiting, today is its last day.'])
    expect(says({ proposal }, '2026-11-24')).toEqual([])
    expect(says({ proposal, steps: steps(1, 1) })).toEqual([])
  })
})

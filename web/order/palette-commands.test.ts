import { describe, expect, it } from 'vitest'
import { calledOrderCommands } from '#domain/contract/orders.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { orderPageCommands as pageCommandsOf } from './palette-commands.ts'

const steps = [
  { id: 1, value: 'Quick test', status: 1 as const },
  { id: 2, value: 'Payment', status: 0 as const },
  { id: 3, value: 'Launch', status: 0 as const },
]
const order = (some: Partial<Order> = {}): Order => ({ ...orders.initial, status: 'open', steps, ...some })
const orderPageCommands = (order: Order, role: 'client' | 'admin') => pageCommandsOf(orderCommands, order, role)
const controls = (...given: Parameters<typeof orderPageCommands>) =>
  orderPageCommands(...given).flatMap(({ control }) => control ?? [])

describe('what the palette offers on an order', () => {
  it('is for an admin the current step first, and every other one for who searches for it', () => {
    const toggles = orderPageCommands(order(), 'admin').filter(({ control }) => control?.startsWith('toggleStep'))
    expect(toggles.map(({ label, onlySearched }) => [label, onlySearched])).toEqual([
      ['Reopen: Quick test', true],
      ['Mark as done: Payment', false],
      ['Mark as done: Launch', true],
    ])
  })

  it('is for a client what they may do: talk, share files, answer anew', () =>
    expect(controls(order(), 'client')).toEqual([
      ...['reportPayment', 'giveBillingDetails'],
      ...['sendMessage', 'shareFiles', 'amendAnswers'],
    ]))

  it.each(['completed', 'cancelled'] as const)('is nothing that a %s order refuses', (status) => {
    expect(controls(order({ status }), 'client')).toEqual([])
    expect(controls(order({ status }), 'admin')).toEqual(['reopenOrder'])
    expect(controls(order({ status, clientErased: '2026-11-22T19:04:01.000Z' }), 'admin')).toEqual([])
  })

  it('is no acceptance of a proposal that is no longer valid, which may still be declined', () => {
    const proposal = { at: '2026-11-16T09:00:00.000Z', revision: 3 }
    const answers = (pending: Order['pending']) =>
      controls(order({ pending }), 'client').filter((control) => control.endsWith('Proposal'))
    expect(answers({ proposal })).toEqual(['acceptProposal', 'declineProposal'])
    expect(answers({ proposal, expired: { ...proposal, revision: 4 } })).toEqual(['declineProposal'])
  })

  it('is the withdrawal of a declined proposal until it was withdrawn, also where an admin completed its step', () => {
    const offeredFor = (version: Partial<Order['proposals'][number]>) => {
      const proposals = [{ revision: 3, at: '2026-11-16T09:00:00.000Z', date: '2026-11-16', ...version }]
      return controls(order({ proposals: proposals as Order['proposals'] }), 'admin').includes('withdrawProposal')
    }
    expect(offeredFor({ state: 'declined' })).toBe(true)
    expect(offeredFor({ state: 'declined', withdrawn: true })).toBe(false)
  })

  it('is every command that a person gives on the page, by the name that its control bears there', () => {
    const designs = [{ link: 'https://figma.com/a', by: 'Meera', at: '2026-11-16T09:00:00.000Z' }]
    const pending = { proposal: { at: '2026-11-16T09:00:00.000Z', revision: 3 } }
    const reported = { id: 'p1', amount: 100, state: 'reported', at: pending.proposal.at, by: 'Asha Rao' } as const
    const offered = new Set(
      [
        ...controls(order({ designs, pending }), 'client'),
        ...controls(order({ pending, payments: [reported] }), 'admin'),
        ...controls(order({ status: 'completed' }), 'admin'),
      ].map((control) => control.split(':')[0]),
    )
    const given = Object.keys(calledOrderCommands).filter(
      (name) =>
        ![
          ...['readConversation', 'settlePoint', 'withdrawPaymentReport', 'questionPayment', 'reopenPayment'],
          'sendReceipt',
        ].includes(name),
    )
    expect(given.filter((name) => !offered.has(name))).toEqual([])
  })

  it('is every tab, whatever has become of the order', () =>
    expect(orderPageCommands(order({ status: 'cancelled' }), 'client').map(({ label }) => label)).toEqual([
      'Overview',
      'Design',
      'Payment Options',
      'Terms & Conditions',
      'Invoice',
      'Business Proposal',
      'Agreements',
      'Project History',
    ]))
})

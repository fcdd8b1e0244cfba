import { describe, expect, it } from 'vitest'
import type { Step } from '#domain/step.ts'
import { orders } from './actions.ts'
import type { Order } from './order.ts'
import { paidOf, roadOf } from './road.ts'
import { byDay } from './testing-payments.ts'

const sunday = '2026-11-01T05:00:00.000Z'
const monday = '2026-11-02T05:00:00.000Z'
const tuesday = '2026-11-03T05:00:00.000Z'
const steps = (done: number): Step[] =>
  (
    [
      { id: 1, value: 'Payment', payment: true, with: 'client', completedOn: 'payment', status: 0 },
      { id: 2, value: 'Landing page', phase: 'landing page', with: 'client', completedOn: 'approval', status: 0 },
      { id: 3, value: 'Full design', phase: 'full design', with: 'client', completedOn: 'approval', status: 0 },
      { id: 4, value: 'Launch', phase: 'development', with: 'agency', status: 0 },
    ] as Step[]
  ).map((step, at) => (at < done ? { ...step, status: 1, completedBy: { by: 'Meera', at: tuesday } } : step))
const paid = (amount: number): Partial<Order> => ({
  invoice: { paid: amount, actual: 45_000_00, revisions: 0 },
  pricing: { since: monday, rounds: [] },
  payments: amount > 0 ? [{ id: 'p1', amount, state: 'confirmed', at: tuesday, by: 'Meera' }] : [],
})
const order = (done: number, some: Partial<Order> = {}): Order => ({
  ...orders.initial,
  openedAt: monday,
  currentSince: monday,
  steps: steps(done),
  ...some,
})
const proposal = { receiverName: 'Asha', date: '2026-11-02', problem: 'A.', goals: 'B.', solution: 'C.' }
const proposals: Order['proposals'] = [{ revision: 1, at: monday, date: proposal.date, state: 'open' }]
const said = (order: Order, words = byDay) =>
  roadOf(order, 'client', words).map(({ label, kind, at, day, money }) =>
    [kind, label, (at ?? day)?.slice(0, 10), money && `${money.amount / 100} ${money.is}`].filter(Boolean).join(' | '),
  )

describe('the way of a project', () => {
  it('begins with its start, and has what is asked now', () =>
    expect(said(order(0))).toEqual(['past | Project started | 2026-11-02', 'requested | Our turn']))

  it('has what is due now, what is paid later, and its delivery with the price', () =>
    expect(said(order(0, { ...paid(0), proposal, proposals }))).toEqual([
      'past | Project started | 2026-11-02',
      'requested | Payment | 2026-11-09 | 9000 due',
      'ahead | Rest of the design | 13500 later',
      'ahead | Development | 22500 later',
      'ahead | Delivery | 2026-11-30 | 45000 in all',
    ]))

  it('has of what is due what falls on the first day, and the rest by its own', () => {
    const of = order(1, paid(0))
    const [payment, ...others] = order(2).steps
    expect(
      said({ ...of, steps: [{ ...payment!, status: 0 }, ...others], pricing: { since: sunday, rounds: [] } }),
    ).toEqual([
      'past | Project started | 2026-11-02',
      'requested | Payment | 2026-11-08 | 9000 due',
      'ahead | Rest of the design | 2026-11-10 | 13500 due',
      'ahead | Development | 22500 later',
    ])
  })

  it('has nothing ahead of what is overdue', () => {
    const of = order(2, {
      ...paid(0),
      pricing: { since: sunday, rounds: [] },
      pending: { invoice: { at: tuesday, revision: 4 } },
    })
    expect(said(of, { ...byDay, isPast: () => true }).slice(1)).toEqual([
      'requested | Your payment | 2026-11-08 | 22500 due',
      'ahead | Development | 22500 later',
    ])
  })

  it('has what an invoice asks for, by its day, and of the parts what is left after it', () => {
    const pending = { invoice: { at: tuesday, revision: 4 } }
    const invoiced = { sum: 30_000_00, dueOn: '2026-12-07' }
    expect(said(order(1, { ...paid(9_000_00), invoiced: { ...invoiced, sum: 39_000_00 }, pending })).slice(2)).toEqual([
      'requested | Your payment | 2026-12-07 | 30000 due',
      'ahead | Development | 6000 later',
    ])
  })

  it('has the parts that an invoice asks for by its day, whatever is next', () => {
    const invoiced = { sum: 31_500_00, dueOn: '2026-12-07' }
    const pending = { draft: { at: tuesday, revision: 4 }, invoice: { at: tuesday, revision: 5 } }
    const lines = [
      { key: 'landing page', amount: 9_000_00 },
      { key: 'development', amount: 22_500_00 },
    ]
    const documents = [{ kind: 'invoice', lines }] as Order['documents']
    expect(said(order(1, { ...paid(9_000_00), invoiced, documents, pending })).slice(2)).toEqual([
      'requested | Your approval',
      'ahead | Rest of the design | 13500 later',
      'ahead | Development | 2026-12-07 | 22500 due',
    ])
  })

  it('has the rest of a part of which an invoice was credited, whatever is next', () => {
    const line = (key: string, amount: number) => ({ key, amount })
    const lines = [line('landing page', 9_000_00), line('development', 22_500_00)]
    const documents = [
      { kind: 'invoice', lines },
      { kind: 'credit note', lines: [line('development', 1_000_00)] },
    ] as Order['documents']
    const invoiced = { sum: 30_500_00, dueOn: '2026-12-07' }
    const asking = (pending: Order['pending']) =>
      said(order(1, { ...paid(9_000_00), invoiced, documents, pending })).slice(2)
    const invoice = { at: tuesday, revision: 5 }
    const later = ['ahead | Rest of the design | 13500 later', 'ahead | Development | 1000 later']
    expect(asking({ invoice })).toEqual(['requested | Your payment | 2026-12-07 | 21500 due', ...later])
    expect(asking({ invoice, draft: { at: tuesday, revision: 4 } })).toEqual([
      'requested | Your approval',
      later[0],
      'ahead | Development | 2026-12-07 | 21500 due',
      later[1],
    ])
  })

  it('has what is due by itself in what an invoice asks for, and beside it where something else is next', () => {
    const lines = [{ key: 'development', amount: 22_500_00 }]
    const documents = [{ kind: 'invoice', lines }] as Order['documents']
    const invoiced = { sum: 22_500_00, dueOn: '2026-12-07' }
    const invoice = { at: tuesday, revision: 5 }
    const asking = (pending: Order['pending']) => said(order(0, { ...paid(0), invoiced, documents, pending })).slice(1)
    const [design, development] = ['ahead | Rest of the design | 13500 later', 'ahead | Development | 9000 later']
    expect(asking({ invoice })).toEqual(['requested | Your payment | 2026-12-07 | 22500 due', design, development])
    expect(asking({ invoice, draft: { at: tuesday, revision: 4 } })).toEqual([
      'requested | Your approval',
      'ahead | Landing page design | 2026-11-09 | 9000 due',
      design,
      'ahead | Development | 2026-12-07 | 13500 due',
      development,
    ])
  })

  it('has what was paid by the day of its payment, not by when that was recorded', () => {
    const payments = [{ ...paid(9_000_00).payments![0]!, paidOn: '2026-11-01' }]
    expect(said(order(1, { ...paid(9_000_00), payments }))[1]).toBe(
      'past | Landing page design | 2026-11-01 | 9000 paid',
    )
  })

  it('has what was paid on its day, and what else is due beside what is asked', () =>
    expect(said(order(2, { ...paid(9_000_00), pending: { draft: { at: tuesday, revision: 4 } } }))).toEqual([
      'past | Project started | 2026-11-02',
      'past | Landing page design | 2026-11-03 | 9000 paid',
      'requested | Your approval',
      'ahead | Rest of the design | 2026-11-10 | 13500 due',
      'ahead | Development | 22500 later',
    ]))

  it('counts paid rounds to the part that they are paid with', () => {
    const rounds = { at: tuesday, count: 1, phase: 'landing page' as const }
    const changed = order(1, {
      ...paid(9_000_00),
      invoice: { paid: 9_000_00, actual: 45_000_00, revisions: 1 },
      pricing: { since: monday, rounds: [rounds] },
    })
    expect(said(changed).slice(3)).toEqual([
      'ahead | Rest of the design | 14400 later',
      'ahead | Development | 22500 later',
    ])
    expect(paidOf(changed)).toBe('₹9,000 of ₹45,900')
  })

  it('has what an invoice asks for of a part and of its rounds', () => {
    const rounds = { at: tuesday, count: 1, phase: 'landing page' as const }
    const asking = (sum: number, lines: { key: string; amount: number }[]) =>
      said(
        order(1, {
          invoice: { paid: 9_000_00, actual: 45_000_00, revisions: 1 },
          pricing: { since: monday, rounds: [rounds] },
          payments: paid(9_000_00).payments!,
          invoiced: { sum: 9_000_00 + sum, dueOn: '2026-12-07' },
          documents: [{ kind: 'invoice', lines }] as Order['documents'],
          pending: { draft: { at: tuesday, revision: 4 }, invoice: { at: tuesday, revision: 5 } },
        }),
      )[3]
    const [landing, round] = [
      { key: 'landing page', amount: 9_000_00 },
      { key: 'round 1', amount: 900_00 },
    ]
    expect(asking(13_400_00, [landing, round, { key: 'full design', amount: 12_500_00 }])).toBe(
      'ahead | Rest of the design | 2026-12-07 | 13400 due',
    )
    expect(asking(13_800_00, [landing, { ...round, amount: 300_00 }, { key: 'full design', amount: 13_500_00 }])).toBe(
      'ahead | Rest of the design | 2026-12-07 | 13800 due',
    )
  })

  it('is none once the project is closed', () => expect(said(order(0, { status: 'completed' }))).toEqual([]))
})

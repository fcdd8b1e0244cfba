import { expect, it } from 'vitest'
import { orderDates } from './dates.ts'
import type { Pending, RowVersion } from './fields.ts'

const row = { status: 'open' as const, steps: [], pending: {}, invoice: { paid: 0, actual: 0, revisions: 0 } }
const pending = { proposal: { at: '2026-11-16T05:00:00.000Z', revision: 1, paid: 0 } }
const withProposal = (date: string, ...versions: RowVersion[]) => ({
  proposal: { receiverName: 'Neelgiri Looms', date },
  proposals: [...versions, { date, state: 'open' as const }],
})
const written = withProposal('2026-11-16')

it('an open order is launched four weeks after its proposal, which is valid until its seventh day ends at the agency', () =>
  expect(orderDates({ ...row, pending, ...written }, 'Asia/Kolkata')).toEqual([
    { kind: 'launch', day: '2026-12-14' },
    { kind: 'proposal', at: '2026-11-23T18:30:00.000Z' },
  ]))

it('a proposal that was paid for does not expire', () => {
  const kinds = (waits: Pending, paid: number) =>
    orderDates({ ...row, invoice: { ...row.invoice, paid }, pending: waits, ...written }, 'UTC').map(({ kind }) => kind)
  expect(kinds(pending, 100)).toEqual(['launch'])
  expect(kinds({}, 100)).toEqual(['launch'])
  // What was paid then was paid for the version that was accepted before.
  expect(kinds({ proposal: { at: '2026-11-16T05:00:00.000Z', revision: 1 } }, 100)).toEqual(['launch', 'proposal'])
})

it('a proposal that was accepted or withdrawn, or has expired, is no date any more, and one that was declined may still be accepted', () => {
  const kinds = (waits: Pending) => orderDates({ ...row, pending: waits, ...written }, 'UTC').map(({ kind }) => kind)
  expect(kinds({})).toEqual(['launch'])
  const expired = { at: '2026-11-23T18:30:00.000Z', revision: 2 }
  expect(kinds({ ...pending, expired })).toEqual(['launch'])
  expect(kinds({ declined: pending.proposal, expired })).toEqual(['launch'])
  expect(kinds({ declined: pending.proposal })).toEqual(['launch', 'proposal'])
})

it('the launch is that of the accepted version once a later one has expired', () => {
  const versions = withProposal('2026-11-16', { date: '2026-11-01', state: 'accepted' })
  const expired = { at: '2026-11-23T18:30:00.000Z', revision: 2 }
  const launch = (waits: Pending) => orderDates({ ...row, pending: waits, ...versions }, 'UTC')[0]
  expect([launch(pending), launch({ ...pending, expired })]).toEqual([
    { kind: 'launch', day: '2026-12-14' },
    { kind: 'launch', day: '2026-11-29' },
  ])
})

it('the last day there is makes dates as every other', () =>
  expect(orderDates({ ...row, pending, ...withProposal('9999-12-30') }, 'Pacific/Kiritimati')).toMatchObject([
    { day: '9999-12-31' },
    { at: '9999-12-30T10:00:00.000Z' },
  ]))

it('an order without a proposal has no dates, and a closed one none any more', () => {
  expect(orderDates(row, 'Asia/Kolkata')).toEqual([])
  expect(orderDates({ ...row, status: 'cancelled', ...written }, 'Asia/Kolkata')).toEqual([])
  expect(orderDates({ ...row, status: 'completed', ...written }, 'Asia/Kolkata')).toEqual([])
})

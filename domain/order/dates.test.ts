import { expect, it } from 'vitest'
import { orderDates } from './dates.ts'

const proposal = { receiverName: 'Neelgiri Looms', date: '2026-11-16' }

it('an open order is launched four weeks after its proposal, which is valid until its seventh day ends at the agency', () =>
  expect(orderDates({ status: 'open', proposal }, 'Asia/Kolkata')).toEqual([
    { kind: 'launch', day: '2026-12-14' },
    { kind: 'proposal', at: '2026-11-23T18:30:00.000Z' },
  ]))

it('an order without a proposal has no dates, and a closed one none any more', () => {
  expect(orderDates({ status: 'open' }, 'Asia/Kolkata')).toEqual([])
  expect(orderDates({ status: 'cancelled', proposal }, 'Asia/Kolkata')).toEqual([])
  expect(orderDates({ status: 'completed', proposal }, 'Asia/Kolkata')).toEqual([])
})

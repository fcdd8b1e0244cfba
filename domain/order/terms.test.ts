import { describe, expect, it } from 'vitest'
import { daysLeft, lastDay } from './terms.ts'

describe('a proposal', () => {
  // spec: 9.18
  it('is valid to the end of day seven, also over the end of a year', () =>
    expect([lastDay('2026-11-16'), lastDay('2026-12-28')]).toEqual(['2026-11-23', '2027-01-04']))

  it.each([
    ['2026-11-16', 7],
    ['2026-11-22', 1],
    ['2026-11-23', 0],
    ['2026-11-24', -1],
  ])('on %s has %i days left', (today, left) => expect(daysLeft('2026-11-16', today)).toBe(left))

  it.each(['', '12026-11-16'])('has no number of days left while its date is %j', (typed) =>
    expect(daysLeft(typed, '2026-11-16')).toBeNaN(),
  )
})

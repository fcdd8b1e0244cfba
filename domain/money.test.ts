import { expect, it } from 'vitest'
import { amountOf, dollars, grouped, rupees } from './money.ts'

it.each([0, 7, 125, 999, 1_000, 12_500, 99_999, 100_000, 1_11_170, 12_34_567, 1_23_45_678, 987_65_43_210])(
  'groups %d as it is grouped in India',
  (whole) => expect(grouped(whole)).toBe(whole.toLocaleString('en-IN')),
)

it.each([
  ['1,20,000.50', 1_20_000_50],
  ['120,000', 1_20_000_00],
  [' 22,500.5 ', 22_500_50],
  ['10,00,00,000', 10_00_00_000_00],
  ['₹32,500', 32_500_00],
])('takes an amount that is grouped as in India or in the West: %s', (text, paise) => {
  expect([rupees.parse(text), amountOf(text)]).toEqual([paise, paise])
})

it('takes the sign of its own currency alone', () => {
  expect([rupees, dollars].map((schema) => schema.safeParse('$203').success)).toEqual([false, true])
  expect([rupees, dollars].map((schema) => schema.safeParse('₹ 203').success)).toEqual([true, false])
})

it.each(['22500,50', '203,00', '1,,000', ',500', '22,500,5', '1,000,', '12,3456'])(
  'takes no other comma: %s',
  (text) => {
    expect(dollars.safeParse(text).error?.issues[0]?.message).toBe(
      'Please enter an amount in dollars, like 22500 or 22500.50',
    )
    expect(amountOf(text)).toBeUndefined()
  },
)

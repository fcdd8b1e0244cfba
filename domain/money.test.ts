import { expect, it } from 'vitest'
import { grouped } from './money.ts'

it.each([0, 7, 125, 999, 1_000, 12_500, 99_999, 100_000, 1_11_170, 12_34_567, 1_23_45_678, 987_65_43_210])(
  'groups %d as it is grouped in India',
  (whole) => expect(grouped(whole)).toBe(whole.toLocaleString('en-IN')),
)

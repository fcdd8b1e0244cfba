import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tax } from './issued.ts'
import { taxBetween, taxIn, taxParts } from './tax.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)
const igst: Tax = { kind: 'IGST', rate: 18 }
const both: Tax = { kind: 'CGST + SGST', rate: 18 }
const seller = { gstin: '29AAGCB7383J1Z4', state: '29', taxRate: 18 }

describe('the tax between two', () => {
  it('is IGST where the states differ', () => expect(taxBetween(seller, { state: '27' })).toEqual(igst))
  it('goes by the GSTIN of a buyer who names no state', () => {
    expect(taxBetween(seller, { gstin: '27AAPFU0939F1ZV' })).toEqual(igst)
    expect(taxBetween(seller, { gstin: '29AAGCB7383J1Z4' })).toEqual(both)
  })
  it('is CGST and SGST in one state, and where the buyer’s is not known', () => {
    expect(taxBetween(seller, { state: '29' })).toEqual(both)
    expect(taxBetween(seller, {})).toEqual(both)
  })
  it.each([
    { ...seller, taxRate: undefined },
    { ...seller, taxRate: 0 },
    { ...seller, gstin: undefined },
    { ...seller, state: undefined },
  ])('is none of %o', (seller) => expect(taxBetween(seller, { state: '27' })).toBeUndefined())
})

describe('the tax in amounts', () => {
  const parts = [13_000_00, 1_300_00, 19_500_00, 32_500_00]
  it('is that of each where each is invoiced by itself', () =>
    expect(parts.map((each) => taxIn([each], igst)[0])).toEqual([1_983_05, 198_31, 2_974_58, 4_957_63]))
  it('is that of their sum where they are invoiced together', () =>
    expect(taxIn(parts, igst)).toEqual([1_983_05, 198_30, 2_974_58, 4_957_63]))
  it('goes by the largest remainder also where an amount takes back what was recorded', () =>
    expect(taxIn([10_000_00, -2_000_00], igst)).toEqual([1_525_42, -305_08]))
  it('is nothing without one', () => expect(taxIn([100, 200], undefined)).toEqual([0, 0]))

  const amount = fc.integer({ min: 0, max: 100_000_000_00 })
  const anyTax = fc.record({ kind: fc.constantFrom('IGST', 'CGST + SGST'), rate: fc.integer({ min: 1, max: 40 }) })
  it('adds up to the tax in the sum, and of no line is a paisa off', () =>
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 12 }), anyTax, (amounts, tax) => {
        const taxes = taxIn(amounts, tax)
        const halves = tax.kind === 'IGST' ? 1 : 2
        const exact = (amount: number) => (BigInt(amount) * BigInt(tax.rate) * 1_000n) / BigInt(100 + tax.rate)
        expect(sum(taxes)).toBe(taxIn([sum(amounts)], tax)[0]!)
        expect(Math.abs(sum(taxes) * 1_000 - Number(exact(sum(amounts))))).toBeLessThanOrEqual(501 * halves)
        for (const [at, each] of taxes.entries()) {
          expect(Number.isInteger(each / halves)).toBe(true)
          expect(each).toBeGreaterThanOrEqual(0)
          expect(Math.abs(each * 1_000 - Number(exact(amounts[at]!)))).toBeLessThanOrEqual(1_000 * halves)
        }
      }),
    ))
  it('comes in two equal halves within one state', () => {
    expect(taxParts(both, 1_983_06)).toEqual([
      { name: 'CGST 9%', amount: 991_53 },
      { name: 'SGST 9%', amount: 991_53 },
    ])
    expect(taxParts({ kind: 'CGST + SGST', rate: 5 }, 10).map(({ name }) => name)).toEqual(['CGST 2.5%', 'SGST 2.5%'])
    expect(taxParts(igst, 7)).toEqual([{ name: 'IGST 18%', amount: 7 }])
  })
})

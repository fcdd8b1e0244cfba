import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stateName, states } from '#domain/order/states.ts'
import { gstinCheckDigit, isGstin, isStateCode, stateOfGstin } from './gst.ts'

// Published examples: of the GST portal’s own pages and of tax guides.
const valid = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM', '06AACCG0527D1Z8']

describe('a GSTIN', () => {
  it.each(valid)('%s has the right check digit', (gstin) => expect(isGstin(gstin)).toBe(true))
  it.each(valid)('%s is wrong with any one character mistyped', (gstin) =>
    fc.assert(
      fc.property(fc.nat(14), fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), (at, other) => {
        fc.pre(gstin[at] !== other)
        expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1))).toBe(false)
      }),
    ),
  )
  it.each(['', '27AAPFU0939F1Z', '27AAPFU0939F1ZVX', '27aapfu0939f1zv', ' 27AAPFU0939F1ZV'])('%o is none', (text) =>
    expect(isGstin(text)).toBe(false),
  )
  it('is of a state that there is', () => {
    const first = '99AAPFU0939F1Z'
    expect(isGstin(first + gstinCheckDigit(first))).toBe(false)
  })
  it('has the code of a state whose name is known, and of no other', () => {
    const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))
    expect(codes.filter(isStateCode)).toEqual(Object.keys(states).sort())
  })
  it('says of which state it is', () => {
    expect(stateName(stateOfGstin('27AAPFU0939F1ZV'))).toBe('Maharashtra')
    expect(stateName('00')).toBeUndefined()
    expect(stateName('toString')).toBeUndefined()
  })
})

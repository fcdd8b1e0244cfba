import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, maxAmount } from '#domain/money.ts'
import { asha, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { type PriceComponents, prices, pricesFromWire, pricesInput, pricesOf, pricesToWire, totalOf } from './prices.ts'
import { revisePrices } from './revise-prices.ts'

const wire = {
  inr_design: '10,000.50',
  usd_design: '120',
  inr_website: '20000',
  usd_website: '240.05',
  inr_crm: '30000',
  usd_crm: '360',
  inr_hosting: '4000',
  usd_hosting: '48',
  inr_price: 45000,
  usd_price: '540',
}
const revised = {
  type: 'PricesRevised',
  data: {
    inr: { design: 10_000_50, website: 20_000_00, crm: 30_000_00, hosting: 4_000_00, price: 45_000_00 },
    usd: { design: 120_00, website: 240_05, crm: 360_00, hosting: 48_00, price: 540_00 },
  },
} as const
const recorded = { ...revised, by: meera, at: '2026-11-16T09:00:00.000Z' }
// `as never`: what comes over the wire is text, what is decided on is amounts
const figures = (changes: object = {}) => ({ ...wire, ...changes }) as never

describe('revising the prices', () => {
  it('keeps whole paise and cents', () => given(prices).when(revisePrices, figures(), meera).then(revised))
  it('does nothing when nothing is different', () => {
    given(prices, recorded)
      .when(revisePrices, figures({ inr_design: ' 10000.50 ' }), meera)
      .then()
    given(prices)
      .when(revisePrices, pricesToWire(prices.initial) as never, meera)
      .then()
  })
  it.each(Object.keys(wire))('notes a change of %s alone', (field) =>
    given(prices, recorded)
      .when(revisePrices, figures({ [field]: '1' }), meera)
      .then({ type: 'PricesRevised', data: pricesOf(pricesInput.parse({ ...wire, [field]: '1' })) }),
  )
  it('is not for clients', () => given(prices).when(revisePrices, figures(), asha).thenRefused('Sorry Not Allowed'))
  it.each(Object.keys(wire))('takes %s alone, and leaves the rest', (field) =>
    given(prices, recorded)
      .when(revisePrices, { [field]: '1' } as never, meera)
      .then({ type: 'PricesRevised', data: pricesOf(pricesInput.parse({ ...wire, [field]: '1' })) }),
  )
  it('needs some figure', () =>
    expect(revisePrices.input.safeParse({}).error?.issues[0]?.message).toBe('Please change at least one field'))
  it.each(Object.keys(wire))('takes %s as an amount only', (field) => {
    for (const bad of [null, '', 'free', '-1', '1.234', Number.NaN, {}, '9999999999']) {
      const { error } = revisePrices.input.safeParse({ [field]: bad })
      expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
    }
  })
})

describe('the prices', () => {
  it('an agency begins with lie within the figures of the terms', () => {
    const { inr, usd } = prices.initial
    expect(inr.hosting).toBeGreaterThanOrEqual(4_000_00)
    expect(inr.hosting).toBeLessThanOrEqual(8_000_00)
    expect(usd.hosting).toBeGreaterThanOrEqual(48_00)
    expect(usd.hosting).toBeLessThanOrEqual(96_00)
    expect([formatMoney(inr.price), formatMoney(usd.price, '$')]).toEqual(['₹45,000', '$203'])
  })
  // spec: 9.6
  it('of the parts add up, and the agency’s own is not among them', () =>
    expect(totalOf(revised.data.inr)).toBe(64_000_50))

  const amount = fc.integer({ min: 0, max: maxAmount })
  const parts: fc.Arbitrary<PriceComponents> = fc.record({
    design: amount,
    website: amount,
    crm: amount,
    hosting: amount,
    price: amount,
  })
  const byHand = (total: bigint) => {
    const paise = total % 100n
    return paise === 0n ? `${total / 100n}` : `${total / 100n}.${String(paise).padStart(2, '0')}`
  }
  it('add up to whole paise whatever they are, and read as they are written', () =>
    fc.assert(
      fc.property(parts, (each) => {
        const total = totalOf(each)
        expect(Number.isSafeInteger(total)).toBe(true)
        expect(total - each.design - each.website - each.crm).toBe(each.hosting)
        expect(formatMoney(total).replaceAll(/[₹,]/g, '')).toBe(byHand(BigInt(total)))
      }),
    ))
  it('come back from the wire as they went', () =>
    fc.assert(
      fc.property(fc.record({ inr: parts, usd: parts }), (list) => {
        const overHttp = JSON.parse(JSON.stringify(pricesToWire(list)))
        for (const text of Object.values(overHttp)) expect(text).toMatch(/^\d+(\.\d\d)?$/)
        expect(pricesFromWire(overHttp)).toEqual(list)
      }),
    ))
})

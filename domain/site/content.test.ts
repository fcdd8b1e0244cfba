import { describe, expect, it } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { invoiceOf, refundIfCancelled } from '#domain/order/invoice.ts'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import { prices } from '#domain/settings/prices.ts'
import { howWeDo, offerings, pricingNotes, terms } from './content.ts'

const linesOf = (title: string) => terms.find((each) => each.title === title)!.lines.join('\n')

describe('what the site says', () => {
  // spec: 1.6
  it('names the eight steps as the progress tracker does', () =>
    expect(howWeDo.map(({ title }) => title)).toEqual(defaultSteps.map(({ value }) => value)))
  // spec: 2.41, 9.8
  it('offers 14 different things for the price of the price list', () => {
    expect(new Set(offerings).size).toBe(14)
    const { inr, usd } = prices.initial
    expect([formatMoney(inr.price), formatMoney(usd.price, '$')]).toEqual(['₹45,000', '$203'])
  })
  // spec: 9.9, 9.10
  it('promises in the terms what the invoice computes', () => {
    const paid = { paid: 100_00, actual: 100_00, revisions: 0 }
    const back = (phase: Parameters<typeof refundIfCancelled>[1]) => refundIfCancelled(paid, phase) / 100
    const refunds = linesOf('Cancellation and refund')
    expect(refunds).toContain(`do not approve the landing page and cancel, we charge ${100 - back('landing page')}%`)
    expect(refunds).toContain(`full design phase has started, we refund ${back('full design')}%`)
    expect(refunds).toContain(`during development, we refund ${back('development')}%`)
    expect(back('handover')).toBe(0)
    expect(linesOf('Revisions')).toContain(`${invoiceOf(paid).paidRevision / 100}% of the total project cost`)
  })
  // The words of the specification, section 9, by hand: what is compared with itself can say anything.
  // spec: 9.7
  it.each([
    /price may increase.*99% of our clients/,
    /first year of hosting.*₹4,000 to ₹8,000 \(\$48 to \$96\) a year/,
    /You own and pay for the domain/,
    /We fix bugs and code issues free of charge, for life/,
  ])('says below the prices: %s', (note) => expect(pricingNotes.filter((each) => note.test(each))).toHaveLength(1))
  // spec: 9.7, 9.11
  it('says the same of hosting in the terms and below the prices', () => {
    for (const text of [linesOf('Hosting and deployment'), pricingNotes.join('\n')]) {
      expect(text).toContain('₹4,000 to ₹8,000')
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dollars, formatMoney, percent, rupees, toWireRupees } from '#domain/money.ts'
import { phases } from '#domain/step.ts'
import { invoiceOf, refundIfCancelled } from './invoice.ts'

describe('an amount', () => {
  it.each([
    ['22500', 2_250_000],
    ['22,500.50', 2_250_050],
    [' 1,11,170 ', 11_117_000],
    ['0', 0],
    ['0.1', 10],
    ['0.01', 1],
    [1234.5, 123_450],
  ])('of %j is %i paise', (text, paise) => expect(rupees.parse(text)).toBe(paise))

  it.each(['', 'abc', '-5', '1e3', '1.234', '10000000000', '١٢', null, {}, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %j is refused',
    (text) => expect(rupees.safeParse(text).success).toBe(false),
  )

  it('comes back from the wire as it went', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (paise) => rupees.parse(toWireRupees(paise)) === paise),
    ))

  // spec: 9.5
  it.each([
    [11_117_000, '₹1,11,170'],
    [99_900, '₹999'],
    [100_000, '₹1,000'],
    [1_000_000_050, '₹1,00,00,000.50'],
    [-5, '−₹0.05'],
  ])('of %i paise reads %s', (paise, text) => expect(formatMoney(paise)).toBe(text))

  // spec: 9.5
  it('in dollars is whole cents, and is grouped as rupees are', () => {
    expect(dollars.parse('1,26,000.50')).toBe(12_600_050)
    expect(toWireRupees(12_600_050)).toBe('126000.50')
    expect(formatMoney(12_600_050, '$')).toBe('$1,26,000.50')
    expect(dollars.parse('$5')).toBe(500)
    expect(dollars.safeParse('₹5').error?.issues[0]?.message).toMatch('in dollars')
  })
})

describe('the invoice', () => {
  // Worked by hand from specification section 9: [paid, actual, revisions] in rupees.
  // spec: 9.16, 9.17
  it.each([
    [
      ['22500', '45000', 0],
      {
        landingPageDesign: '9000',
        completeDesign: '22500',
        development: '45000',
        paidRevision: '900',
        totalPaidRevisions: '0',
        refund: '-22500',
        extraRefund: '-22500',
      },
    ],
    [
      ['45000', '45000', 0],
      {
        landingPageDesign: '9000',
        completeDesign: '22500',
        development: '45000',
        paidRevision: '900',
        totalPaidRevisions: '0',
        refund: '0',
        extraRefund: '0',
      },
    ],
    [
      ['60000', '45000', 3],
      {
        landingPageDesign: '9000',
        completeDesign: '22500',
        development: '45000',
        paidRevision: '900',
        totalPaidRevisions: '2700',
        refund: '12300',
        extraRefund: '15000',
      },
    ],
    [
      ['0', '0', 0],
      {
        landingPageDesign: '0',
        completeDesign: '0',
        development: '0',
        paidRevision: '0',
        totalPaidRevisions: '0',
        refund: '0',
        extraRefund: '0',
      },
    ],
    [
      ['100', '0.33', 1],
      {
        landingPageDesign: '0.07',
        completeDesign: '0.17',
        development: '0.33',
        paidRevision: '0.01',
        totalPaidRevisions: '0.01',
        refund: '99.66',
        extraRefund: '99.67',
      },
    ],
    [
      ['111170', '99999.99', 7],
      {
        landingPageDesign: '20000',
        completeDesign: '50000',
        development: '99999.99',
        paidRevision: '2000',
        totalPaidRevisions: '14000',
        refund: '-2829.99',
        extraRefund: '11170.01',
      },
    ],
  ] as const)('of %j', ([paid, actual, revisions], expected) => {
    const invoice = invoiceOf({ paid: rupees.parse(paid), actual: rupees.parse(actual), revisions })
    expect(Object.fromEntries(Object.entries(invoice).map(([name, amount]) => [name, toWireRupees(amount)]))).toEqual(
      expected,
    )
  })

  it('rounds half a paisa up', () => expect([percent(25, 50), percent(33, 2), percent(24, 2)]).toEqual([13, 1, 0]))
})

describe('cancelling', () => {
  // spec: 9.10
  it.each([
    ['landing page', '36000'],
    ['full design', '22500'],
    ['development', '9000'],
    ['handover', '0'],
  ] as const)('in the %s phase gives back %s of 45,000 paid in full', (phase, back) =>
    expect(toWireRupees(refundIfCancelled({ paid: 4_500_000, actual: 4_500_000, revisions: 0 }, phase))).toBe(back),
  )

  it('takes paid revisions off', () =>
    expect(toWireRupees(refundIfCancelled({ paid: 4_500_000, actual: 4_500_000, revisions: 2 }, 'full design'))).toBe(
      '20700',
    ))

  it('never gives back less than nothing', () =>
    expect(phases.map((phase) => refundIfCancelled({ paid: 100, actual: 4_500_000, revisions: 1 }, phase))).toEqual([
      0, 0, 0, 0,
    ]))
})

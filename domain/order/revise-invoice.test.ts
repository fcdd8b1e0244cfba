import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { asha, cancelled, completed, farhan, invoiced, invoiceIssued, meera, opened } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { InvoiceRevised, reviseInvoice } from './revise-invoice.ts'
import { cases, check, some, tries } from './testing-action.ts'

// What a form sends: text. The input makes paise of it.
const form = { orderId: 'x1', paidAmount: '22500', actualAmount: '45000', noOfRevisions: '0' }
const problems = (changes: object) =>
  reviseInvoice.input.safeParse({ ...form, ...changes }).error?.issues.map(({ message }) => message)

export const ofReviseInvoice = cases(reviseInvoice, {
  example: {
    given: [opened],
    by: meera,
    input: { paidAmount: '22500', actualAmount: '45000', noOfRevisions: '0' },
    follows: [InvoiceRevised({ paid: 2_250_000, actual: 4_500_000, revisions: 0 })],
    said: 'Invoice updated: ₹22,500 of ₹45,000 paid',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    InvoiceRevised: ({ paid, actual, revisions, pricing, entered }) => ({
      paidAmount: toWireRupees(paid),
      actualAmount: toWireRupees(actual),
      noOfRevisions: revisions,
      ...(pricing ? { pricing } : {}),
      ...(entered ? { entered } : {}),
    }),
  },
  tried: tries({
    paidAmount: some(undefined, '0', '22,500', '0.05'),
    actualAmount: some(undefined, '0', '45000', '45000.50'),
    noOfRevisions: fc.constantFrom<number | string | undefined>(undefined, 0, '3'),
  }),
})

if (import.meta.vitest) {
  check(ofReviseInvoice)

  describe('revising the invoice', () => {
    it('sets what is paid, what it costs and the paid revisions', () =>
      given(orders, opened)
        .when(reviseInvoice, form, meera)
        .then({ type: 'InvoiceRevised', data: { paid: 2_250_000, actual: 4_500_000, revisions: 0 } }))
    it('does nothing the second time', () => given(orders, opened, invoiced).when(reviseInvoice, form, meera).then())
    it('does nothing to an invoice that is all nothing, and stays so', () =>
      given(orders, opened)
        .when(reviseInvoice, { ...form, paidAmount: '0', actualAmount: 0 }, meera)
        .then())
    it.each([
      ['paid', { paidAmount: '22500.01' }, { paid: 2_250_001, actual: 4_500_000, revisions: 0 }],
      ['the cost', { actualAmount: '1,00,000' }, { paid: 2_250_000, actual: 10_000_000, revisions: 0 }],
      ['the revisions', { noOfRevisions: 3 }, { paid: 2_250_000, actual: 4_500_000, revisions: 3 }],
    ])('changes %s alone, whether the rest is sent or left out', (_, changes, data) => {
      for (const sent of [
        { ...form, ...changes },
        { orderId: 'x1', ...changes },
      ])
        given(orders, opened, invoiced).when(reviseInvoice, sent, meera).then({ type: 'InvoiceRevised', data })
    })
    it('leaves the rest at nothing where nothing was invoiced yet', () =>
      given(orders, opened)
        .when(reviseInvoice, { orderId: 'x1', actualAmount: '45000' }, meera)
        .then({ type: 'InvoiceRevised', data: { paid: 0, actual: 4_500_000, revisions: 0 } }))
    it('does nothing when what is sent stands already', () =>
      given(orders, opened, invoiced).when(reviseInvoice, { orderId: 'x1', paidAmount: '22500' }, meera).then())
    it('wants to be told at least one of the three', () =>
      expect(reviseInvoice.input.safeParse({ orderId: 'x1' }).error?.issues.map(({ message }) => message)).toEqual([
        'Please change at least one field',
      ]))

    it('answers an issued invoice where it says that it is paid, and lets it wait again where it takes that back', () => {
      const { at, data } = invoiceIssued
      const issued = { ...invoiceIssued, data: { ...data, open: 22_500_00, paid: [] } }
      const unpaid = { ...invoiced, data: { paid: 0, actual: 45_000_00, revisions: 0 } }
      const settled = { ...unpaid.data, paid: 22_500_00, waits: {} }
      given(orders, opened, unpaid, issued)
        .when(reviseInvoice, { orderId: 'x1', paidAmount: '22500' }, meera)
        .then({ type: 'InvoiceRevised', data: settled })
      given(orders, opened, unpaid, issued, { ...unpaid, data: settled })
        .when(reviseInvoice, { orderId: 'x1', paidAmount: '22499.99' }, meera)
        .then({
          type: 'InvoiceRevised',
          data: { ...settled, paid: 22_499_99, waits: { invoice: { at, revision: 2 } } },
        })
    })

    it.each(['2999-01-01T00:00:00.000Z', 'yesterday'])(
      'takes a price back to no time but of the project: %s',
      (since) =>
        given(orders, opened)
          .when(reviseInvoice, { ...form, pricing: { since, rounds: [] } }, meera)
          .thenRefused('The project wasn’t open then'),
    )

    it('takes back what was entered as paid, each on its day, and nothing else', () => {
      const entered = [
        { at: '2026-11-02T06:00:00.000Z', amount: 7_500_00 },
        { at: invoiced.at, amount: 12_500_00 },
      ]
      const made = { paid: 20_000_00, actual: 45_000_00, revisions: 0, entered }
      given(orders, opened, invoiced)
        .when(reviseInvoice, { ...form, paidAmount: '20000', entered }, meera)
        .then({ type: 'InvoiceRevised', data: made })
      const { payments } = fold(orders, recorded('order-1', [opened, invoiced, { ...invoiced, data: made }]))
      expect(payments.map(({ at, amount }) => ({ at, amount }))).toEqual(entered)
      const { entered: _, ...other } = made
      given(orders, opened, invoiced)
        .when(reviseInvoice, { ...form, paidAmount: '20000', entered: entered.slice(1) }, meera)
        .then({ type: 'InvoiceRevised', data: other })
    })

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
      given(orders, opened, invoiced, closed)
        .when(reviseInvoice, form, meera)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened).when(reviseInvoice, form, client).thenRefused('Sorry Not Allowed'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(reviseInvoice, form, meera).thenRefused('Not found'))

    // spec: 5.23
    it.each([null, '', ' ', '-1', '1.234', '1e3', 'free', Number.NaN, 0.1 + 0.2])(
      'does not take %j for an amount',
      (amount) => {
        expect(problems({ paidAmount: amount })).toHaveLength(1)
        expect(problems({ actualAmount: amount })).toHaveLength(1)
      },
    )
    it('takes ten crore rupees, and not a paisa more', () => {
      expect(problems({ actualAmount: '10,00,00,000' })).toBeUndefined()
      expect(problems({ actualAmount: '10,00,00,000.01' })).toEqual(['This amount is too large'])
    })
    it.each([0, 1000, '0', ' 7 ', '0007'])('takes %j for a number of revisions', (noOfRevisions) =>
      expect(problems({ noOfRevisions })).toBeUndefined(),
    )
    // spec: 5.23
    it.each([null, '', -1, 0.5, '1.5', '-1', 'two', '99999', Number.NaN, [1]])(
      'does not take %j for a number of revisions',
      (noOfRevisions) => expect(problems({ noOfRevisions })).toEqual(['Please enter a number of revisions']),
    )
    it.each([1001, '1001'])('does not take %j revisions', (noOfRevisions) =>
      expect(problems({ noOfRevisions })).toEqual(['Please enter at most 1,000 revisions']),
    )
    it('keeps amounts as whole paise', () =>
      expect(reviseInvoice.input.parse(form)).toMatchObject({ paidAmount: 2_250_000, actualAmount: 4_500_000 }))
  })
}

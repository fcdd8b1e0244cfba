import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold } from '#domain/event.ts'
import { asha, billingGiven, completed, invoiced, invoiceIssued, meera, opened } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Issuer } from './draft-invoice.ts'
import { buyerMissing, InvoiceIssued, issueInvoice, nothingToInvoice, sellerMissing } from './issue-invoice.ts'
import type { Order } from './order.ts'
import { cases, check, ravi, some } from './testing-action.ts'

const { seller, documentId, number } = invoiceIssued.data
const issuer: Issuer = { ...seller, taxRate: 18, timeZone: 'Asia/Kolkata' }
const issued = { documentId, number }
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)

/** The next document of an order: its number, which is no other’s. */
const nextOf = ({ documents }: Order) => ({
  documentId: `d${documents.length + 1}`,
  number: `N/${documents.length + 1}`,
})

export const ofIssueInvoice = cases(issueInvoice, {
  example: {
    given: [opened, invoiced, billingGiven],
    by: meera,
    input: { parts: ['development'], issuer, issued: { documentId: 'd1', number: 'LH/2026/1' } },
    follows: [
      InvoiceIssued({
        ...{ documentId: 'd1', number: 'LH/2026/1', issuedOn: '2026-11-16', dueOn: '2026-11-23' },
        ...{ seller, buyer: billingGiven.data, tax: { kind: 'IGST', rate: 18 }, price: 45_000_00, open: 0 },
        lines: [{ key: 'development', title: 'Development', share: 50, amount: 22_500_00, tax: 3_432_20 }],
        paid: [{ id: '00000000-0000-4000-8000-000000000001', on: '2026-11-05', amount: 22_500_00, tax: 3_432_20 }],
      }),
    ],
    said: 'Invoice LH/2026/1 issued: ₹22,500, all of it paid',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    InvoiceIssued: ({ documentId, number, seller, tax, lines, issuedOn, dueOn }) => ({
      parts: lines.map(({ key }) => key),
      issuer: { ...seller, taxRate: tax?.rate, dueDays: days(issuedOn, dueOn), timeZone: 'Asia/Kolkata' },
      issued: { documentId, number },
    }),
  },
  tried: fc
    .record({
      by: some(meera, ravi, asha),
      taxRate: some(undefined, 5, 18),
      parts: some(undefined, undefined, ['development'], ['round 1']),
    })
    .map(({ by, taxRate, parts }) => ({
      by,
      input: (order) => ({ parts, issuer: { ...issuer, taxRate }, issued: nextOf(order) }),
    })),
  refused: {
    'once it is completed': {
      given: [opened, invoiced, billingGiven, completed],
      message: 'Order Either Completed Or Cancelled',
    },
    'before it is known who is invoiced': { given: [opened, invoiced], message: buyerMissing },
    'without a price': {
      given: [opened, billingGiven],
      message: 'Part of this is invoiced already, or is no part of the price. Check the preview and try again.',
    },
  },
  invalid: [
    { input: { parts: [] }, fields: { parts: 'Please choose what to invoice' } },
    { input: { total: 'much' }, fields: { total: 'Please enter an amount in rupees, like 22500 or 22500.50' } },
  ],
})

if (import.meta.vitest) {
  check(ofIssueInvoice)

  const when = (input: object, ...samples: Sample<OrderEvent>[]) =>
    given(orders, ...samples).when(issueInvoice, { orderId: 'x1', issuer, issued, ...input } as never, meera)

  describe('issuing an invoice', () => {
    const written = [opened, invoiced, billingGiven]
    it('wants to be told who it comes from', () => when({ issuer: undefined }, ...written).thenRefused(sellerMissing))
    it('takes a number last of all', () =>
      when({ issued: undefined }, ...written).thenRefused('This document needs a number'))
    it('goes by the state that the buyer’s GSTIN names, and says it, where they chose none', () => {
      const { state, ...without } = billingGiven.data
      const given = [opened, invoiced, { ...billingGiven, data: without }]
      const [event] = perform(
        issueInvoice,
        fold(orders, recorded('order-1', given)),
        { orderId: 'x1', issuer, issued },
        { by: meera, at: invoiceIssued.at },
      )
      expect(event!.data).toMatchObject({ tax: { kind: 'IGST', rate: 18 }, buyer: { state } })
    })
    it('invoices what is due unless it is told what', () => {
      const order = fold(orders, recorded('order-1', written))
      const [event] = perform(
        issueInvoice,
        order,
        { orderId: 'x1', issuer, issued },
        { by: meera, at: invoiceIssued.at },
      )
      expect(event!.data.lines.map(({ key }) => key)).toEqual(['landing page', 'full design'])
    })
    it('invoices nothing twice', () => when({}, ...written, invoiceIssued).thenRefused(nothingToInvoice))
    it('is refused where another sum was read', () =>
      when({ total: '22499' }, ...written).thenRefused('This invoice comes to ₹22,500 now. Check it and try again.'))
    it('asks for what is open, until that is paid', () => {
      const price = { ...invoiced, data: { paid: 0, actual: 45_000_00, revisions: 0 } }
      const order = fold(orders, recorded('order-1', [opened, price, billingGiven]))
      const [event] = perform(
        issueInvoice,
        order,
        { orderId: 'x1', issuer, issued },
        { by: meera, at: invoiceIssued.at },
      )
      expect(event!.data).toMatchObject({ open: 9_000_00, dueOn: '2026-11-12', paid: [] })
      const asking = fold(
        orders,
        recorded('order-1', [opened, price, billingGiven, { ...event!, by: meera, at: invoiceIssued.at }]),
      )
      expect(asking.pending.invoice).toEqual({ at: invoiceIssued.at, revision: 3 })
    })
  })
}

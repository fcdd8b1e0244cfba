import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import {
  asha,
  billingGiven,
  clientErased,
  completed,
  creditNoteIssued,
  invoiced,
  invoiceIssued,
  meera,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { payableNow } from './instalments.ts'
import { CreditNoteIssued, issueCreditNote } from './issue-credit-note.ts'
import { sellerMissing } from './issue-invoice.ts'
import { PaymentReopened, reopenPayment } from './reopen-payment.ts'
import { cases, check, ravi, rowOf, some } from './testing-action.ts'

const issuer = { ...invoiceIssued.data.seller, timeZone: 'Asia/Kolkata' }
const issued = { documentId: 'd2', number: 'CN/2026/1' }
const reason = 'One page less, as agreed'
const written = [opened, invoiced, billingGiven, invoiceIssued]

export const ofIssueCreditNote = cases(issueCreditNote, {
  example: {
    given: written,
    by: meera,
    input: { documentId: 'd1', reason, amounts: { 'landing page': '1000' }, issuer, issued },
    follows: [CreditNoteIssued({ ...creditNoteIssued.data, issuedOn: '2026-11-16' })],
    said: 'Credit note CN/2026/1 issued: ₹1,000 off invoice LH/2026/1',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    CreditNoteIssued: ({ documentId, number, corrects, reason, lines, note }) => ({
      ...{ documentId: corrects.documentId, reason, note, issuer, issued: { documentId, number } },
      amounts: Object.fromEntries(lines.map(({ key, amount }) => [key, toWireRupees(amount)])),
    }),
  },
  tried: fc
    .record({
      by: some(meera, ravi, asha),
      amounts: some(undefined, undefined, { development: '1.01' }, { 'landing page': '500' }),
    })
    .map(({ by, amounts }) => ({
      by,
      input: ({ documents }) => ({
        ...{
          documentId: documents.find(({ kind }) => kind === 'invoice')?.documentId ?? 'none',
          reason,
          amounts,
          issuer,
        },
        issued: { documentId: `d${documents.length + 1}`, number: `N/${documents.length + 1}` },
      }),
    })),
  refused: {
    'once the order is completed, until it is reopened': {
      given: [...written, completed],
      message: 'Order Either Completed Or Cancelled. Reopen it to issue a credit note',
    },
    'for good once its client was erased': {
      given: [...written, completed, clientErased],
      message: 'Order Either Completed Or Cancelled',
    },
    'where there is no such invoice': { given: [opened, invoiced], message: 'This invoice doesn’t exist' },
  },
  invalid: [
    { input: { documentId: 'd1', reason: ' ' }, fields: { reason: 'Please give a reason' } },
    { input: { reason }, fields: { documentId: 'Please choose an invoice' } },
  ],
})

if (import.meta.vitest) {
  check(ofIssueCreditNote)

  describe('issuing a credit note', () => {
    const when = (input: object, ...samples: Parameters<typeof given>[1][]) =>
      given(orders, ...(samples as typeof written)).when(
        issueCreditNote,
        { orderId: 'x1', documentId: 'd1', reason, issuer, issued, ...input },
        meera,
      )
    it('takes back all that is left of an invoice, tax and all', () =>
      when({}, ...written, creditNoteIssued).then(
        CreditNoteIssued({
          ...{ ...creditNoteIssued.data, ...issued, issuedOn: '2026-11-16' },
          lines: [{ ...invoiceIssued.data.lines[0]!, amount: 8_000_00, tax: 1_220_34 }, invoiceIssued.data.lines[1]!],
        }),
      ))
    it('wants to be told who it comes from', () => when({ issuer: undefined }, ...written).thenRefused(sellerMissing))
    it('credits no more of a line than was invoiced', () =>
      when({ amounts: { 'landing page': '8000.01' } }, ...written, creditNoteIssued).thenRefused(
        'Only ₹8,000 is left of “Landing page design”',
      ))
    it('credits no line that is not there', () =>
      when({ amounts: { development: '1' } }, ...written).thenRefused(
        'This is no line of the invoice, or is credited already',
      ))
    it('wants an amount', () =>
      when({ amounts: { 'landing page': '0' } }, ...written).thenRefused('Enter an amount to credit'))
    it('is issued once by its id, however often it is sent', () => {
      const note = 'a-credit-note'
      const partial = { ...creditNoteIssued, data: { ...creditNoteIssued.data, note } }
      when({ note, amounts: { 'landing page': '1000' } }, ...written, partial).then()
      const other = when({ note, amounts: { 'landing page': '900' } }, ...written, partial)
      other.thenRefused('This credit note was issued already: CN/2026/1, ₹1,000')
    })
    it('credits nothing twice', () => {
      const whole = { ...creditNoteIssued, data: { ...creditNoteIssued.data, lines: invoiceIssued.data.lines } }
      when({}, ...written, whole).thenRefused('This invoice is credited already')
    })
  })

  describe('a second invoice that was issued by mistake, once all of it is credited', () => {
    const price = { ...invoiced, data: { ...invoiced.data, paid: 0 } }
    const { lines } = invoiceIssued.data
    const [landing, design] = [lines[0]!, lines[1]!]
    const first = {
      ...invoiceIssued,
      data: { ...invoiceIssued.data, lines: [landing], paid: [], open: landing.amount },
    }
    const mistake: Sample<OrderEvent> = {
      ...invoiceIssued,
      data: {
        ...{ ...first.data, documentId: 'd9', number: 'LH/2026/2', lines: [design] },
        ...{ dueOn: '2026-11-27', open: landing.amount + design.amount },
      },
    }
    const events: Sample<OrderEvent>[] = [opened, price, billingGiven, first, mistake]
    const input = { orderId: 'x1', documentId: 'd9', reason, issuer, issued }
    const executed = (raw: object): Sample<OrderEvent>[] => {
      const context = { by: meera, at: '2026-11-06T06:00:00.000Z' }
      const state = fold(orders, recorded('order-1', events))
      return [
        ...events,
        ...perform(issueCreditNote, state, issueCreditNote.input.parse(raw), context).map((each) => ({
          ...each,
          ...context,
        })),
      ]
    }
    it('leaves the day of the one before it, which waits again', () => {
      const after = recorded('order-1', executed(input))
      for (const order of [fold(orders, after), rowOf(after)]) {
        expect(order.invoiced).toEqual({ sum: landing.amount, dueOn: '2026-11-12' })
        expect(order.pending.invoice?.revision).toBe(3)
      }
      expect(payableNow(fold(orders, after))).toMatchObject({ amount: landing.amount, due: '2026-11-12' })
    })
    it('stays the latest as long as anything of it is left', () => {
      const after = recorded('order-1', executed({ ...input, amounts: { 'full design': '1' } }))
      const { invoiced, pending } = fold(orders, after)
      expect([invoiced.dueOn, pending.invoice?.revision]).toEqual(['2026-11-27', 4])
    })
    it('does not wait again where a payment is checked again', () => {
      const paid: Sample<OrderEvent> = {
        ...{ type: 'PaymentRecorded', by: meera, at: first.at },
        data: { payment: 'payment-1', amount: landing.amount, reference: '', paidOn: '2026-11-05', waits: {} },
      }
      given(orders, ...executed(input), paid)
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .then(
          PaymentReopened({
            ...{ payment: 'payment-1', amount: landing.amount, was: 'recorded' },
            waits: { invoice: { at: first.at, revision: 3 } },
          }),
        )
    })
  })
}

import { expect, it } from 'vitest'
import type { Instalment, Payable } from '#domain/order/instalments.ts'
import type { Order } from '#domain/order/order.ts'
import { creditNoteIssued, invoiceIssued } from '#domain/samples.ts'
import { beyondInWords, documentInWords, issuedTitle, paymentsInWords, shareInWords } from './issued-words.ts'
import { checkInWords } from './payment-titles.ts'

const amounts = { paid: 13_000_00, actual: 65_000_00, revisions: 0 }
const invoice = { kind: 'invoice', ...invoiceIssued.data, at: invoiceIssued.at, revision: 3 } as const
const creditNote = { kind: 'credit note', ...creditNoteIssued.data, at: creditNoteIssued.at, revision: 4 } as const
const part = (amount: number, due: string) => ({ amount, paid: 0, reported: 0, state: 'due', due }) as Instalment

it('says what is due by which day, what is reported, and that nothing is due', () => {
  const title = (reported: number, due?: Payable, status: Order['status'] = 'open', more = {}) =>
    Object.values(
      issuedTitle(
        {
          order: { status, steps: [], payments: [], invoice: amounts },
          due,
          reported,
          beyond: 0,
          viewer: 'client',
          ...more,
        },
        { day: (at) => at, isPast: (at) => at < '2026-11-10' },
      ),
    ).join(' ')
  const due = { amount: 32_500_00, due: '2026-11-12', isInvoiced: true }
  expect([title(0, due), title(100_00, due)]).toEqual(Array(2).fill('₹32,500 is due by 2026-11-12.'))
  expect(title(0, { ...due, due: '2026-11-09' })).toBe('₹32,500 was due on 2026-11-09.')
  const parts = [part(13_000_00, '2026-11-12'), part(19_500_00, '2026-11-17')]
  expect(title(0, { ...due, isInvoiced: false, parts })).toBe('₹13,000 is due by 2026-11-12.')
  const over = [part(13_000_00, '2026-11-04'), part(19_500_00, '2026-11-09')]
  expect(title(0, { ...due, due: '2026-11-04', isInvoiced: false, parts: over })).toBe(
    '₹32,500 was due, the first part on 2026-11-04.',
  )
  expect(title(32_500_00)).toBe('You reported ₹32,500. We are checking it.')
  expect(title(0)).toBe('Nothing is due. Every invoice is paid.')
  const [beyond, client] = ['Nothing is due. ₹400 is invoiced beyond the price.', { beyond: 400_00 }]
  expect(title(0, undefined, 'open', client)).toBe(beyond)
  expect(title(0, undefined, 'open', { ...client, viewer: 'admin' })).toBe(`${beyond} Please issue a credit note.`)
  expect(beyondInWords(400_00, 'admin', 'completed')).toBe(
    '₹400 is invoiced beyond the price. Reopen the project to issue a credit note.',
  )
  expect(title(100_00, undefined, 'completed')).toBe('₹52,000 to pay. ₹13,000 paid so far.')
  expect(title(100_00, undefined, 'cancelled')).toBe('Nothing to pay. This project was cancelled.')
  expect(title(0, undefined, 'completed')).toBe('₹52,000 to pay. ₹13,000 paid so far.')
  expect(title(0, undefined, 'cancelled')).toBe('Nothing to pay. This project was cancelled.')
})
it('says that what is reported is being checked only while the project is open', () =>
  expect((['open', 'completed', 'cancelled'] as const).map(checkInWords)).toEqual([
    'being checked',
    'not checked',
    'not checked',
  ]))
it('counts the payments', () =>
  expect([[], ['2026-11-20', '2026-11-09']].map(paymentsInWords)).toEqual([
    'No payment yet',
    '2 payments, last on 20/11/2026',
  ]))
it('says of what a line is a share', () =>
  expect(
    [
      { key: 'landing page', share: 20, amount: 13_000_00 },
      { key: 'landing page', share: 20, amount: 3_000_00 },
      { key: 'round 3', share: 4, amount: 2_600_00 },
    ].map((line) => shareInWords(line, 65_000_00)),
  ).toEqual(['20% of ₹65,000', 'rest of 20% of ₹65,000', '2% of ₹65,000 each']))
it('names a document', () =>
  expect([invoice, creditNote].map(documentInWords)).toEqual([
    'Invoice LH/2026/1: ₹22,500',
    'Credit note CN/2026/1: ₹1,000 off LH/2026/1',
  ]))

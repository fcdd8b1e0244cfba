import { describe, expect, it } from 'vitest'
import { invoices } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { completed, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { NumberNeeded } from './document-numbers.ts'
import { reopenPayment } from './reopen-payment.ts'
import { ReceiptIssued, sendReceipt } from './send-receipt.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, priced, reported } from './testing-payments.ts'

const issued = { documentId: 'receipt-1', number: 'RC/2026-27/1' }
const covers = [{ title: 'Landing page design', amount: 1_300_000 }]
const data = { ...issued, issuedOn: '2026-11-16', payment: 'payment-1', amount: 1_300_000, covers }
const receipt = { ...ReceiptIssued(data), by: meera, at: '2026-11-16T09:00:00.000Z' }

export const ofSendReceipt = cases(sendReceipt, {
  example: {
    given: [...priced, reported, confirmed],
    by: meera,
    input: { payment: 'payment-1', timeZone: 'Asia/Kolkata', issued },
    follows: [ReceiptIssued(data)],
    said: 'Receipt RC/2026-27/1 sent for ₹13,000',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    ReceiptIssued: ({ payment, documentId, number, seller, tax }) => ({
      ...{ payment, issued: { documentId, number } },
      ...(seller ? { issuer: { ...seller, taxRate: tax?.rate, timeZone: 'Asia/Kolkata' } } : {}),
    }),
  },
  tried: tries({
    payment: some('payment-1', 'payment-2', 'payment-4', 'payment-5'),
    issued: some(issued, { documentId: 'receipt-2', number: 'RC/2026-27/2' }),
    isOwed: some(undefined, true),
  }),
  ignored: { 'the second time': [...priced, reported, confirmed, receipt] },
  refused: {
    'before it is confirmed': { given: [...priced, reported], message: 'Please confirm this payment first' },
    'where it is not reported': {
      given: priced,
      message: 'This payment isn’t reported any more. The page shows what is',
    },
    'of an amount entered in the invoice, which may be corrected there': {
      given: [...priced, { ...invoices(meera, [13_000, 65_000], reported.at), id: 'payment-1' }],
      message:
        'This amount was entered in the invoice. To send a receipt, remove it there first, then record it as a payment.',
    },
    'once the order is completed': {
      given: [...priced, reported, confirmed, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
})

if (import.meta.vitest) {
  check(ofSendReceipt)

  describe('the receipt of a payment', () => {
    const paid = [...priced, reported, confirmed]
    it('names each part of the price once, in whatever order payments were reported, confirmed and reopened', () => {
      const other = { payment: 'payment-2', amount: 3_000_000, waits: {} }
      const also: Sample<OrderEvent>[] = [
        { ...reported, data: { ...reported.data, ...other, reference: '6337 4412 9076' } },
        { ...confirmed, data: other },
      ]
      const coversOf = (samples: readonly Sample<OrderEvent>[], payment: string, number: number) => {
        const order = fold(orders, recorded('order-1', samples))
        const input = { orderId: 'x1', payment, issued: { documentId: `receipt-${number}`, number: `RC/${number}` } }
        const [event] = sendReceipt.decide(order, input, { at: '2026-11-16T09:00:00.000Z', by: meera })
        return event! as Sample<OrderEvent>
      }
      const at = '2026-11-16T09:00:00.000Z'
      // The second is confirmed and has its receipt before the first is confirmed.
      const before = [...priced, reported, ...also]
      const second = coversOf(before, 'payment-2', 1)
      const after = [...before, { ...second, by: meera, at }, confirmed] as Sample<OrderEvent>[]
      const first = coversOf(after, 'payment-1', 2)
      expect([second, first].map(({ data }) => (data as { covers: unknown }).covers)).toEqual([
        [
          { title: 'Landing page design', amount: 1_300_000 },
          { title: 'Rest of the design', amount: 1_700_000 },
        ],
        [
          { title: 'Rest of the design', amount: 250_000 },
          { title: 'Development', amount: 1_050_000 },
        ],
      ])
    })

    it('asks for a number once nothing else is missing', () => {
      const decide = () =>
        sendReceipt.decide(
          fold(orders, recorded('order-1', paid)),
          { orderId: 'x1', payment: 'payment-1' },
          { by: meera, at: receipt.at },
        )
      expect(decide).toThrow(NumberNeeded)
    })
    it('is sent by itself where the order was completed in the minutes before, unless its client was erased', () => {
      const input = { orderId: 'x1', payment: 'payment-1', issued, isOwed: true }
      const late = { ...data, issuedOn: expect.any(String) }
      given(orders, ...paid, completed)
        .when(sendReceipt, input, meera)
        .then({ type: 'ReceiptIssued', data: late })
      const erased: Sample<OrderEvent> = { type: 'ClientErased', data: { files: [] }, by: meera, at: completed.at }
      given(orders, ...paid, completed, erased)
        .when(sendReceipt, input, meera)
        .thenRefused('Order Either Completed Or Cancelled')
    })
    it('is not sent by itself where the invoice says since then that less was paid, but by hand', () => {
      const input = { orderId: 'x1', payment: 'payment-1', issued }
      const lowered = (rupees: number, at: string) => invoices(meera, [rupees, 65_000], at)
      const sending = (isOwed: boolean, ...samples: Sample<OrderEvent>[]) =>
        given(orders, ...samples).when(sendReceipt, { ...input, isOwed }, meera)
      const sent = { type: 'ReceiptIssued' as const, data: expect.objectContaining({ payment: 'payment-1' }) }
      const less = lowered(0, receipt.at)
      sending(true, ...paid, less).thenRefused('The invoice says that less was paid since')
      sending(true, ...paid, lowered(12_999, receipt.at)).thenRefused('The invoice says that less was paid since')
      sending(false, ...paid, less).then(sent)
      sending(true, ...paid, less, lowered(13_000, receipt.at)).then(sent)
      // What was paid back before has nothing to do with it.
      const refunded = [{ ...reported, type: 'PaymentRecorded', by: meera, data: { ...reported.data, payment: 'p-0' } }]
      const earlier = [...(refunded as Sample<OrderEvent>[]), lowered(0, reported.at)]
      sending(true, ...priced, ...earlier, reported, confirmed).then(sent)
    })
    it.each([13_000, 20_000])('is not sent by itself where ₹%i was entered before, and is all again', (rupees) => {
      const input = { orderId: 'x1', payment: 'payment-1', issued, isOwed: true }
      const enters = (amount: number, at: string) => invoices(meera, [amount, 65_000], at)
      const mistaken = [...priced, enters(rupees, reported.at), reported, confirmed]
      const sending = (...samples: Sample<OrderEvent>[]) =>
        given(orders, ...mistaken, ...samples).when(sendReceipt, input, meera)
      const sent = { type: 'ReceiptIssued' as const, data: expect.objectContaining({ payment: 'payment-1' }) }
      sending(enters(rupees, receipt.at)).thenRefused('The invoice says that less was paid since')
      sending(enters(rupees + 20_000, receipt.at), enters(rupees + 13_000, receipt.at)).then(sent)
    })
    it('stands at its payment, which is not taken back any more', () => {
      expect(fold(orders, recorded('order-1', [...paid, receipt])).payments[0]?.receipt).toEqual({
        ...issued,
        issuedOn: '2026-11-16',
        revision: paid.length,
      })
      given(orders, ...paid, receipt)
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .thenRefused('The receipt of this payment was already sent')
    })
  })
}

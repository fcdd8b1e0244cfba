import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { asha, completed, farhan, fileShared, meera } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { PaymentReported, reportPayment } from './report-payment.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, entered, priced, questioned, reported, reportedData, waiting } from './testing-payments.ts'
import { turnOf } from './turn.ts'

export const ofReportPayment = cases(reportPayment, {
  example: {
    given: priced,
    by: asha,
    input: entered,
    follows: [PaymentReported(reportedData)],
    said: 'Payment of ₹13,000 reported, reference 6337 4412 9075',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: {
    PaymentReported: ({ waits: _, amount, ...said }) => ({ ...said, amount: toWireRupees(amount) }),
  },
  tried: tries({
    payment: some('payment-1', 'payment-2', 'payment-3'),
    amount: some('13000', '0.01', '32,500', '1,000.50'),
    reference: some('6337', '6338', '6339'),
    paidOn: some('2026-11-01', '2026-11-02'),
  }),
  ignored: { 'the second time': [...priced, reported] },
  refused: {
    'once it is confirmed': {
      given: [...priced, reported, confirmed],
      message: 'We have already confirmed this payment',
    },
    'under another id with the same reference, however it is spaced': {
      given: [...priced, { ...reported, data: { ...reportedData, payment: 'payment-2', reference: '6337 44129075' } }],
      message: 'You have already reported a payment with this reference',
    },
    'where twenty others wait': {
      given: [
        ...priced,
        ...Array.from({ length: 20 }, (_, nth) => ({
          ...reported,
          data: { ...reportedData, payment: `other-pay-${nth}`, reference: `other ${nth}` },
        })),
      ],
      message: 'Too many payments are waiting to be checked. Please send us a message',
    },
    'once the order is completed': { given: [...priced, completed], message: 'Order Either Completed Or Cancelled' },
  },
  invalid: [
    { input: { ...entered, amount: '0' }, fields: { amount: 'Please enter an amount above zero' } },
    {
      input: { ...entered, amount: '12.345' },
      fields: { amount: 'Please enter an amount in rupees, like 22500 or 22500.50' },
    },
    { input: { ...entered, reference: ' ' }, fields: { reference: 'Please enter the reference of the payment' } },
    { input: { ...entered, paidOn: '31/11/2026' }, fields: { paidOn: 'Please choose the day of the payment' } },
    { input: { ...entered, paidOn: '0026-11-16' }, fields: { paidOn: 'Please enter a date between 2000 and 2099' } },
    { input: { ...entered, payment: '../1' }, fields: { payment: 'The payment id is missing or invalid' } },
  ],
})

if (import.meta.vitest) {
  check(ofReportPayment)

  describe('a reported payment', () => {
    const report = { orderId: 'x1', ...entered }
    it('makes it the agency’s turn', () =>
      expect(turnOf(fold(orders, recorded('order-1', [...priced, reported])))).toMatchObject({
        with: 'agency',
        reason: 'payment',
        since: reported.at,
      }))
    it('is changed under its id until it is confirmed, and answers a question about it', () =>
      given(orders, ...priced, reported, questioned)
        .when(reportPayment, { ...report, amount: '12500' }, asha)
        .then(PaymentReported({ ...reportedData, amount: 1_250_000 })))
    it('leaves the first of several waiting', () =>
      given(orders, ...priced, reported)
        .when(reportPayment, { ...report, payment: 'payment-2', reference: '9' }, asha)
        .then(PaymentReported({ ...reportedData, payment: 'payment-2', reference: '9', waits: waiting })))
    it('was paid by today, wherever its payer is', () => {
      const paying = given(orders, ...priced)
      const day = (paidOn: string) =>
        paying.when(reportPayment, { ...report, paidOn }, asha, '2026-11-16T09:00:00.000Z')
      day('2026-11-16').then(PaymentReported({ ...reportedData, paidOn: '2026-11-16' }))
      day('2026-11-17').thenRefused('This day is in the future. Please choose the day you paid')
    })
    it('shows a screenshot that was shared, and none that was not', () => {
      const shown = { ...report, screenshot: fileShared.id }
      given(orders, ...priced, fileShared)
        .when(reportPayment, shown, asha)
        .then(PaymentReported({ ...reportedData, screenshot: fileShared.id }))
      given(orders, ...priced)
        .when(reportPayment, shown, asha)
        .thenRefused('This file has been deleted. Please choose another')
    })
    it('is the client’s alone to report', () => {
      given(orders, ...priced)
        .when(reportPayment, report, meera)
        .thenRefused('Sorry Not Allowed')
      given(orders, ...priced)
        .when(reportPayment, report, farhan)
        .thenRefused('Not found')
    })
  })
}

import { describe, it } from 'vitest'
import { toWireRupees } from '#domain/money.ts'
import { completed, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { PaymentConfirmed } from './confirm-payment.ts'
import { PaymentRecorded, recordPayment } from './record-payment.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, entered, priced, reported, reportedData } from './testing-payments.ts'

export const ofRecordPayment = cases(recordPayment, {
  example: {
    given: priced,
    by: meera,
    input: entered,
    follows: [PaymentRecorded(reportedData)],
    said: 'Payment of ₹13,000 recorded',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    PaymentRecorded: ({ payment, amount, reference, paidOn }) => {
      return { payment, amount: toWireRupees(amount), reference, paidOn }
    },
  },
  tried: tries({
    payment: some('payment-4', 'payment-5'),
    amount: some('13000', '32,500', '0.01'),
    reference: some('6337', '7000', '7001'),
    paidOn: some('2026-11-01', '2026-11-02'),
  }),
  ignored: { 'the second time': [...priced, { ...reported, type: 'PaymentRecorded', by: meera }] },
  refused: {
    'where one with its reference is confirmed': {
      given: [
        ...priced,
        { ...reported, data: { ...reportedData, payment: 'payment-0' } },
        {
          ...confirmed,
          data: { ...confirmed.data, payment: 'payment-0' },
        },
      ],
      message: 'A payment with this reference is already confirmed',
    },
    'once the order is completed': { given: [...priced, completed], message: 'Order Either Completed Or Cancelled' },
  },
  invalid: [{ input: { ...entered, amount: '0' }, fields: { amount: 'Please enter an amount above zero' } }],
})

if (import.meta.vitest) {
  check(ofRecordPayment)

  describe('recording a payment', () => {
    const record = { orderId: 'x1', ...entered }
    it('confirms what the client has reported under its reference, and counts it once', () =>
      given(orders, ...priced, { ...reported, data: { ...reportedData, payment: 'reported-1' } })
        .when(recordPayment, record, meera)
        .then(PaymentConfirmed({ payment: 'reported-1', amount: 1_300_000, waits: {} })))
    it('does not take a day that has not begun', () =>
      given(orders, ...priced)
        .when(recordPayment, { ...record, paidOn: '2027-01-01' }, meera)
        .thenRefused('This day is in the future. Please choose the day you paid'))
  })
}

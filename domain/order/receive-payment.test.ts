import { describe, it } from 'vitest'
import { cancelled, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { PaymentConfirmed } from './confirm-payment.ts'
import { PaymentRecorded, receivePayment } from './record-payment.ts'
import { reopenPayment } from './reopen-payment.ts'
import { cases, check } from './testing-action.ts'
import { confirmed, entered, priced, reported, reportedData } from './testing-payments.ts'

const input = { ...entered, provider: 'Stripe' }
const received = PaymentRecorded({ ...reportedData, provider: 'Stripe' })

export const ofReceivePayment = cases(receivePayment, {
  example: {
    given: priced,
    by: meera,
    input,
    follows: [received],
    said: 'Payment of ₹13,000 received through Stripe',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  // Its events are those of recordPayment: scenarios try that.
  inputOf: {},
  ignored: {
    'the second time': [...priced, { ...received, by: meera, at: reported.at }],
    'where the agency has confirmed what the client reported of it': [
      ...priced,
      { ...reported, data: { ...reportedData, payment: 'reported-1' } },
      { ...confirmed, data: { ...confirmed.data, payment: 'reported-1' } },
    ],
  },
  refused: {
    'once the order is cancelled': { given: [...priced, cancelled], message: 'Order Either Completed Or Cancelled' },
  },
})

if (import.meta.vitest) {
  check(ofReceivePayment)

  describe('a payment that a provider received', () => {
    it('is not taken back either where it confirms what the client reported', () => {
      const before = [...priced, reported]
      const event = PaymentConfirmed({ payment: 'payment-1', amount: 1_300_000, waits: {}, provider: 'Stripe' })
      given(orders, ...before)
        .when(receivePayment, { orderId: 'x1', ...input, payment: 'stripe-1' } as never, meera)
        .then(event)
      given(orders, ...before, { ...event, by: meera, at: reported.at })
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .thenRefused('This payment wasn’t confirmed here. Update the invoice instead')
    })
    it('is not taken back: the provider has the money', () =>
      given(orders, ...priced, { ...received, by: meera, at: reported.at })
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .thenRefused('This payment wasn’t confirmed here. Update the invoice instead'))
  })
}

import { describe, it } from 'vitest'
import { asha, cancelled } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, priced, questioned, reported, reportedData } from './testing-payments.ts'
import { PaymentReportWithdrawn, withdrawPaymentReport } from './withdraw-payment-report.ts'

export const ofWithdrawPaymentReport = cases(withdrawPaymentReport, {
  example: {
    given: [...priced, reported],
    by: asha,
    input: { payment: 'payment-1' },
    follows: [PaymentReportWithdrawn({ payment: 'payment-1', amount: 1_300_000, waits: {} })],
    said: 'Report of a payment of ₹13,000 withdrawn',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { PaymentReportWithdrawn: ({ payment }) => ({ payment }) },
  tried: tries({ payment: some('payment-1', 'payment-2', 'payment-3') }),
  ignored: { 'where it is not reported': [...priced] },
  refused: {
    'once it is confirmed': {
      given: [...priced, reported, confirmed],
      message: 'We have already confirmed this payment',
    },
    'once the order is cancelled': {
      given: [...priced, reported, cancelled],
      message: 'Order Either Completed Or Cancelled',
    },
  },
})

if (import.meta.vitest) {
  check(ofWithdrawPaymentReport)

  describe('withdrawing one of three reports', () => {
    const on = (day: number) => `2026-11-${day}T08:44:00.000Z`
    const report = (payment: string, day: number) =>
      ({ ...reported, data: { ...reportedData, payment, reference: `${payment} ${day}` }, at: on(day) }) as const
    const ask = (payment: string, day: number) =>
      ({ ...questioned, data: { ...questioned.data, payment }, at: on(day) }) as const
    const all = [...priced, report('payment-1', 13), report('payment-2', 14), report('payment-3', 15)]
    const withdrawn = (waits: object) => PaymentReportWithdrawn({ payment: 'payment-3', amount: 1_300_000, waits })
    const input = { orderId: 'x1', payment: 'payment-3' }
    it('leaves the earliest of the others waiting, though one before it was reported anew', () =>
      given(orders, ...all, report('payment-1', 16))
        .when(withdrawPaymentReport, input, asha)
        .then(withdrawn({ payment: { at: on(14), revision: priced.length + 1, amount: 2_600_000 } })))
    it('leaves the earliest question waiting, though it is about a later payment', () =>
      given(orders, ...all, ask('payment-2', 16), ask('payment-1', 17))
        .when(withdrawPaymentReport, input, asha)
        .then(withdrawn({ 'payment question': { at: on(16), revision: priced.length + 3 } })))
  })

  describe('withdrawing one of two reports', () => {
    it('leaves the other waiting', () => {
      const data = { ...reportedData, payment: 'payment-2', reference: '9' }
      const later = { ...reported, data, at: '2026-11-13T08:44:00.000Z' }
      given(orders, ...priced, reported, later)
        .when(withdrawPaymentReport, { orderId: 'x1', payment: 'payment-1' }, asha)
        .then(
          PaymentReportWithdrawn({
            payment: 'payment-1',
            amount: 1_300_000,
            waits: { payment: { at: later.at, revision: priced.length + 1, amount: 1_300_000 } },
          }),
        )
    })
  })
}

import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { invoices, signs } from '#domain/demo/events.ts'
import { fold, type Recorded } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { completed, meera, opened } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { PaymentConfirmed } from './confirm-payment.ts'
import { PaymentRecorded, recordPayment } from './record-payment.ts'
import { reopenPayment } from './reopen-payment.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, entered, priced, reported, reportedData } from './testing-payments.ts'

/** A payment of the same reference that the client reported with an amount of rupees, and the agency confirmed. */
const confirmedAs = (rupees: string): Sample<OrderEvent>[] => {
  const data = { payment: 'payment-0', amount: Number(rupees) * 100 }
  return [
    { ...reported, data: { ...reportedData, ...data } },
    { ...confirmed, data: { ...confirmed.data, ...data } },
  ]
}

const recordedBefore = (data: ReturnType<typeof PaymentRecorded>['data']): Sample<OrderEvent> => {
  return { ...PaymentRecorded(data), by: meera, at: reported.at }
}

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
  ignored: {
    'the second time': [...priced, { ...reported, type: 'PaymentRecorded', by: meera }],
    'the second time, where it confirmed what the client reported': [...priced, ...confirmedAs('13000')],
  },
  refused: {
    'where one with its reference is confirmed': {
      given: [...priced, ...confirmedAs('12999')],
      message: 'A payment with this reference is already confirmed',
    },
    'where it was recorded with another amount': {
      given: [
        ...priced,
        { ...reported, type: 'PaymentRecorded', data: { ...reportedData, amount: 130_000 }, by: meera },
      ],
      message: 'This payment is already recorded, with other details',
    },
    'where the client has only reported it': {
      given: [...priced, reported],
      message: 'The client reported this payment. Please confirm it.',
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
    it('takes the place of a report of another amount under its reference, until it is taken back', () => {
      const entry = { ...record, amount: '12999' }
      const received = PaymentRecorded({ ...reportedData, payment: 'reported-1', amount: 1_299_900 })
      const report = { ...reportedData, payment: 'reported-1', paidOn: '2026-11-11' }
      const before = [...priced, { ...reported, data: report }]
      given(orders, ...before)
        .when(recordPayment, entry, meera)
        .then(received)
      const after = fold(orders, recorded('order-1', [...before, { ...received, by: meera, at: confirmed.at }]))
      expect([after.invoice.paid, after.pending, after.payments.length]).toEqual([1_299_900, {}, 1])
      const [back] = perform(
        reopenPayment,
        after,
        { orderId: 'x1', payment: 'reported-1' },
        { by: meera, at: confirmed.at },
      )
      expect(back!.data).toMatchObject({ was: 'confirmed', waits: { payment: { amount: 1_300_000 } } })
      const again = [{ ...back!, id: 'e4', by: meera, at: confirmed.at }] as Recorded<OrderEvent>[]
      expect(fold(orders, again, after).payments).toEqual(fold(orders, recorded('order-1', before)).payments)
    })
    it('finds the one that is confirmed among those of its reference', () =>
      given(
        orders,
        ...priced,
        { ...reported, data: { ...reportedData, payment: 'reported-1' } },
        ...confirmedAs('12999'),
      )
        .when(recordPayment, record, meera)
        .thenRefused('A payment with this reference is already confirmed'))
    it('completes a later step with no small advance, but with the rest of the price, or once its part is due', () => {
      const byPayment = { payment: true, completedOn: 'payment' } as const
      const steps = [
        { id: 1, value: 'Payment 1', ...byPayment },
        { id: 2, value: 'Landing approval', phase: 'landing page' as const },
        { id: 3, value: 'Payment 3', ...byPayment },
        { id: 4, value: 'Design approval', phase: 'full design' as const },
      ]
      const [opening, price] = priced
      const first = { ...reportedData, payment: 'payment-0', reference: '6336' }
      const before = [
        { ...opening, data: { ...opening!.data, steps } } as Sample<OrderEvent>,
        price!,
        recordedBefore({ ...first, completes: { step: 1, since: opening!.at } }),
      ]
      const completing = (rupees: string, ...more: Sample<OrderEvent>[]) => {
        const order = fold(orders, recorded('order-1', [...before, ...more]))
        const [event] = perform(recordPayment, order, recordPayment.input.parse({ ...record, amount: rupees }), {
          by: meera,
          at: confirmed.at,
        })
        return (event as ReturnType<typeof PaymentRecorded>).data.completes?.step
      }
      const approved = signs(meera, 2, reported.at)
      expect([completing('1'), completing('51999.99'), completing('52000')]).toEqual([undefined, undefined, 3])
      expect([completing('19499', approved), completing('19500', approved)]).toEqual([undefined, 3])
      const ahead = recordedBefore({ ...first, payment: 'payment-2', reference: '6338', amount: 1_950_000 })
      expect([completing('1', ahead), completing('1', ahead, approved)]).toEqual([undefined, 3])
      // A higher price asks for more of the first part, which is not what the later step asks for.
      const raised = invoices(meera, [13_000, 65_005], reported.at)
      expect([completing('1', raised), completing('19502.50', raised, approved)]).toEqual([undefined, 3])
    })
    it('completes the first payment step once its part is paid, also by the form, and while earlier steps are open', () => {
      const steps = [
        { id: 1, value: 'Report', phase: 'landing page' as const },
        { id: 2, value: 'Payment 1', payment: true as const, completedOn: 'payment' as const },
      ]
      const opening = { ...opened, data: { ...opened.data, steps } }
      given(orders, opening, invoices(meera, [13_000, 65_000], reported.at))
        .when(recordPayment, record, meera)
        .then({
          type: 'PaymentRecorded',
          data: expect.objectContaining({ completes: expect.objectContaining({ step: 2 }) }),
        })
    })
    it('does not take a day that has not begun', () =>
      given(orders, ...priced)
        .when(recordPayment, { ...record, paidOn: '2027-01-01' }, meera)
        .thenRefused('This day is in the future. Please choose the day you paid'))
  })
}

import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { completed, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { undoOfConfirmed } from './confirm-payment.ts'
import { PaymentReopened, reopenPayment } from './reopen-payment.ts'
import { cases, check, some, tries } from './testing-action.ts'
import { confirmed, priced, questioned, reported, waiting } from './testing-payments.ts'
import { turnOf } from './turn.ts'

const reopened = { payment: 'payment-1', amount: 1_300_000, was: 'confirmed', waits: waiting } as const
const lowered: Sample<OrderEvent> = {
  ...{ type: 'InvoiceRevised', data: { paid: 100, actual: 6_500_000, revisions: 0 } },
  ...{ by: meera, at: '2026-11-12T13:00:00.000Z' },
}

export const ofReopenPayment = cases(reopenPayment, {
  example: {
    given: [...priced, reported, confirmed],
    by: meera,
    input: { payment: 'payment-1' },
    follows: [PaymentReopened(reopened)],
    said: 'Payment of ₹13,000 is being checked again',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { PaymentReopened: ({ payment }) => ({ payment }) },
  tried: tries({ payment: some('payment-1', 'payment-2', 'payment-3', 'payment-4') }),
  ignored: { 'where it is being checked': [...priced, reported] },
  refused: {
    'where it is not reported': {
      given: priced,
      message: 'This payment isn’t reported any more. The page shows what is',
    },
    'where the invoice says that less was paid': {
      given: [...priced, reported, confirmed, lowered],
      message: 'The invoice says that less was paid. Update the invoice instead',
    },
    'once the order is completed': {
      given: [...priced, reported, confirmed, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
})

if (import.meta.vitest) {
  check(ofReopenPayment)

  describe('checking a payment again', () => {
    const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))
    const reopen = (...before: Sample<OrderEvent>[]) =>
      given(orders, ...before).when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
    it('takes back that it was not found', () =>
      reopen(...priced, reported, questioned).then(PaymentReopened({ ...reopened, was: 'questioned' })))
    it.each<Sample<OrderEvent>>([
      confirmed,
      { ...confirmed, type: 'PaymentRecorded', data: { ...reported.data, amount: 1_200_000 } },
    ])('asks the question about it again, where there was one: $type', (event) => {
      const before = order(...priced, reported, questioned)
      const undo = undoOfConfirmed(before, { payment: 'payment-1' })!
      const input = { orderId: 'x1', payment: 'payment-1', ...undo.input }
      const paid = order(...priced, reported, questioned, event)
      const [again] = reopenPayment.decide(paid, input, { by: meera, at: event.at })
      const after = order(...priced, reported, questioned, event, { ...event, ...again! })
      expect([after.payments, after.pending]).toEqual([before.payments, before.pending])
      expect(turnOf(after)?.reason).toBe('payment question')
    })
    it('asks no question again of one that is to be checked again', () => {
      const after = order(...priced, reported, questioned, confirmed)
      const [again] = reopenPayment.decide(
        after,
        { orderId: 'x1', payment: 'payment-1' },
        { by: meera, at: confirmed.at },
      )
      expect(again?.data).not.toHaveProperty('questioned')
    })
    it('takes one away that the agency recorded by mistake', () => {
      const own = { ...reported, type: 'PaymentRecorded', by: meera } as const
      const event = PaymentReopened({ ...reopened, was: 'recorded', waits: {} })
      reopen(...priced, own).then(event)
      const after = order(...priced, own, { ...event, by: meera, at: '2026-11-12T12:00:00.000Z' })
      expect([after.payments, after.invoice.paid]).toEqual([[], 0])
    })
  })
}

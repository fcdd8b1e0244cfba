import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signs, unsigns } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { maxAmount, toWireRupees } from '#domain/money.ts'
import { asha, completed, invoiceIssued, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { confirmPayment, PaymentConfirmed } from './confirm-payment.ts'
import { PaymentReopened, reopenPayment } from './reopen-payment.ts'
import { anyPerson, cases, check, some } from './testing-action.ts'
import { confirmed, entered, priced, questioned, reported, reportedData, waiting } from './testing-payments.ts'

const received = { ...reported, type: 'PaymentRecorded', by: meera } as const
const confirm = { payment: 'payment-1', amount: '13000' }

export const ofConfirmPayment = cases(confirmPayment, {
  example: {
    given: [...priced, reported],
    by: meera,
    input: confirm,
    follows: [PaymentConfirmed({ payment: 'payment-1', amount: 1_300_000, waits: {} })],
    said: 'Payment of ₹13,000 confirmed',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { PaymentConfirmed: ({ payment, amount }) => ({ payment, amount: toWireRupees(amount) }) },
  tried: fc.record({
    by: anyPerson,
    input: some('payment-1', 'payment-2', 'payment-3').map((payment) => ({ payments }) => ({
      payment,
      amount: toWireRupees(payments.find(({ id }) => id === payment)?.amount ?? 100),
    })),
  }),
  ignored: { 'the second time': [...priced, reported, confirmed] },
  refused: {
    'where it is not reported': {
      given: priced,
      message: 'This payment isn’t reported any more. The page shows what is',
    },
    'where the client has changed it since it was read': {
      given: [...priced, { ...reported, data: { ...reportedData, amount: 100 } }],
      message: 'The client has changed the amount of this payment. Please check it again',
    },
    'where more would be paid than may be entered': {
      given: [
        ...priced,
        {
          type: 'InvoiceRevised',
          data: { paid: maxAmount, actual: maxAmount, revisions: 0 },
          by: meera,
          at: reported.at,
        },
        reported,
      ],
      message: 'The paid amount would be too large',
    },
    'where another one with its reference is confirmed': {
      given: [...priced, reported, { ...received, data: { ...reportedData, payment: 'payment-9', amount: 1_299_900 } }],
      message: 'A payment with this reference is already confirmed',
    },
    'once the order is completed': {
      given: [...priced, reported, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
  invalid: [
    {
      input: { ...confirm, amount: '-1' },
      fields: { amount: 'Please enter an amount in rupees, like 22500 or 22500.50' },
    },
  ],
})

/** Steps of which a payment completes the second. */
const steps = [
  { id: 1, value: 'Proposal', with: 'agency' },
  { id: 2, value: 'Payment', payment: true, with: 'client', completedOn: 'payment' },
] as const
const withStep = priced.map((each) =>
  each.type === 'OrderOpened' ? { ...each, data: { ...each.data, steps: [...steps] } } : each,
) as Sample<OrderEvent>[]
const withAmount = (amount: number) => ({ ...reported, data: { ...reportedData, amount } })
const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))

if (import.meta.vitest) {
  check(ofConfirmPayment)

  describe('a confirmed payment', () => {
    const completes = { step: 2, since: priced[0]!.at }
    it('counts as paid', () => {
      const { invoice, payments, pending } = order(...priced, reported, confirmed)
      expect([invoice.paid, payments.map(({ state, by }) => [state, by]), pending]).toEqual([
        1_300_000,
        [['confirmed', 'Meera Kulkarni']],
        {},
      ])
    })
    it('is one that was not found before, too', () =>
      given(orders, ...priced, reported, questioned)
        .when(confirmPayment, { orderId: 'x1', ...confirm }, meera)
        .then(PaymentConfirmed({ payment: 'payment-1', amount: 1_300_000, waits: {} })))
    it('completes the step that says so, once nothing is left to pay now', () => {
      given(orders, ...withStep, reported)
        .when(confirmPayment, { orderId: 'x1', ...confirm }, meera)
        .then(PaymentConfirmed({ payment: 'payment-1', amount: 1_300_000, waits: {}, completes }))
      const part = { ...reported, data: { ...reportedData, amount: 1_299_999 } }
      given(orders, ...withStep, part)
        .when(confirmPayment, { orderId: 'x1', ...confirm, amount: '12999.99' }, meera)
        .then(PaymentConfirmed({ payment: 'payment-1', amount: 1_299_999, waits: {} }))
    })
    it('completes no step as long as something is only reported, or there is no price, or more is invoiced', () => {
      const none = PaymentConfirmed({ payment: 'payment-1', amount: 1_300_000, waits: {} })
      const confirming = (samples: Sample<OrderEvent>[], amount: string) =>
        given(orders, ...samples).when(confirmPayment, { orderId: 'x1', payment: 'payment-1', amount }, meera)
      const second = { ...reportedData, payment: 'payment-2', amount: 1_299_900, reference: '7000', waits: waiting }
      const rest = { at: reported.at, revision: 3, amount: 1_299_900 }
      confirming([...withStep, withAmount(100), { ...reported, data: second }], '1').then(
        PaymentConfirmed({ ...none.data, amount: 100, waits: { payment: rest } }),
      )
      confirming([withStep[0]!, withAmount(100)], '1').then(PaymentConfirmed({ ...none.data, amount: 100 }))
      const lines = [{ key: 'landing page', title: 'Landing page design', share: 50, amount: 3_250_000, tax: 0 }]
      const issued = { ...invoiceIssued, data: { ...invoiceIssued.data, lines } }
      confirming([...withStep, issued, reported], '13000').then(
        PaymentConfirmed({ ...none.data, waits: { invoice: { at: issued.at, revision: 2 } } }),
      )
    })
    it('is signed at its step by the admin who confirmed it, and gives it back as it is taken back', () => {
      const done = { ...confirmed, data: { ...confirmed.data, completes } }
      expect(order(...withStep, reported, done).steps[1]).toMatchObject({
        status: 1,
        completedBy: { by: 'Meera Kulkarni', at: confirmed.at },
      })
      const reopens = PaymentReopened({
        ...{ payment: 'payment-1', amount: 1_300_000, was: 'confirmed', reopens: completes },
        waits: waiting,
      })
      const before = order(...withStep, reported)
      const after = order(...withStep, reported, done, { ...reopens, by: meera, at: '2026-11-12T12:00:00.000Z' })
      expect({ ...after, lastAt: '' }).toEqual({ ...before, lastAt: '' })
    })
    it('gives its step back since those before it are done, where one was open then', () => {
      const done = { ...confirmed, data: { ...confirmed.data, completes } }
      const proposal = signs(meera, 1, '2026-11-12T11:20:00.000Z')
      given(orders, ...withStep, reported, done, proposal)
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .then(
          PaymentReopened({
            ...{ payment: 'payment-1', amount: 1_300_000, was: 'confirmed', waits: waiting },
            reopens: { step: 2, since: proposal.at },
          }),
        )
    })
    it('leaves its step done as it is taken back, where that was done by hand since', () => {
      const done = { ...confirmed, data: { ...confirmed.data, completes } }
      const byHand = [unsigns(meera, 2, '2026-11-12T11:20:00.000Z'), signs(meera, 2, '2026-11-12T11:30:00.000Z')]
      given(orders, ...withStep, reported, done, ...byHand)
        .when(reopenPayment, { orderId: 'x1', payment: 'payment-1' }, meera)
        .then(PaymentReopened({ payment: 'payment-1', amount: 1_300_000, was: 'confirmed', waits: waiting }))
    })
    it('settles an invoice that waits, and no other', () => {
      const invoice = { at: reported.at, revision: 2 }
      const open = order(...priced, reported)
      const { decide } = confirmPayment
      const invoicePending = { ...open, pending: { ...open.pending, invoice } }
      const context = { by: meera, at: confirmed.at }
      const input = confirmPayment.input.parse({ orderId: 'x1', ...confirm })
      expect(decide(invoicePending, input, context)).toEqual([PaymentConfirmed({ ...confirmed.data, waits: {} })])
      const lines = [{ key: 'landing page', title: 'Landing page design', share: 20, amount: 1_300_001, tax: 0 }]
      const more = {
        ...invoicePending,
        invoiced: { sum: 1_300_001 },
        documents: [{ kind: 'invoice', documentId: 'd1', lines, ...invoice } as never],
      }
      expect(decide(more, input, context)).toEqual([PaymentConfirmed({ ...confirmed.data, waits: { invoice } })])
    })
    it('is no client’s to confirm', () =>
      given(orders, ...priced, reported)
        .when(confirmPayment, { orderId: 'x1', ...confirm }, asha)
        .thenRefused('Sorry Not Allowed'))
  })

  it('has what was entered as it is shown', () =>
    expect(order(...priced, reported, confirmed).payments[0]).toMatchObject({
      reference: entered.reference,
      paidOn: entered.paidOn,
      reported: { by: 'Asha Rao', at: reported.at },
    }))
}

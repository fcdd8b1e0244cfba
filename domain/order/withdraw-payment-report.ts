import { z } from 'zod'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { orderCommand, orderEvent, paymentTraits } from './action.ts'
import { orderId } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { waitsBeside, withWaits } from './payment-changes.ts'
import { paymentFields } from './payment-fields.ts'
import { paymentId } from './payment-input.ts'

export const PaymentReportWithdrawn = orderEvent('PaymentReportWithdrawn', paymentFields, {
  ...paymentTraits,
  apply: (order, { payment, waits }) => ({
    ...order,
    payments: order.payments.filter(({ id }) => id !== payment),
    pending: withWaits(order.pending, waits),
  }),
  sentence: ({ amount }) => `Report of a payment of ${formatMoney(amount)} withdrawn`,
})

/** The client takes back that they have paid, as long as the agency has not confirmed it. */
export const withdrawPaymentReport = orderCommand('withdrawPaymentReport', z.object({ orderId, payment: paymentId }), {
  summary: 'Withdraw a reported payment',
  call: 'POST /api/withdraw-payment-report',
  scope: null,
  roles: ['client'],
  success: 'Report withdrawn',
  decide(order, { payment }) {
    onlyWhileOpen(order)
    const found = order.payments.find(({ id }) => id === payment)
    if (!found) return []
    if (found.state === 'confirmed') throw new Refusal('We have already confirmed this payment')
    return [PaymentReportWithdrawn({ payment, amount: found.amount, waits: waitsBeside(order, payment) })]
  },
  undo: 'cannot be taken back',
  palette: 'not in the palette',
})

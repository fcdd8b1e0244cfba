import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { paymentSteps } from '#domain/order/payment-steps.ts'
import { currentStep } from '#domain/order/row.ts'
import { daysLeft } from '#domain/order/validity.ts'
import type { Tab } from './tabs.ts'

/** Something the client is waited for with: what it is, and where it is done. */
type ActionItem = { tab: Tab; text: string; linkText: string }

/** What the client is waited for with: a payment that is the current step, a proposal that will lapse. */
export function actionItems(order: Order, today: string): ActionItem[] {
  const now = currentStep(order.steps)
  const due = -invoiceOf(order.invoice).refund
  const left = order.proposal ? daysLeft(order.proposal.date, today) : -1
  const payments = paymentSteps(order.steps)
  // Once a payment is signed the proposal has been accepted, whatever its date.
  const paidFor = payments.some(({ status }) => status === 1)
  return [
    ...(now && payments.includes(now) && due > 0
      ? [{ tab: 'payment' as const, text: `${formatMoney(due)} is to be paid.`, linkText: 'How to pay' }]
      : []),
    ...(left >= 0 && !paidFor
      ? [{ tab: 'proposal' as const, text: `The proposal is waiting, ${leftInWords(left)}.`, linkText: 'Read it' }]
      : []),
  ]
}

const leftInWords = (days: number) =>
  days === 0 ? 'today is its last day' : `${days} ${days === 1 ? 'day' : 'days'} left`

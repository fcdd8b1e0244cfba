import { counted } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise, percent } from '#domain/money.ts'
import type { Payable } from '#domain/order/instalments.ts'
import { type InvoiceLine, type IssuedDocument, totalOf } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { type DueWords, dueBy, dueIn } from './due.ts'
import type { Headline } from './headline.ts'
import { invoiceTitle } from './order-titles.ts'
import { reportedTitle } from './payment-titles.ts'

/** The headline about the amount to be paid now, and by when; else what is reported, or what is left of the price. */
export function issuedTitle({ order, due, reported, beyond, viewer }: Issued, words: DueWords): Required<Headline> {
  if (due) {
    const [is, when] = dueIn(due, words)
    return { title: `${formatMoney(dueBy(due, words))} ${is}`, next: `${when}.` }
  }
  if (reported > 0 && order.status === 'open') return reportedTitle(reported, viewer)
  if (order.status !== 'open') return invoiceTitle(order)
  return { title: 'Nothing is due.', next: beyond > 0 ? beyondInWords(beyond, viewer) : 'Every invoice is paid.' }
}
type Issued = {
  order: Parameters<typeof invoiceTitle>[0]
  due: Payable | undefined
  reported: Paise
  /** What is invoiced beyond the price, in paise. */
  beyond: Paise
  viewer: Role
}

/** What is invoiced beyond the price, as once that was lowered, and what an admin does about it. */
export const beyondInWords = (beyond: Paise, viewer: Role, status: Order['status'] = 'open'): string =>
  `${formatMoney(beyond)} is invoiced beyond the price.${viewer === 'admin' ? ` ${creditsIt(status)}` : ''}`

const creditsIt = (status: Order['status']): string =>
  status === 'open' ? 'Please issue a credit note.' : 'Reopen the project to issue a credit note.'

/** The label of a recorded payment on a day; of one below zero, which takes back what was recorded before. */
export const paidInWords = (amount: Paise, day: string): string => `${amount < 0 ? 'Corrected' : 'Paid'} on ${day}`

/** How many payments there were, and when the latest was. */
export function paymentsInWords(days: readonly string[]): string {
  const latest = days.toSorted().at(-1)
  return latest === undefined ? 'No payment yet' : `${counted(days.length, 'payment')}, last on ${dayInWords(latest)}`
}

/** The share of an invoice’s line in words: “20% of ₹65,000”; of paid revisions each. What is less is the rest of it. */
export function shareInWords({ share, key, amount }: Omit<InvoiceLine, 'title' | 'tax'>, price: Paise): string {
  const whole = key.startsWith('round') ? `2% of ${formatMoney(price)} each` : `${share}% of ${formatMoney(price)}`
  return Math.abs(amount - percent(price, share)) <= 1 ? whole : `rest of ${whole}`
}

/** A document in a line: what it is, and what it comes to. */
export const documentInWords = (document: IssuedDocument): string =>
  document.kind === 'invoice'
    ? `Invoice ${document.number}: ${formatMoney(totalOf(document).amount)}`
    : `Credit note ${document.number}: ${formatMoney(totalOf(document).amount)} off ${document.corrects?.number}`

import { plural } from '#domain/count.ts'
import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { reportedSum } from '#domain/order/payments.ts'
import { balanceDue, stillToPay } from '#domain/order/worklist.ts'
import type { Headline } from './headline.ts'
import { cancellationRefund } from './invoice-rows.ts'
import { checkInWords } from './payment-titles.ts'

/** The headline of the invoice: the amount to pay, and the amount reported or paid. Of a cancelled project it is the refund alone. */
export function invoiceTitle(order: Titled): Required<Headline> {
  const { status, invoice } = order
  const back = status === 'cancelled' && cancellationRefund(order)
  if (back) return { title: `${formatMoney(back)} refund.`, next: 'This project was cancelled.' }
  const { refund } = invoiceOf(invoice)
  if (status === 'open' && invoice.actual === 0 && invoice.paid > 0)
    return { title: `${formatMoney(invoice.paid)} paid.`, next: 'There is no price yet.' }
  if (refund >= 0 && balanceDue(order) === 0)
    return { title: 'Paid in full.', next: refund > 0 ? `${formatMoney(refund)} overpaid.` : 'Thank you.' }
  if (status === 'cancelled') return { title: 'Nothing to pay.', next: 'This project was cancelled.' }
  const [left, reported] = [stillToPay(order), reportedSum(order.payments)]
  const title = left > 0 ? `${formatMoney(left)} to pay.` : 'Nothing to pay.'
  if (reported > 0) return { title, next: `${formatMoney(reported)} is reported and ${checkInWords(status)}.` }
  return { title, next: invoice.paid === 0 ? 'Nothing paid yet.' : `${formatMoney(invoice.paid)} paid so far.` }
}

type Titled = Pick<Order, 'status' | 'steps' | 'invoice' | 'payments'> & Partial<Pick<Order, 'invoiced'>>

/** The headline of the agreements: how many there are. */
export const agreementsTitle = (count: number): Headline =>
  count === 0
    ? { title: 'Nothing agreed yet.', next: 'Each agreement will be listed here, with its proof.' }
    : { title: plural(count, '{n} agreement,', '{n} agreements,'), next: 'oldest first.' }

type FoundEntries = {
  count: number
  /** Whether there are more than were counted. */
  goesOn: boolean
  isFiltered: boolean
  isSearching: boolean
}

/** The headline of the history: how many entries it has, or how many were found. */
export function historyTitle({ count, goesOn, isFiltered, isSearching }: FoundEntries): Headline {
  if (count === 0) return { title: isSearching ? 'Searching…' : 'No entries found.' }
  const next = 'newest first.'
  if (!isFiltered) return { title: plural(count, '{n} entry,', '{n} entries,'), next }
  return goesOn
    ? { title: plural(count, '{n} entry found so far,', '{n} entries found so far,'), next }
    : { title: plural(count, '{n} entry found,', '{n} entries found,'), next }
}

/** The same as PDF, which has all entries from a day on. */
export const printedHistoryTitle = (count: number, firstDay: string): Required<Headline> => ({
  title: plural(count, '{n} entry,', '{n} entries,'),
  next: `oldest first, from ${firstDay}.`,
})

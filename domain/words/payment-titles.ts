import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { Instalment, Payable } from '#domain/order/instalments.ts'
import type { Order } from '#domain/order/order.ts'
import { type Payment, reportedSum } from '#domain/order/payments.ts'
import { type DueWords, dueIn, dueOfIt, overdueIn } from './due.ts'
import type { Headline } from './headline.ts'

/** The money of a page of payments, its viewer, and how days are said. */
export type Money = DueWords & {
  instalments: readonly Instalment[]
  /** The whole sum paid, in paise: it may be more than the instalments come to. */
  paid: Paise
  /** What is to be paid now. */
  due: Payable | undefined
  payments: readonly Payment[]
  viewer: Role
  /** In an open project alone a payment can be reported. */
  status: OrderStatus
  /** What is neither paid nor reported of the price, in paise. */
  left: Paise
}

/** The headline of the page of payments: the amount due and when, or how far a payment is. Undefined where there is neither. */
export function paymentTitle(money: Money): Headline | undefined {
  const { instalments, due, payments, viewer, status, day, isPast } = money
  const isOpen = status === 'open'
  if (isOpen && !due && instalments.length === 0 && payments.length === 0) return undefined
  const isClient = viewer === 'client'
  const reported = reportedSum(payments)
  if (isOpen && reported > 0) return reportedTitle(reported, viewer)
  const questioned = payments.find(({ state }) => state === 'questioned')
  if (isOpen && questioned)
    return isClient
      ? { title: `We couldn’t find ${formatMoney(questioned.amount)}.`, next: 'Please answer our question.' }
      : { title: `You asked about ${formatMoney(questioned.amount)}.`, next: 'The client hasn’t answered yet.' }
  if (due && !isOpen) {
    const [is, when] = dueIn(due, money)
    return { title: `${formatMoney(due.amount)} ${is}`, next: `${when}.` }
  }
  if (due) {
    const amount = formatMoney(due.amount)
    const part = dueOfIt(due, money)
    if (!isPast(due.due)) {
      const title = isClient ? `Pay ${amount}` : `${amount} is due`
      return part ? { title: `${title},`, next: `${part} by ${day(due.due)}.` } : { title, next: `by ${day(due.due)}.` }
    }
    return isClient
      ? { title: `Pay ${amount}.`, next: `${part || 'It'} ${dueIn(due, money).join(' ')}.` }
      : {
          title: `Due: ${amount}.`,
          next: `${overdueIn(part ? `${part} is overdue` : 'Overdue', 'since', due, money).join(' ')}.`,
        }
  }
  return restTitle(money)
}

/** What the client reports to have paid, and whose turn it is with it. */
export const reportedTitle = (reported: Paise, viewer: Role): Required<Headline> =>
  viewer === 'client'
    ? { title: `You reported ${formatMoney(reported)}.`, next: 'We are checking it.' }
    : { title: `The client reported ${formatMoney(reported)}.`, next: 'Please check it.' }

/** What becomes of a payment that was reported: in a closed project the agency checks it no more. */
export const checkInWords = (status: OrderStatus): string => (status === 'open' ? 'being checked' : 'not checked')

/** The note beside an amount of which the client has reported some; undefined where nothing is reported. */
export function reportedInWords({ payments, status }: Pick<Order, 'payments' | 'status'>): string | undefined {
  const reported = reportedSum(payments)
  return reported > 0 ? `${formatMoney(reported)} reported, ${checkInWords(status)}` : undefined
}

/** Where nothing is due: everything is paid, the rest follows with the work or is left, or there is no price yet. */
function restTitle({ instalments, paid, payments, viewer, status, left }: Money): Headline {
  const open = instalments.reduce((sum, { amount }) => sum + amount, -paid)
  if (instalments.length > 0 && open <= 0)
    return { title: 'Everything is paid.', next: open < 0 ? `${formatMoney(-open)} overpaid.` : 'Thank you.' }
  if (status === 'open')
    return {
      title: 'Nothing to pay right now.',
      next: open > 0 ? `${formatMoney(open)} follows later.` : 'There is no price yet.',
    }
  const reported = reportedSum(payments)
  if (left > 0)
    return {
      title: `${formatMoney(left)} is still to pay.`,
      next: reported > 0 ? `${formatMoney(reported)} is reported and not checked.` : 'This project is completed.',
    }
  return status === 'completed' && reported > 0
    ? { ...reportedTitle(reported, viewer), next: 'The project was completed before it was checked.' }
    : { title: 'This project is closed.', next: 'Nothing more can be paid here.' }
}

/** When an instalment falls due, in words: what has to happen before. */
export function dueWhen({ part, since, isInvoiced }: Pick<Instalment, 'part' | 'since' | 'isInvoiced'>): string {
  if (isInvoiced) return since === undefined ? 'Invoiced in advance.' : 'Due by the date on its invoice.'
  switch (part) {
    case 'landing page':
      return 'Due a week after the price was agreed.'
    case 'full design':
      return since ? 'Due a week after the landing page was approved.' : 'Due after the landing page is approved.'
    case 'development':
      return since ? 'Due a week after the full design was approved.' : 'Due after the full design is approved.'
    case 'rounds':
      return 'Beyond the free rounds.'
  }
}

import type { Paise } from '#domain/money.ts'
import { invoiceOf } from './invoice.ts'
import { openOfInvoices } from './issued.ts'
import type { Order } from './order.ts'
import { reportedSum } from './payments.ts'
import type { OrderRow } from './row.ts'
import { deliveryCountsFrom } from './row-versions.ts'

/** The filters of the orders that an admin works on. */
export const orderFilters = ['waiting-on-us', 'waiting-on-client', 'unread', 'overdue', 'unpaid'] as const
export type OrderFilter = (typeof orderFilters)[number]

/** How they may be sorted: by when they were opened or last written in; `unread` has the unread first, then the newest. */
export const orderSorts = ['newest', 'oldest', 'unread', 'latest-activity', 'oldest-activity'] as const
export type OrderSort = (typeof orderSorts)[number]

/** How many days after the proposal's the work is delivered at the latest: specification section 9, four weeks. */
const deliveredWithin = 28

const dayMs = 24 * 60 * 60 * 1000

/** The last day of delivery of an open order (`2026-12-14`); undefined where no proposal has one. */
export function deliveryDueOn(row: Delivered): string | undefined {
  const { status, proposal } = row
  // A row that is not made anew yet has no versions.
  const { proposals = proposal ? [{ date: proposal.date, state: 'open' as const }] : [] } = row
  const from = deliveryCountsFrom({ ...row, proposals })
  if (status !== 'open' || from === undefined) return undefined
  const day = new Date(Date.parse(`${from}T00:00:00Z`) + deliveredWithin * dayMs).toISOString()
  return day.startsWith('+') ? '9999-12-31' : day.slice(0, 10) // a year of five digits would sort before the others
}
type Delivered = Pick<OrderRow, 'status' | 'pending' | 'proposal' | 'proposals' | 'steps' | 'invoice'>

/** The number of days by which an order is overdue on a day of the agency's time zone; 0 when it is not. */
export function daysOverdue(row: Delivered, today: string): number {
  const due = deliveryDueOn(row)
  return due === undefined ? 0 : Math.max(0, Math.round((Date.parse(today) - Date.parse(due)) / dayMs))
}

/** The amount the client still has to pay, in paise: of its invoices without a price. Nothing for a cancelled order. */
export function balanceDue({ status, invoice, invoiced = { sum: 0 } }: Billed): Paise {
  if (status === 'cancelled') return 0
  return invoice.actual === 0 ? openOfInvoices(invoiced, invoice.paid) : Math.max(0, -invoiceOf(invoice).refund)
}
type Billed = Pick<OrderRow, 'status' | 'invoice'> & Partial<Pick<OrderRow, 'invoiced'>>

/**
 * The amount of the price that is neither paid nor reported to be, in paise: also once an order is completed. Of what is reported
 * a row has the sum alone.
 */
export const stillToPay = ({ payments, pending, ...order }: Owed): Paise =>
  Math.max(0, balanceDue(order) - (payments ? reportedSum(payments) : (pending?.payment?.amount ?? 0)))
type Owed = Billed & Partial<Pick<Order, 'payments' | 'pending'>>

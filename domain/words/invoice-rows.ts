import type { Role } from '#domain/event.ts'
import type { Paise } from '#domain/money.ts'
import { type Amounts, type Invoice, invoiceOf, refundIfCancelled } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'

/** A row of an invoice that was not issued yet: which figure of it, which share of the price that is, and a remark. */
export type InvoiceRow = { what: string; share: string; field: keyof Invoice; note?: string }

/** The rows above the total, in their order: on the page as in the PDF. */
export const invoiceRows = ({ revisions }: Pick<Amounts, 'revisions'>): readonly InvoiceRow[] => [
  { what: 'Landing Page Design', share: '20%', field: 'landingPageDesign' },
  { what: 'Complete Design', share: '50%', field: 'completeDesign', note: 'Includes the landing page.' },
  { what: 'Development', share: '100%', field: 'development', note: 'Includes all design work.' },
  {
    what: 'Paid Revisions',
    share: '2% each',
    field: 'paidRevision',
    note: '2 rounds are free in each design phase. Each further round costs this much.',
  },
  {
    what: 'Total Paid Revisions',
    share: `${revisions} ×`,
    field: 'totalPaidRevisions',
    ...(revisions === 0 ? { note: 'None yet.' } : {}),
  },
]

/**
 * A row below the total: the refund once all work is done, or else the balance due. Of a cancelled project nothing is due, and
 * the refund is that for the cancellation: it has what was overpaid in it.
 */
export function balanceRow(
  { status, invoice }: Pick<Order, 'status' | 'invoice'>,
  field: 'refund' | 'extraRefund',
): { what: string; amount: Paise } {
  const refund = invoiceOf(invoice)[field]
  if (status === 'cancelled') return { what: refund > 0 ? 'Overpaid' : 'Balance due', amount: Math.max(refund, 0) }
  return refund >= 0 ? { what: 'Refund', amount: refund } : { what: 'Balance due', amount: -refund }
}

/** What follows “if” where a refund is shown: that its reader, or the client, cancelled now or at the moment that is shown. */
export const cancellationClause = (viewer: Role, isPast = false): string =>
  `${viewer === 'admin' ? 'the client' : 'you'} ${isPast ? 'had cancelled that day' : 'cancelled today'}`

/**
 * The refund of a cancelled project, and of an open one if it was cancelled now. Undefined of a completed one, or where no
 * step says which phase it is.
 */
export function cancellationRefund({ status, steps, invoice }: Pick<Order, 'status' | 'steps' | 'invoice'>) {
  const phase = phaseOf(steps)
  return status !== 'completed' && phase ? refundIfCancelled(invoice, phase) : undefined
}

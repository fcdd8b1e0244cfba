import { z } from 'zod'
import { type Paise, percent } from '../money.ts'
import type { Phase } from '../step.ts'

/** What a cancellation in a phase leaves with the agency, in percent of the actual cost (specification section 9). */
export const retainedPercent: Record<Phase, number> = {
  'landing page': 20,
  'full design': 50,
  development: 80,
  handover: 100,
}

/** What was paid, what the project costs, in paise, and how many revisions are paid for: each a schema. */
export const amounts = { paid: z.int(), actual: z.int(), revisions: z.int() }

export type Amounts = z.infer<z.ZodObject<typeof amounts>>

/** The invoice of specification section 9. The stages are cumulative; a negative refund is a balance due. */
export type Invoice = {
  landingPageDesign: Paise
  completeDesign: Paise
  development: Paise
  /** The price of one paid revision: 2 % of the actual cost. */
  paidRevision: Paise
  totalPaidRevisions: Paise
  /** Paid, less the actual cost and the paid revisions. */
  refund: Paise
  /** Paid, less the actual cost alone. */
  extraRefund: Paise
}

export function invoiceOf({ paid, actual, revisions }: Amounts): Invoice {
  const totalPaidRevisions = percent(actual, 2 * revisions)
  return {
    landingPageDesign: percent(actual, 20),
    completeDesign: percent(actual, 50),
    development: actual,
    paidRevision: percent(actual, 2),
    totalPaidRevisions,
    refund: paid - actual - totalPaidRevisions,
    extraRefund: paid - actual,
  }
}

/** What the client would get back by cancelling in a phase: never less than nothing. */
export const refundIfCancelled = ({ paid, actual, revisions }: Amounts, phase: Phase): Paise =>
  Math.max(0, paid - percent(actual, 2 * revisions) - percent(actual, retainedPercent[phase]))

/** Whether anything was invoiced yet. */
export const isInvoiced = ({ paid, actual }: Amounts): boolean => paid !== 0 || actual !== 0

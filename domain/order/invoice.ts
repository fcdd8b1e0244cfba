import { z } from 'zod'
import { type Paise, percent } from '#domain/money.ts'
import { type Phase, phases } from '#domain/step.ts'

/** The share that the agency keeps at a cancellation in a phase: percent of the actual cost (specification section 9). */
export const retainedPercent: Record<Phase, number> = {
  'landing page': 20,
  'full design': 50,
  development: 80,
  handover: 100,
}

/** The schemas of amounts: paid, the project’s cost, both in paise, and the number of paid revisions. */
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

/** Returns the client’s refund for cancelling in a phase: never less than nothing. */
export const refundIfCancelled = ({ paid, actual, revisions }: Amounts, phase: Phase): Paise =>
  Math.max(0, paid - percent(actual, 2 * revisions) - percent(actual, retainedPercent[phase]))

/** Whether anything was invoiced yet. */
export const isInvoiced = ({ paid, actual }: Amounts): boolean => paid !== 0 || actual !== 0

/** The time when there was a price, and the additions of paid revisions: how many, when, and in which phase of the work. */
export const pricing = z.object({
  since: z.string().optional(),
  rounds: z.array(z.object({ at: z.string(), count: z.int().min(1), phase: z.enum(phases).optional() })),
})
export type Pricing = z.infer<typeof pricing>

/** When what an event made of the amounts began, given how it was before. */
export function pricingAfter(
  { since, rounds }: Pricing,
  [before, after]: readonly [Amounts, Amounts],
  { at, phase }: { at: string; phase: Phase | undefined },
): Pricing {
  const more = after.revisions - before.revisions
  const added = more > 0 ? [...rounds, { at, count: more, ...(phase ? { phase } : {}) }] : withoutRounds(rounds, -more)
  return { ...(after.actual > 0 ? { since: since ?? at } : {}), rounds: added }
}

/** The rounds without the latest of them. */
function withoutRounds(rounds: Pricing['rounds'], fewer: number): Pricing['rounds'] {
  const last = rounds.at(-1)
  if (fewer === 0 || !last) return rounds
  return last.count > fewer
    ? [...rounds.slice(0, -1), { ...last, count: last.count - fewer }]
    : withoutRounds(rounds.slice(0, -1), fewer - last.count)
}

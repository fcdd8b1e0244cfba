import type { RowVersion } from './fields.ts'
import type { Order } from './order.ts'
import { isPaidFor } from './payment-steps.ts'

/** The versions of a proposal, as far as an order's row has them. */
type RowVersions = { proposals: readonly RowVersion[] }

/** Whether the latest version was withdrawn: one that was declined before stays that, and waits for no answer. */
export function isWithdrawn({ proposals }: RowVersions): boolean {
  const { state, withdrawn } = proposals.at(-1) ?? {}
  return state === 'withdrawn' || withdrawn === true
}

/** Whether the latest version was declined and not withdrawn since: it can still be accepted. */
export function isDeclined({ proposals }: RowVersions): boolean {
  const { state, withdrawn } = proposals.at(-1) ?? {}
  return state === 'declined' && !withdrawn
}

/**
 * The day from which the weeks of delivery count: that of the latest version, unless it is given up and another was accepted
 * before. One that was withdrawn has none, unless work goes on that was paid for by the version before; what was declined may
 * still be accepted.
 */
export function deliveryCountsFrom(
  order: RowVersions & Pick<Order, 'steps' | 'invoice' | 'pending'>,
): string | undefined {
  const { proposals, pending } = order
  const lastThatIs = (is: RowVersion['state']) => proposals.findLast(({ state }) => state === is)
  const isGivenUp = isWithdrawn(order) || isDeclined(order) || pending.expired !== undefined
  const accepted = isGivenUp ? lastThatIs('accepted') : undefined
  if (accepted || !isWithdrawn(order)) return (accepted ?? proposals.at(-1))?.date
  return isPaidFor(order) ? lastThatIs('replaced')?.date : undefined
}

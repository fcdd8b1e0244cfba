import { endOfDay } from '#domain/time-zone.ts'
import { canExpire } from './payment-steps.ts'
import type { OrderRow } from './row.ts'
import { lastDay } from './terms.ts'
import { deliveryDueOn } from './worklist.ts'

/** A day that counts in a project: its launch, which is a day, or the end of its proposal, which is an instant in UTC. */
export type OrderDate = { kind: 'launch'; day: string } | { kind: 'proposal'; at: string }

/**
 * The dates of an open order with a proposal: the last day of delivery that it promises, and when it expires. The latter
 * only where it does and can still be accepted. That is the end of its last day in the agency’s time zone.
 */
export function orderDates(
  row: Pick<OrderRow, 'status' | 'proposal' | 'proposals' | 'steps' | 'invoice' | 'pending'>,
  timeZone: string,
): OrderDate[] {
  const day = deliveryDueOn(row)
  if (day === undefined || !row.proposal) return []
  const waits = row.pending.proposal ?? row.pending.declined
  const at = new Date(endOfDay(timeZone, lastDay(row.proposal.date))).toISOString()
  return [
    { kind: 'launch', day },
    ...(waits && !row.pending.expired && canExpire(row) ? [{ kind: 'proposal' as const, at }] : []),
  ]
}

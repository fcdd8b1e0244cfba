import { endOfDay } from '#domain/time-zone.ts'
import type { OrderRow } from './row.ts'
import { dueOn } from './worklist.ts'

/** A day that counts in a project: its launch, which is a day, or the end of its proposal, which is an instant in UTC. */
export type OrderDate = { kind: 'launch'; day: string } | { kind: 'proposal'; at: string }

/**
 * The dates of an open order with a proposal: the last day of delivery that it promises, and when it is no longer valid,
 * which is as its last day ends in the agency's time zone.
 */
export function orderDates(row: Pick<OrderRow, 'status' | 'proposal'>, timeZone: string): OrderDate[] {
  const day = dueOn(row)
  if (day === undefined || !row.proposal) return []
  const at = new Date(endOfDay(timeZone, lastDay(row.proposal.date))).toISOString()
  return [
    { kind: 'launch', day },
    { kind: 'proposal', at },
  ]
}

/** How many days a proposal is valid after its date. */
export const validFor = 7

const aDay = 24 * 60 * 60 * 1000
const start = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The last day on which a proposal of a day may be accepted, to its end. Days are `2026-11-16`. */
export const lastDay = (date: string): string => new Date(start(date) + validFor * aDay).toISOString().slice(0, 10)

/** How many days are left after `today`: 0 on the last day, negative once it is over. Both in the agency's time zone. */
export const daysLeft = (date: string, today: string): number =>
  Math.round((start(lastDay(date)) - start(today)) / aDay)

import type { OrderCounts } from '#web/live/worklist.ts'
import { inWords, inWordsCapitalized } from '#web/orders/number-words.ts'

/** Where the orders stand, in a sentence: what waits for the agency, and then what is late or unread. */
export function pageTitle({ filters }: Pick<OrderCounts, 'filters'>): { title: string; next?: string } {
  const { open, unread, overdue } = filters
  const waiting = filters['waiting-on-us']
  const next = rest(overdue, unread, waiting)
  if (open === 0) return unread > 0 ? { title: 'No order is open,', next } : { title: 'No order is open.' }
  if (waiting === 0) return { title: 'Nothing is waiting on us,', next }
  return {
    title: waiting === 1 ? 'One order is waiting on us,' : `${inWordsCapitalized(waiting)} orders are waiting on us,`,
    next,
  }
}

function rest(overdue: number, unread: number, waiting: number): string {
  if (overdue > 0) return overdue === 1 ? 'one is overdue.' : `${inWords(overdue)} are overdue.`
  if (unread > 0) return `${inWords(unread)} with something unread.`
  return waiting > 0 ? 'none overdue, all read.' : 'and everything is read.'
}

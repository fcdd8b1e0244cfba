import type { OrderCounts } from '#web/live/worklist.ts'

/** Where the orders stand, in a sentence: what waits for the agency, and then what is late or unread. */
export function pageTitle({ filters }: Pick<OrderCounts, 'filters'>): { title: string; next?: string } {
  const { open, unread, overdue } = filters
  const waiting = filters['waiting-on-us']
  const next = rest(overdue, unread, waiting)
  if (open === 0) return unread > 0 ? { title: 'No open projects.', next } : { title: 'No order is open.' }
  if (waiting === 0) return { title: 'Nothing is waiting on us.', next }
  return {
    title: waiting === 1 ? '1 project is waiting on us.' : `${waiting} orders are waiting on us,`,
    next,
  }
}

function rest(overdue: number, unread: number, waiting: number): string {
  if (overdue > 0) return overdue === 1 ? '1 is overdue.' : `${overdue} are overdue.`
  if (unread > 0) return `${unread} with something unread.`
  return waiting > 0 ? 'None overdue, nothing unread.' : 'Nothing unread.'
}

import type { OrderEvent } from '#domain/order/order.ts'
import { useShownOrder } from '../context.ts'
import { WrittenLine } from '../Entries.tsx'

/** The latest fact of some kinds since the page was opened: who wrote it, and when. */
export function JustWritten({ of }: { of: readonly OrderEvent['type'][] }) {
  const { events } = useShownOrder()
  const last = events.findLast(({ type }) => of.includes(type))
  return last ? <WrittenLine key={last.id} event={last} /> : null
}

import type { OrderEvent } from '#domain/order/actions.ts'
import { useShownOrder } from '#web/order/context.ts'
import { EventRow } from '#web/order/page/RecentEvents.tsx'

/** The latest event of some kinds since the page was opened: who wrote it, and when. */
export function RecentChange({ types }: { types: readonly OrderEvent['type'][] }) {
  const { events } = useShownOrder()
  const last = events.findLast(({ type }) => types.includes(type))
  return last ? <EventRow key={last.id} event={last} /> : null
}

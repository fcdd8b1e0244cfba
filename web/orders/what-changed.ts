import { counted } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, overviewPlace, sentence, traitsOf } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'

/** What others wrote, in a few phrases: what was sent is counted, of the rest the latest about each thing is said. */
export function whatChanged(events: readonly Recorded<OrderEvent>[], order: Order): string[] {
  const shown = events.filter((event) => overviewPlace(event) !== 'hidden')
  const counts = { message: 0, file: 0 }
  const latest = new Map<string, string>()
  for (const event of shown) {
    const { countedAs, subject } = traitsOf(event)!
    if (countedAs) counts[countedAs]++
    else latest.set(`${event.type} ${subject?.(event.data) ?? ''}`, sentence(event, order))
  }
  return [
    ...(counts.message > 0 ? [counted(counts.message, 'message')] : []),
    ...(counts.file > 0 ? [counted(counts.file, 'file')] : []),
    ...latest.values(),
  ]
}

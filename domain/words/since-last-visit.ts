import { counted, plural } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, overviewPlace, sentence, traitsOf } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'

/** The events of others, in a few phrases: messages and files are counted, of the rest the latest by subject is named. */
export function whatChanged(events: readonly Recorded<OrderEvent>[], order: Order): string[] {
  const shown = events.filter((event) => overviewPlace(event) !== 'hidden')
  const counts = { message: 0, file: 0 }
  const latest = new Map<string, string>()
  for (const event of shown) {
    const { countedAs, subject } = traitsOf(event)!
    const key = `${event.type} ${subject?.(event.data) ?? ''}`
    latest.delete(key) // The latest stands last.
    if (countedAs) counts[countedAs]++
    else latest.set(key, sentence(event, order))
  }
  return [
    ...(counts.message > 0 ? [counted(counts.message, 'message')] : []),
    ...(counts.file > 0 ? [counted(counts.file, 'file')] : []),
    ...latest.values(),
  ]
}

/** The line of an order's page for who comes back on a later day (`12/11`): so many of the phrases, and how many more. */
export function sinceLastVisit(day: string, phrases: readonly string[]): { since: string; changes: string } {
  const rest = phrases.slice(4).length
  return {
    since: `Since your last visit on ${day}:`,
    changes: [...phrases.slice(0, 4), ...(rest > 0 ? [plural(rest, '{n} more', '{n} more')] : [])].join(' · '),
  }
}

import { counted, digits } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import type { Traits } from '#domain/order/action.ts'
import { type OrderEvent, overviewPlace, sentence, traitsOf } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'

/**
 * The events of others, in a few phrases: messages, files and several points are counted, of the rest the latest by subject is
 * named.
 */
export function whatChanged(events: readonly Recorded<OrderEvent>[], order: Order): string[] {
  const latest = new Map<string, { countedAs: Traits<never>['countedAs']; phrase: string }>()
  for (const event of events.filter((each) => overviewPlace(each) !== 'hidden')) {
    const { countedAs, subject } = traitsOf(event)!
    const key = `${event.type} ${subject?.(event.data) ?? (countedAs ? event.revision : '')}`
    latest.delete(key) // The latest stands last.
    latest.set(key, { countedAs, phrase: sentence(event, order) })
  }
  const changes = [...latest.values()]
  const [messages, files, points] = (['message', 'file', 'point'] as const).map(
    (kind) => changes.filter(({ countedAs }) => countedAs === kind).length,
  ) as [number, number, number]
  const isNamed = ({ countedAs }: (typeof changes)[number]) => !countedAs || (countedAs === 'point' && points === 1)
  return [
    ...(messages > 0 ? [counted(messages, 'message')] : []),
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...(points > 1 ? [`${counted(points, 'point')} updated`] : []),
    ...changes.filter(isNamed).map(({ phrase }) => phrase),
  ]
}

/** The line of an order's page for who comes back on a later day (`12/11`): so many of the phrases, how many more, and a stop. */
export function sinceLastVisit(day: string, phrases: readonly string[]): { since: string; changes: string } {
  const rest = phrases.length - 4
  const changes = [...phrases.slice(0, 4), ...(rest > 0 ? [`${digits(rest)} more`] : [])].join(' · ')
  return {
    since: `Since your last visit on ${day}:`,
    changes: /[.!?…]$/.test(changes) ? changes : `${changes}.`,
  }
}

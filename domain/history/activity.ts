import type { Definitions } from '#domain/action.ts'
import { aggregates } from '#domain/aggregates.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, traitsOf } from '#domain/order/actions.ts'
import { truncate } from '#domain/truncate.ts'
import type { ActivityKind } from './kinds.ts'

/** The subjects of streams: an order, an account, a setting … */
export type SubjectKind = keyof typeof aggregates | 'other'
const subjects = Object.entries(aggregates) as [SubjectKind, { name: string; events: Definitions }][]
export const subjectKinds = [...Object.keys(aggregates), 'other'] as unknown as [SubjectKind, ...SubjectKind[]]

/** The subject of an event’s stream, and its id there. */
export type Subject = { of: SubjectKind; id: string }

/** Returns the subject of a stream. */
export function subjectOf(stream: string): Subject {
  for (const [of, aggregate] of subjects) {
    const id = idIn(aggregate, stream)
    if (id !== undefined) return { of, id }
  }
  return { of: 'other', id: stream }
}

const definitionOf = ({ of }: Subject, type: string) => {
  const events = of === 'other' ? undefined : (aggregates[of].events as Definitions)
  return events && Object.hasOwn(events, type) ? events[type] : undefined
}

/** The kind of an event’s activity; `store.unknown` for a type that this version does not know. */
export function kindOf(event: Pick<Recorded, 'stream' | 'type' | 'data'>): ActivityKind {
  const about = subjectOf(event.stream)
  if (about.of !== 'order') return definitionOf(about, event.type)?.traits.kind ?? 'store.unknown'
  const traits = traitsOf(event as Recorded<OrderEvent>)
  return traits ? `orders.${traits.kind}` : 'store.unknown'
}

/** The longest sentence, in characters. */
const maxLength = 160

/** The sentence of an event for an admin. Events of orders have their own sentences (order/actions.ts). */
export function activitySentence(event: Recorded): string {
  const definition = definitionOf(subjectOf(event.stream), event.type)
  if (!definition) return 'Unknown event from a newer version'
  return truncate(definition.sentence(event.data, undefined), maxLength)
}

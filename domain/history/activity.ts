import type { Definitions } from '#domain/action.ts'
import { aggregates } from '#domain/aggregates.ts'
import { evolved, fold, idIn, type Recorded } from '#domain/event.ts'
import { truncate } from '#domain/one-line.ts'
import { type OrderEvent, traitsOf } from '#domain/order/actions.ts'
import type { Difference } from '#domain/order/differences.ts'
import { questionChangeSentences, stepChangeSentences } from '#domain/questionnaire/change-sentences.ts'
import { type TemplateEvent, templates } from '#domain/questionnaire/template.ts'
import { fieldLabel } from '#domain/settings/field-label.ts'
import { changesOf, type SettingName, settingNames } from '#domain/settings/versions.ts'
import type { ActivityKind } from './kinds.ts'
import { shortened } from './timeline.ts'

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

/** How many changes of one event are told. */
const maxChanges = 8

/** The sentence of an event with what it changed: of one change, what that is stands in the sentence. */
type ActivityText = { says: string; changes: Difference[] }

/** Whether what an event changed is known by what stood before it in its stream. */
export const hasChanges = ({ of }: Subject): boolean => of === 'template' || settingNames.some((name) => name === of)

/**
 * The changes of an event of a setting or of the template. `before` has the earlier events: of a setting the one before it,
 * of the template the latest of each type.
 */
export function describeWithChanges(event: Recorded, says: string, before: readonly Recorded[]): ActivityText {
  const { of } = subjectOf(event.stream)
  if (!hasChanges({ of, id: '' })) return { says, changes: [] }
  const changes = truncated(
    of === 'template'
      ? templateChanges(event as Recorded<TemplateEvent>, before as readonly Recorded<TemplateEvent>[])
      : changesOf(of as SettingName, event, before.at(-1)).map(({ field, ...texts }) => ({
          about: fieldLabel(field),
          ...texts,
        })),
  )
  if (changes.length !== 1) return { says, changes }
  const [{ about }] = changes as [Difference]
  return { says: of === 'template' ? about : `${says}: ${about}`, changes }
}

function templateChanges(event: Recorded<TemplateEvent>, before: readonly Recorded<TemplateEvent>[]): Difference[] {
  const previous = before.findLast(({ type }) => type === event.type)
  const was = fold(templates, previous ? [previous] : [])
  const is = evolved(templates, was, event)
  return [...questionChangeSentences(was.questions, is.questions), ...stepChangeSentences(was.steps, is.steps)].map(
    ({ what, ...texts }) => ({ about: what, ...texts }),
  )
}

function truncated(changes: readonly Difference[]): Difference[] {
  const shown = changes.slice(0, maxChanges).map(shortened)
  const more = changes.length - shown.length
  return more > 0 ? [...shown, { about: `and ${more} more` }] : shown
}

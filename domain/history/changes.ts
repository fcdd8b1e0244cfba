import { evolved, fold, type Recorded } from '#domain/event.ts'
import type { Difference } from '#domain/order/differences.ts'
import { questionChangeSentences, stepChangeSentences } from '#domain/questionnaire/change-sentences.ts'
import { type TemplateEvent, templates } from '#domain/questionnaire/template.ts'
import { fieldLabel } from '#domain/settings/field-label.ts'
import { changesOf, type SettingName, settingNames } from '#domain/settings/versions.ts'
import { truncate } from '#domain/truncate.ts'
import { type Subject, subjectOf } from './activity.ts'

/** How many changes of one event are told, and how long the text of one is at most, in characters. */
const maxChanges = 8
const maxLength = 400

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
  const changes =
    of === 'template'
      ? templateChanges(event as Recorded<TemplateEvent>, before as readonly Recorded<TemplateEvent>[])
      : changesOf(of as SettingName, event, before.at(-1)).map(({ field, ...texts }) => ({
          about: fieldLabel(field),
          ...texts,
        }))
  const [first] = changes
  if (changes.length === 1 && of === 'template') return { says: first!.about, changes: truncated(changes) }
  return { says: changes.length === 1 ? `${says}: ${first!.about}` : says, changes: truncated(changes) }
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
  const shown = changes.slice(0, maxChanges).map(({ about, before, after }) => ({
    about: truncate(about, 120),
    ...(before ? { before: truncate(before, maxLength) } : {}),
    ...(after ? { after: truncate(after, maxLength) } : {}),
  }))
  const more = changes.length - shown.length
  return more > 0 ? [...shown, { about: `and ${more} more` }] : shown
}

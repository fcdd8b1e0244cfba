import { withoutUndefined } from '#domain/command.ts'
import { type ActivityNote, type ActivityTopic, activityTopics, areaOf, isOfTopic } from '#domain/history/kinds.ts'
import { fromWallClock, startOfDay } from '#web/kit/zoned.ts'

/** The lines that the address asks for; days as `2026-11-16`, both of them meant. What it cannot mean is left out. */
export type ActivityFilter = {
  kind?: ActivityTopic | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  quiet?: 'true' | undefined
}

const day = /^(19|20)\d\d-\d\d-\d\d$/
const dayIn = (text: string | null): string | undefined =>
  text !== null && day.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : undefined

/** The filter of an address. */
export function filterIn(params: URLSearchParams): ActivityFilter {
  const filter: ActivityFilter = {
    kind: activityTopics.find((topic) => topic === params.get('kind')),
    actor: params.get('actor')?.slice(0, 100) || undefined,
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    quiet: params.get('quiet') === 'true' ? 'true' : undefined,
  }
  return withoutUndefined(filter)
}

const midnight = (day: string): string | undefined => fromWallClock(`${day}T00:00`)

/** The query of the call: the instants in the agency's zone that the days begin and end with. */
export const queryOf = ({ from, to, ...rest }: ActivityFilter) => ({
  ...rest,
  from: from && midnight(from),
  to: to && startOfDay(Date.parse(midnight(to)!), 1),
})

/** Whether something that has just been recorded matches the filter. */
export function matchesFilter({ kind, actor, at }: ActivityNote, filter: ActivityFilter): boolean {
  const { from, to } = queryOf(filter)
  return (
    isOfTopic(kind, filter.kind, filter.quiet === 'true') &&
    (filter.actor === undefined || filter.actor === actor) &&
    (from === undefined || at >= from) &&
    (to === undefined || at < to)
  )
}

/** The area that is chosen; undefined for all of them. */
export const chosenArea = ({ kind }: ActivityFilter) => kind && areaOf(kind)

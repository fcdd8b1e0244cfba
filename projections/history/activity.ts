import { kindOf } from '#domain/history/activity.ts'
import { type ActivityKind, type ActivityTopic, activityKinds, isOfTopic, isQuiet } from '#domain/history/kinds.ts'
import type { Condition, Document, Query } from '#infra/documents/store.ts'
import type { Projection, ReadModel } from '#projections/projection.ts'

/**
 * A line of the activity: where its event is, who did it and what it is about. Nothing of what it says: that is read
 * from the events, so that no person's name is stored here. There are as many as events: each letter counts.
 */
export type ActivityRow = Document & {
  stream: string
  /** The id of who did it. */
  actor: string
  kind: ActivityKind
}

/** The prefix of the ids of rows: those that are left out unless requested are a range of their own. */
const prefixOf = (isQuiet: boolean) => (isQuiet ? 'q' : 'l')

/** Sorts as times do: milliseconds since 1970 as twelve hexadecimal digits. */
const timeKey = (at: string) => (Date.parse(at) || 0).toString(16).padStart(12, '0')

/** Sorts by time and position. A position, in hexadecimal, has its length before it. */
function keyOf(at: string, position: bigint): string {
  const digits = position.toString(16)
  return timeKey(at) + digits.length.toString(36) + digits
}

/** The public id of a row: when, ISO 8601 in UTC, and the position as nineteen digits. */
const lineIdOf = (id: string) =>
  `${new Date(Number.parseInt(id.slice(1, 13), 16)).toISOString()} ${String(BigInt(`0x${id.slice(14)}`)).padStart(19, '0')}`

const lineKey = (lineId: string): string => {
  const [at, position] = lineId.split(' ') as [string, string]
  return keyOf(at, BigInt(position))
}

/** A line of the activity for every event there is. Raise the version when the kind of a type of event changes. */
export const activityRows: Projection<ActivityRow> = {
  name: 'activity',
  version: 3,
  // Each ends with the id: the first lines of any filter are the end of a range of one of them, or of the ids.
  indexes: [['kind'], ['actor', 'kind']],
  isReadyWithout: true,
  ids: (event) => [prefixOf(isQuiet(kindOf(event))) + keyOf(event.at, event.position)],
  evolve: (_, event, id) => ({
    ...{ id, revision: event.revision, stream: event.stream },
    ...{ actor: event.by.id, kind: kindOf(event) },
  }),
}

/** The lines to return: all but the quiet ones unless said. Times are ISO 8601, UTC; `to` is the first not meant. */
export type ActivityFilter = {
  topic?: ActivityTopic | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  withQuiet?: boolean
}

type Model = Pick<ReadModel<ActivityRow>, 'collection'>

/**
 * A page of the activity, the latest first, from an id on. A filter that stands for several kinds is read from the index
 * as so many lists, which are merged: none is read further than a page.
 */
export async function listActivity(
  { collection }: Model,
  filter: ActivityFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: ActivityRow[]; next?: string }> {
  const end = [filter.to && timeKey(filter.to), after && lineKey(after)].filter((each) => each !== undefined).sort()[0]
  const pages = await Promise.all(
    parts(filter).map(({ where, prefix }) =>
      collection.find({
        where: { ...where, id: range(prefix, filter.from, end) },
        sort: [['id', 'desc']],
        limit: limit + 1,
      }),
    ),
  )
  const found = pages.flatMap(({ documents }) => documents)
  if (pages.length > 1) found.sort((a, b) => (a.id.slice(1) < b.id.slice(1) ? 1 : -1))
  const rows = found.slice(0, limit).map((row) => ({ ...row, id: lineIdOf(row.id) }))
  return found.length > limit ? { rows, next: rows.at(-1)!.id } : { rows }
}

/** How many lines there are since a time, the quiet ones left out; counting ends at `atMost`. */
export const countActivity = ({ collection }: Model, from: string, atMost: number): Promise<number> =>
  collection.count({ id: range(prefixOf(false), from) }, { atMost })

/** Conditions that an index has at its beginning, and what the ids begin with: together they find all the lines to return. */
function parts({ topic, actor, withQuiet = false }: ActivityFilter): { where: Query['where']; prefix: string }[] {
  if (topic === undefined && actor === undefined) {
    return (withQuiet ? [false, true] : [false]).map((quiet) => ({ where: {}, prefix: prefixOf(quiet) }))
  }
  const kinds = activityKinds.filter((kind) => isOfTopic(kind, topic, withQuiet))
  const by: Query['where'] = actor === undefined ? {} : { actor }
  return kinds.map((kind) => ({ where: { ...by, kind }, prefix: prefixOf(isQuiet(kind)) }))
}

/** The ids with a prefix from a time on, and before the key of a time or a line. */
const range = (prefix: string, from: string | undefined, end = '~'): Condition => ({
  gte: prefix + (from === undefined ? '' : timeKey(from)),
  lt: prefix + end,
})

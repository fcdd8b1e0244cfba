import { kindOf } from '#domain/activity/activity.ts'
import { type ActivityKind, type ActivityTopic, isQuiet, kindsOf } from '#domain/activity/kinds.ts'
import type { Condition, Document } from '#infra/documents/store.ts'
import type { Projection, ReadModel } from '../projection.ts'

/**
 * A line of the activity: where its event is, who did it and what it is about. Nothing of what it says: that is read
 * from the events, so that nobody's name is kept here.
 */
export type ActivityRow = Document & {
  stream: string
  /** The id of who did it. */
  actor: string
  kind: ActivityKind
  /** Whether it is left out unless it is asked for. */
  quiet: boolean
}

/** When, ISO 8601 in UTC, and the position as nineteen digits: by it lines are sorted, and time is a range of it. */
const idOf = (at: string, position: bigint) => `${at} ${String(position).padStart(19, '0')}`

/** A line of the activity for every event there is. Raise the version when the kind of a type of event changes. */
export const activityRows: Projection<ActivityRow> = {
  name: 'activity',
  version: 1,
  // Each ends with the id: the first lines of any filter are the end of a range of one of them.
  indexes: [['quiet'], ['kind'], ['actor', 'quiet'], ['actor', 'kind']],
  isReadyWithout: true,
  ids: ({ at, position }) => [idOf(at, position)],
  evolve: (_, event, id) => {
    const kind = kindOf(event)
    return { id, revision: event.revision, stream: event.stream, actor: event.by.id, kind, quiet: isQuiet(kind) }
  },
}

/** Which lines are asked for: all but the quiet ones unless said. Times are ISO 8601, UTC; `to` is the first not meant. */
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
  const id = between(filter, after)
  const pages = await Promise.all(
    parts(filter).map((where) =>
      collection.find({ where: { ...where, ...id }, sort: [['id', 'desc']], limit: limit + 1 }),
    ),
  )
  const found = pages.flatMap(({ documents }) => documents)
  if (pages.length > 1) found.sort((a, b) => (a.id < b.id ? 1 : -1))
  const rows = found.slice(0, limit)
  return found.length > limit ? { rows, next: rows.at(-1)!.id } : { rows }
}

/** How many lines there are since a time, the quiet ones left out; counting ends at `atMost`. */
export const countActivity = ({ collection }: Model, from: string, atMost: number): Promise<number> =>
  collection.count({ quiet: false, id: { gte: from } }, { atMost })

/** Conditions that an index has at its beginning, which together find all that is asked for. */
function parts({ topic, actor, withQuiet = false }: ActivityFilter): Record<string, Condition>[] {
  const by: Record<string, Condition> = actor === undefined ? {} : { actor }
  if (topic !== undefined) return kindsOf(topic, withQuiet).map((kind) => ({ ...by, kind }))
  if (!withQuiet) return [{ ...by, quiet: false }]
  return actor === undefined ? [{}] : [true, false].map((quiet) => ({ ...by, quiet }))
}

/** The range of ids that a time and a place in the list come to. */
function between({ from, to }: ActivityFilter, after: string | undefined): Record<string, Condition> {
  const ends = [to, after].filter((end) => end !== undefined).sort()
  if (from === undefined && ends.length === 0) return {}
  return { id: { ...(from === undefined ? {} : { gte: from }), ...(ends[0] === undefined ? {} : { lt: ends[0] }) } }
}

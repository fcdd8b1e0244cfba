import type { AppContext } from '#api/app-context.ts'
import { pushedListState } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import type { ActivityLine } from '#domain/contract/activity.ts'
import type { Recorded } from '#domain/event.ts'
import { activitySentence, describeWithChanges, hasChanges, type Subject, subjectOf } from '#domain/history/activity.ts'
import { changesNothingElse } from '#domain/history/timeline.ts'
import { type OrderEvent, orders, sentence, traitsOf } from '#domain/order/actions.ts'
import { maxEntriesCounted } from '#domain/words/admin-titles.ts'
import { isUnusable } from '#infra/events/command-handler.ts'
import { KeyMissing } from '#infra/events/sealed-store.ts'
import { type EventStore, readBackwards, readRange } from '#infra/events/store.ts'
import { DamagedEvent } from '#infra/events/stored-event.ts'
import { listAccounts } from '#projections/account/accounts.ts'
import { everyProjection } from '#projections/all.ts'
import { type ActivityRow, countActivity, listActivity } from '#projections/history/activity.ts'
import type { Timelines } from './timelines.ts'

/** How many admins are offered to filter by. */
const maxAdmins = 100

/** The activity of all streams, for admins. */
export function activityRoutes({ events, handler, projections, timelines }: AppContext) {
  const { activity, accounts } = projections
  const upToDate = pushedListState(handler)
  const named = everyProjection.flatMap(({ subject }, at) =>
    subject ? [{ subject, model: projections.all[at]! }] : [],
  )

  /** The names of subjects at the moment, read from the lists: none where they have no name any more. */
  async function namesOf(subjects: readonly Subject[]): Promise<(subject: Subject) => string | undefined> {
    const names = new Map<string, string>()
    await Promise.all(
      named.map(async ({ subject: { of, name }, model }) => {
        const ids = new Set(subjects.filter((subject) => subject.of === of).map(({ id }) => id))
        if (ids.size === 0) return
        for (const each of await model.collection.getMany([...ids])) names.set(`${of} ${each.id}`, name(each))
      }),
    )
    return ({ of, id }) => names.get(`${of} ${id}`) || undefined
  }

  /** The admins, and who is filtered by, by name. */
  async function peopleToAsk(actor: string | undefined) {
    const { documents } = await listAccounts(accounts, { role: 'admin', limit: maxAdmins })
    const other = actor === undefined || documents.some(({ id }) => id === actor) ? undefined : actor
    const more = other === undefined ? [] : await accounts.collection.getMany([other])
    return [...documents, ...more].map(({ id, name }) => ({ id, name }))
  }

  return {
    async getActivity({ query: { kind: topic, quiet, countSince, limit, after, ...filter }, request }) {
      const state = await upToDate(request, activity, { beside: named.map(({ model }) => model) })
      const query = { ...filter, topic, withQuiet: quiet !== undefined }
      const isFirst = after === undefined
      const [{ rows, next }, count, people] = await Promise.all([
        listActivity(activity, query, { limit, after }),
        isFirst && countSince !== undefined ? countActivity(activity, countSince, maxEntriesCounted) : undefined,
        isFirst ? peopleToAsk(filter.actor) : undefined,
      ])
      const lines = await activityLines(rows, { events, timelines })
      const nameOf = await namesOf(lines.map(({ subject }) => subject))
      const data = lines.map((line) => ({ ...line, subject: { ...line.subject, name: nameOf(line.subject) } }))
      return { data, ...state, next, count, people }
    },
  } satisfies Partial<Routes>
}

type Line = Omit<ActivityLine, 'subject'> & { subject: Subject }
type Said = Pick<ActivityLine, 'says' | 'changes' | 'settles'>

/** The largest gap between two events of a stream that are read by one query, and how many are read at a time from the back. */
const maxGap = 50

/**
 * The lines of some rows of the activity: their events, read from the store, in words. One that is not as it was recorded
 * says so, and one that can’t be read because of another of its stream. Throws `Unavailable`.
 */
export async function activityLines(
  rows: readonly ActivityRow[],
  { events, timelines }: { events: EventStore; timelines: Timelines },
): Promise<Line[]> {
  const streams = [...Map.groupBy(rows, ({ stream }) => stream)]
  const lines = await Promise.all(
    streams.map(([stream, some]) =>
      linesOfStream(stream, some, { events, timelines }).catch((error) => {
        if (!isUnusable(error)) throw error
        return some.map((row) => unreadableLine(row, error))
      }),
    ),
  )
  const byId = new Map(lines.flat().map((line) => [line.id, line]))
  return rows.map(({ id }) => byId.get(id)!)
}

async function linesOfStream(
  stream: string,
  rows: readonly ActivityRow[],
  { events: store, timelines }: { events: EventStore; timelines: Timelines },
): Promise<Line[]> {
  const subject = subjectOf(stream)
  const revisions = rows.map(({ revision }) => revision).sort((a, b) => a - b)
  const events =
    subject.of === 'template'
      ? await templateEvents(store, stream, revisions)
      : await Array.fromAsync(runsOf(revisions, hasChanges(subject) ? 1 : 0), (run) => readRange(store, stream, ...run))
  const recorded = new Map(events.flat().map((event) => [event.revision, event]))
  const described = subject.of === 'order' ? await orderSays(subject.id, recorded, timelines) : says(subject, recorded)
  return rows.map((row) => {
    const event = recorded.get(row.revision)
    if (!event) return unreadableLine(row)
    const { type, by, origin } = event
    return { ...placeOf(row), type, by, subject: aboutOf(subject, event), ...described(event), origin }
  })
}

/** The template's events at some revisions, the lowest first, back to the one before each that changed the same part. */
async function templateEvents(store: EventStore, stream: string, revisions: readonly number[]): Promise<Recorded[]> {
  const revision = revisions.at(-1)!
  let found: Recorded[] = []
  let before = revision + 1
  do {
    const { events, first } = await readBackwards(store, stream, { revision, before, limit: maxGap })
    found = [...events.reverse(), ...found]
    before = first
  } while (before > 0 && !revisions.every((each) => isDescribed(each, found)))
  return found
}

/** Whether events have the one at a revision, and one of its type before it. */
const isDescribed = (at: number, events: readonly Recorded[]): boolean => {
  const event = events.find(({ revision }) => revision === at)
  return events.some(({ type, revision }) => type === event?.type && revision < at)
}

/** Revisions, the lowest first, in runs that are read in one go, each with so many more before it. */
function runsOf(revisions: readonly number[], before: number): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const revision of revisions) {
    const last = runs.at(-1)
    const first = Math.max(0, revision - before)
    if (last && first - last[1] <= maxGap) last[1] = revision
    else runs.push([first, revision])
  }
  return runs
}

const says =
  (subject: Subject, recorded: ReadonlyMap<number, Recorded>) =>
  (event: Recorded): Said => {
    const said = activitySentence(event)
    if (!hasChanges(subject)) return { says: said, changes: [] }
    const before = [...recorded.values()].filter(({ revision }) => revision < event.revision)
    return describeWithChanges(event, said, before)
  }

/** The sentences and changes of an order’s events: of messages and marks of reading they are known without the order. */
async function orderSays(id: string, recorded: ReadonlyMap<number, Recorded>, timelines: Timelines) {
  const events = [...recorded.values()] as Recorded<OrderEvent>[]
  const changing = events.filter((event) => !changesNothingElse(event)).map(({ revision }) => revision)
  const log = changing.length > 0 ? await timelines.logOf(id, Math.max(...changing)) : undefined
  return (recorded: Recorded): Said => {
    const event = recorded as Recorded<OrderEvent>
    const settles = traitsOf(event)?.settles?.(event.data as never)
    const changes = [...(log?.changesOf(event.revision) ?? [])]
    return { says: sentence(event, log?.order ?? orders.initial), changes, settles }
  }
}

/** The subject of an event: an event recorded apart about an account is about that account. */
function aboutOf(subject: Subject, { data }: Recorded): Subject {
  const { account } = data as { account?: unknown }
  const isAccounts = ['address', 'departures', 'set-up'].includes(subject.of)
  return isAccounts && typeof account === 'string' && account !== '' ? { of: 'account', id: account } : subject
}

const placeOf = ({ id, revision, kind }: ActivityRow) => ({
  ...{ id, revision, kind },
  at: id.slice(0, id.indexOf(' ')),
  position: String(BigInt(id.slice(id.indexOf(' ') + 1))),
})

/** A line whose event is not there, or can’t be read: because it was altered, or because of another one of its stream. */
function unreadableLine(row: ActivityRow, error?: unknown): Line {
  const line = { ...placeOf(row), subject: subjectOf(row.stream), changes: [] }
  const damage = error instanceof DamagedEvent && !(error instanceof KeyMissing) ? error : undefined
  return damage?.damage === 'altered' && damage.revision === row.revision
    ? { ...line, says: 'This entry was changed after it was recorded', damaged: true }
    : { ...line, says: 'This entry can’t be shown: its history can’t be read' }
}

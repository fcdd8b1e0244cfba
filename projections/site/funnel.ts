import { type Aggregate, type Event, evolved, type Recorded } from '#domain/event.ts'
import { type FitTests, fitTests } from '#domain/site/fit-tests.ts'
import {
  type FunnelDay,
  funnelDays,
  funnelSteps,
  type Moves,
  maxRunsPerDay,
  moved,
  reachedIn,
  stoppedIn,
} from '#domain/site/steps.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** What was counted on a day; its id is the date in UTC. */
type DayRow<Counted> = Document & Counted & { day: string }
type Model<Counted> = Pick<ReadModel<DayRow<Counted>>, 'collection'>

/** The counts of an aggregate with one stream a day. */
const countedByDay = <Counted extends object, E extends Event>(
  name: string,
  days: Aggregate<Counted, E>,
): Projection<DayRow<Counted>> => ({
  name,
  version: 1,
  indexes: [['day']],
  ids: idPerStream(days),
  evolve: (before, event, day) => ({
    ...evolved<Counted, E>(days, before ?? days.initial, event as Recorded<E>),
    ...{ id: day, day, revision: event.revision },
  }),
})

/** How many visitors went where in the funnel, day by day. */
export const funnelDayRows = countedByDay('funnel_days', funnelDays)

/** How many failed the fit test, day by day. */
export const fitTestDays = countedByDay('fit_tests', fitTests)

const dayMs = 24 * 60 * 60 * 1000
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * The funnel of the latest days, `now` (milliseconds since 1970) being in the last of them. It reads a document a day, of
 * at most 366, however many visitors came.
 */
export async function funnelOf({ collection }: Model<FunnelDay>, days: number, now: number) {
  const [from, to] = [dateOf(now - (days - 1) * dayMs), dateOf(now)]
  const { documents } = await collection.find({
    where: { day: { gte: from, lte: to } },
    sort: [['day', 'asc']],
    limit: days,
  })
  const moves: Moves = {}
  for (const day of documents) {
    for (const [key, count] of Object.entries(day.moves)) moves[key] = (moves[key] ?? 0) + count
  }
  return {
    from,
    to,
    steps: funnelSteps.map((step) => ({ step, reached: reachedIn(moves, step), stopped: stoppedIn(moves, step) })),
    straightOn: moved(moves, 'pricing', 'confirm'),
    fullDays: documents.filter(({ begun }) => begun >= maxRunsPerDay).length,
  }
}

/** The latest days with a failed test, newest first. */
export async function latestFitTests({ collection }: Model<FitTests>, days: number) {
  const { documents } = await collection.find({ sort: [['day', 'desc']], limit: days })
  return documents.map(({ day, failed, byQuestion }) => ({ day, failed, byQuestion }))
}

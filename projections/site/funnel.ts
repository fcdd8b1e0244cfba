import { evolved, type Recorded } from '#domain/event.ts'
import { type FitTestEvent, type FitTests, fitTests } from '#domain/site/fit-tests.ts'
import {
  type FunnelDay,
  type FunnelEvent,
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

/** A day's visitors; its id is the date in UTC. */
type FunnelDayRow = Document & FunnelDay & { day: string }

/** How many visitors went where in the funnel, day by day. */
export const funnelDayRows: Projection<FunnelDayRow> = {
  name: 'funnel_days',
  version: 1,
  indexes: [['day']],
  ids: idPerStream(funnelDays),
  evolve(before, event, day) {
    const counted = evolved(funnelDays, before ?? funnelDays.initial, event as Recorded<FunnelEvent>)
    return { ...counted, id: day, day, revision: event.revision }
  },
}

const dayMs = 24 * 60 * 60 * 1000
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * The funnel of the latest days, `now` (milliseconds since 1970) being in the last of them. It reads a document a day, of
 * at most 366, however many visitors came.
 */
export async function funnelOf({ collection }: Pick<ReadModel<FunnelDayRow>, 'collection'>, days: number, now: number) {
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

/** A day's failed fit tests; its id is the date in UTC. */
type FitTestDay = Document & FitTests & { day: string }

/** How many failed the fit test, day by day. */
export const fitTestDays: Projection<FitTestDay> = {
  name: 'fit_tests',
  version: 1,
  indexes: [['day']],
  ids: idPerStream(fitTests),
  evolve(before, event, day) {
    const counted = evolved(fitTests, before ?? fitTests.initial, event as Recorded<FitTestEvent>)
    return { ...counted, id: day, day, revision: event.revision }
  },
}

/** The latest days with a failed test, newest first. */
export async function latestFitTests({ collection }: Pick<ReadModel<FitTestDay>, 'collection'>, days: number) {
  const { documents } = await collection.find({ sort: [['day', 'desc']], limit: days })
  return documents.map(({ day, failed, byQuestion }) => ({ day, failed, byQuestion }))
}

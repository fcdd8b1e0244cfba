import { evolved, type Recorded } from '#domain/event.ts'
import { type FitTestEvent, type FitTests, fitTests } from '#domain/site/fit-tests.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

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

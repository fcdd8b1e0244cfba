import type { Document } from '#infra/documents/store.ts'
import type { ReadModel } from '#projections/projection.ts'

/** For how long a read model may be behind, in milliseconds. */
const tolerance = 10_000

/** Whether requests should be sent here: lists that stand still would be answered as if they were today's. */
export const isReady = (models: readonly Pick<ReadModel<Document>, 'running' | 'lag'>[]): boolean =>
  models.every(({ running, lag }) => running && lag <= tolerance)

import { type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { renewEpoch } from '#infra/store-epoch.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import { accountRows, invitationRows } from './account/accounts.ts'
import { devices } from './account/subscriptions.ts'
import { type FollowOptions, follow } from './follow.ts'
import { liveGeneration } from './generations.ts'
import { activityRows } from './history/activity.ts'
import { apiKeyRows } from './integrations/api-keys.ts'
import { webhookRows } from './integrations/webhooks.ts'
import { leadRows } from './lead/leads.ts'
import { ownedFiles } from './order/files.ts'
import { orderRows } from './order/orders.ts'
import { orderPayments } from './order/payments.ts'
import { type Progress, storeStillHas } from './past.ts'
import type { Projection, ReadModel } from './projection.ts'
import { type Checkpoint, checkpointCollection } from './reactions/reaction.ts'
import { readTogether } from './read-together.ts'
import { fitTestDays, funnelDayRows } from './site/funnel.ts'

/** Every projection, by the name its read model goes by. */
const projections = {
  orders: orderRows,
  files: ownedFiles,
  accounts: accountRows,
  subscriptions: devices,
  leads: leadRows,
  fitTests: fitTestDays,
  apiKeys: apiKeyRows,
  payments: orderPayments,
  webhooks: webhookRows,
  funnel: funnelDayRows,
  invitations: invitationRows,
  activity: activityRows,
}

type ReadModels = {
  [Name in keyof typeof projections]: (typeof projections)[Name] extends Projection<infer D> ? ReadModel<D> : never
}

export type Projections = ReadModels & {
  all: readonly ReadModel<Document>[]
  /** Makes all documents again beside those in use, and resolves once those are dropped. For who keeps them. */
  remake(): Promise<void>
  /** Ends the following; afterwards the stores may be closed. */
  close(): Promise<void>
}

export const everyProjection: readonly Projection<Document>[] = Object.values(projections)

/** Read models by their names. They come in the order of `everyProjection`, one for each. */
export const readModelsByName = (all: readonly ReadModel<Document>[]): ReadModels & Pick<Projections, 'all'> => ({
  ...(Object.fromEntries(Object.keys(projections).map((name, at) => [name, all[at]])) as ReadModels),
  all,
})

/** Follows the events with every projection. They read together. */
async function followAll(following: FollowOptions): Promise<Awaited<ReturnType<typeof follow>>[]> {
  const opened = Promise.withResolvers<void>()
  const events = readTogether(following.events, opened.promise)
  const all: Awaited<ReturnType<typeof follow>>[] = []
  try {
    for (const projection of everyProjection) {
      const open = () => follow(projection, { ...following, events })
      all.push(await retryWhileUnavailable(open, following.signal))
    }
    return all
  } finally {
    opened.resolve()
  }
}

/**
 * Keeps all read models while the process lives. `onError` is called when one of them cannot go on. `saveAfter: 1` lets
 * other processes see at once how far they are. Those made from events that the store does not have are made again.
 */
export async function startProjections(
  events: EventStore,
  documents: DocumentStore,
  onError: (error: Error) => void,
  { saveAfter, log }: Pick<FollowOptions, 'saveAfter' | 'log'> = {},
): Promise<Projections> {
  const ending = new AbortController()
  const following = { events, documents, onError, log, signal: ending.signal, ...(saveAfter ? { saveAfter } : {}) }
  await retryWhileUnavailable(() => verifyPast(events, documents), ending.signal)
  const all = await followAll(following)
  return {
    ...readModelsByName(all),
    async remake() {
      await Promise.all(all.map((each) => each.remake()))
    },
    async close() {
      ending.abort()
      await Promise.all(all.map(({ stopped }) => stopped))
    },
  }
}

/**
 * Renews the store's epoch when a read model, or a reaction, has come to an event that the store does not have. To be
 * called before either is begun again: a crash in between must not leave pages on what they know.
 */
async function verifyPast(events: EventStore, documents: DocumentStore): Promise<void> {
  for await (const progress of progressOf(documents)) {
    if (await storeStillHas(events, progress)) continue
    await renewEpoch(documents)
    return
  }
}

async function* progressOf(documents: DocumentStore): AsyncGenerator<Progress> {
  for (const { name } of everyProjection) {
    const live = await liveGeneration(name, documents)
    if (live) yield live
  }
  for await (const { position, event } of everyDocument<Checkpoint>(documents, checkpointCollection)) {
    yield { position: BigInt(position), event }
  }
}

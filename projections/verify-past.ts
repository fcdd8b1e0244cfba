import { type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { renewEpoch } from '#infra/store-epoch.ts'
import { liveGeneration } from './generations.ts'
import { type Progress, storeStillHas } from './past.ts'
import { checkpointCollection } from './reactions/reaction.ts'

type Checkpoint = Document & { position: string; event?: string }

/**
 * Renews the store's epoch when a read model of these names, or a reaction, has come to an event that the store does not
 * have. To be called before either is begun again: a crash in between must not leave pages on what they know.
 */
export async function verifyPast(
  names: readonly string[],
  events: EventStore,
  documents: DocumentStore,
): Promise<void> {
  for await (const progress of progressOf(names, documents)) {
    if (await storeStillHas(events, progress)) continue
    await renewEpoch(documents)
    return
  }
}

async function* progressOf(names: readonly string[], documents: DocumentStore): AsyncGenerator<Progress> {
  for (const name of names) {
    const live = await liveGeneration(name, documents)
    if (live) yield live
  }
  for await (const { position, event } of everyDocument<Checkpoint>(documents, checkpointCollection)) {
    yield { position: BigInt(position), event }
  }
}

import type { CommandResult, Recorded } from '#domain/event.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { startProjections } from '#projections/all.ts'
import { readModelDifferences } from '#projections/read-model-differences.ts'

/** The faults of stores after a rough time, each as a sentence, and the events about orders. */
type Inspection = {
  /** Acknowledged events that are not where they were said to be. */
  lost: string[]
  /** Streams whose revisions have a gap or a duplicate. */
  broken: string[]
  /** Where the read models, brought up to date, are not what a rebuild makes of the events. */
  differences: string[]
  events: Recorded[]
}

/** Reads all that was kept, and compares it with what was acknowledged. */
export async function inspect(
  { events, documents }: { events: EventStore; documents: DocumentStore },
  acknowledged: readonly CommandResult[],
): Promise<Inspection> {
  const failed = Promise.withResolvers<never>()
  const projections = await startProjections(events, documents, failed.reject)
  await Promise.race([failed.promise, Promise.all(projections.all.map(({ caughtUp }) => caughtUp))])
  await projections.close() // with their checkpoints, up to which they are compared
  const streams = new Map<string, Recorded[]>()
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    for (const event of batch.events) {
      const stream = streams.get(event.stream)
      if (stream) stream.push(event)
      else streams.set(event.stream, [event])
    }
    if (batch.caughtUp) break
  }
  return {
    lost: acknowledged
      .flatMap((each) => each.events)
      .filter(({ stream, revision, id }) => streams.get(stream)?.[revision]?.id !== id)
      .map(({ type, stream, revision }) => `${type} at revision ${revision} of ${stream} is lost`),
    broken: [...streams]
      .filter(([, recorded]) => recorded.some(({ revision }, at) => revision !== at))
      .map(([stream, recorded]) => `${stream} has the revisions ${recorded.map(({ revision }) => revision).join()}`),
    differences: await readModelDifferences(events, documents),
    events: [...streams].filter(([stream]) => stream.startsWith('order-')).flatMap(([, recorded]) => recorded),
  }
}

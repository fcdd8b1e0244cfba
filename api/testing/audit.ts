import { expect } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import type { CommandResult } from '#domain/wire.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { startProjections } from '#projections/all.ts'
import { differences } from '#projections/differences.ts'

/**
 * Looks at what was kept after a rough time: every acknowledged event stands where it was said to stand, revisions have
 * no gap and no duplicate, and the read models, brought up to date, are what a rebuild makes of the events. Answers the
 * events about orders.
 */
export async function audit(
  { events, documents }: { events: EventStore; documents: DocumentStore },
  acknowledged: readonly CommandResult[],
): Promise<Recorded[]> {
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  await Promise.all(projections.all.map(({ caughtUp }) => caughtUp))
  const streams = new Map<string, Recorded[]>()
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    for (const event of batch.events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
    if (batch.caughtUp) break
  }
  for (const { stream, revision, id } of acknowledged.flatMap((each) => each.events)) {
    expect(streams.get(stream)?.[revision]?.id).toBe(id)
  }
  for (const [stream, recordedEvents] of streams) {
    expect([stream, ...recordedEvents.map(({ revision }) => revision)]).toEqual([stream, ...recordedEvents.keys()])
  }
  expect(await differences(events, documents)).toEqual([])
  await projections.close()
  return [...streams].filter(([stream]) => stream.startsWith('order-')).flatMap(([, recordedEvents]) => recordedEvents)
}

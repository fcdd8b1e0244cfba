import type { Recorded } from '#domain/event.ts'
import type { EventStore } from '#infra/events/store.ts'
import { DamagedEvent, isAsRecorded } from '#infra/events/stored-event.ts'

/** How far something has come: to a position, and to which event there. Undefined where that was not noted yet. */
export type Progress = { position: bigint; event?: string | undefined }

/**
 * Whether the store still has the event that something has come to. It has not when an older copy of it was restored,
 * or its last events were lost. What was made from those must not be built upon. A damaged one is there: its id is not
 * to be trusted.
 */
export async function storeStillHas(
  events: Pick<EventStore, 'at' | 'end' | 'everyStored' | 'sealed'>,
  { position, event }: Progress,
) {
  if (position === 0n) return true
  if (event === undefined) return position <= (await events.end())
  if ((await eventAt(events, position))?.id === event) return true
  for await (const there of events.everyStored(position - 1n)) {
    return there.position === position && (there.id === event || !isAsRecorded(there, events.sealed))
  }
  return false
}

/** The event at a position; undefined where there is none, or none that can be read. */
export async function eventAt(events: Pick<EventStore, 'at'>, position: bigint): Promise<Recorded | undefined> {
  try {
    return await events.at(position)
  } catch (error) {
    if (error instanceof DamagedEvent) return undefined
    throw error
  }
}

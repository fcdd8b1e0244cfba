import { type EventStore, eventAt } from '#infra/events/store.ts'
import { isAsRecorded } from '#infra/events/stored-event.ts'

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

import type { EventStore } from '#infra/events/store.ts'

/** How far something has come: to a position, and to which event there. Undefined where that was not noted yet. */
export type Progress = { position: bigint; event?: string | undefined }

/**
 * Whether the store still has the event that something has come to. It has not when an older copy of it was put back,
 * or its last events were lost: then what was made from those must not be built upon.
 */
export async function isInPast(events: Pick<EventStore, 'at' | 'end'>, { position, event }: Progress) {
  if (position === 0n) return true
  if (event === undefined) return position <= (await events.end())
  return (await events.at(position))?.id === event
}

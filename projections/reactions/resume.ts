import type { EventStore } from '#infra/events/store.ts'
import type { Progress } from '../past.ts'

/**
 * Where a reaction goes on when the store does not have the event that it has come to: before the first event that is
 * later than all it has planned for (`latest`: ISO 8601, UTC), which was recorded since; at the end when there is none,
 * or when no time was noted. So nothing is planned for twice, and nothing that came after the loss is missed.
 */
export async function resumeAfter(events: Pick<EventStore, 'follow'>, latest: string | undefined): Promise<Progress> {
  let before: Progress = { position: 0n }
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    for (const { position, id, at } of batch.events) {
      if (latest !== undefined && at > latest) return before
      before = { position, event: id }
    }
    if (batch.caughtUp) break
  }
  return before
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Document } from '#infra/documents/store.ts'
import type { ReadModel } from '#projections/projection.ts'

/** How long a read model may take that is made in many steps, in milliseconds. */
const soonMs = 400

/**
 * Waits for a read model, as long as there is no long way to go. Answers whether it has caught up. Throws when it stopped
 * before.
 */
export async function isSoonMade(model: Pick<ReadModel<Document>, 'caughtUp' | 'progress'>): Promise<boolean> {
  const made = model.caughtUp.then(() => true)
  const until = performance.now() + soonMs
  while (!(await Promise.race([made, pause(20, false)]))) {
    // What is few is folded in one step: then it is waited for, however busy the machine is.
    if (performance.now() > until && model.progress > 0) return false
  }
  return true
}

import { reloadForNewVersion } from '#web/live/reload-for-new-version.ts'

let known: string | undefined

/**
 * Compares the id of the event store's past with the one known. If it is another one, an older copy of the events was put
 * back. Then what this page knows may never have been, so that it is loaded again.
 */
export function checkEpoch(epoch: string | null): void {
  if (epoch === null || epoch === known) return
  if (known !== undefined) reloadForNewVersion()
  known = epoch
}

import { reloadForNewVersion } from '#web/live/reload-for-new-version.ts'

let known: string | undefined

/**
 * Takes note of the id of the event store's past, as the server tells it. Once it is another one, an older copy of the
 * events was put back: what this page knows may never have been, so that it is loaded again.
 */
export function checkEpoch(epoch: string | null): void {
  if (epoch === null || epoch === known) return
  if (known !== undefined) reloadForNewVersion()
  known = epoch
}

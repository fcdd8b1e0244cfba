/** Loaded before it is needed, on pages that need it: a newer server may not have it any more. */
export const loadReload = () => import('#web/live/reload-for-new-version.ts')

/** Loads the page again as soon as it is not in use, and the script for that has come. */
export const reloadLater = (): Promise<unknown> =>
  loadReload().then(
    (it) => it.reloadForNewVersion(),
    () => setTimeout(reloadLater, 60_000),
  )

let known: string | undefined

/**
 * Compares the id of the event store's past with the one known. If it is another one, an older copy of the events was put
 * back. Then what this page knows may never have been, so that it is loaded again.
 */
export function checkEpoch(epoch: string | null): void {
  if (epoch === null || epoch === known) return
  if (known !== undefined) void reloadLater()
  known = epoch
}

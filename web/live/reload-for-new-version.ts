import { sessionStore } from '#web/kit/storage.ts'

const key = 'loaded-newer'

/** How long it takes before the page is loaded again once more: milliseconds. */
const pause = 60_000

/**
 * Loads the page again, script and all: the server is newer. Where that brings the same script, as it may while servers
 * are exchanged one after the other, the next time waits. Not done if the returned function is called before.
 */
export function reloadForNewVersion(): () => void {
  const last = Number(sessionStore.get(key) ?? 0)
  const timer = setTimeout(
    () => {
      sessionStore.set(key, String(Date.now()))
      location.reload()
    },
    Math.max(0, last + pause - Date.now()),
  )
  return () => clearTimeout(timer)
}

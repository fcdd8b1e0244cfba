import { isServerUp } from '#web/http.ts'
import { sessionStore } from '#web/kit/storage.ts'
import { unsavedForms } from '#web/kit/synced.ts'
import { toast } from '#web/kit/toast.ts'

const key = 'loaded-newer'

/** How long it takes before the page is loaded again once more: milliseconds. */
const pause = 60_000

const fields = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"])'

/** Whether a reload would disturb what is being typed or sent, or lose what was typed and is stored nowhere. */
const isInUse = () =>
  [...unsavedForms].some((isUnsaved) => isUnsaved()) ||
  document.querySelector('[aria-busy="true"], [data-unsaved], dialog[open], :read-write:focus') !== null ||
  [...document.querySelectorAll<HTMLInputElement>(fields)].some((each) => each.value !== each.defaultValue)

let waiting: ReturnType<typeof setInterval> | undefined
let isAnnounced = false

/**
 * Loads the page again, script and all, as soon as it is not in use: the server is newer, or an older backup was put
 * back. Where that brings the same script, as it may while servers are exchanged one after the other, the next time waits.
 */
export function reloadForNewVersion(): void {
  clearInterval(waiting)
  waiting = setInterval(async () => {
    if (Date.now() < Number(sessionStore.get(key) ?? 0) + pause || !navigator.onLine) return
    if (isInUse()) {
      if (!isAnnounced) toast('This page loads again once your work is saved.')
      isAnnounced = true
    } else if (await isServerUp()) {
      if (isInUse()) return
      sessionStore.set(key, String(Date.now()))
      location.reload()
    }
  }, 1_000)
}

import { sessionStore } from '#web/kit/storage.ts'
import { toast } from '#web/kit/toast.ts'

const key = 'loaded-newer'

/** How long it takes before the page is loaded again once more: milliseconds. */
const pause = 60_000

/** Whether a reload would disturb what is being typed or sent, or lose what was typed or chosen and is stored nowhere. */
const isInUse = () =>
  document.querySelector('[aria-busy=true],[data-unsaved],:read-write:focus') ||
  [...document.querySelectorAll<HTMLInputElement>('input,textarea')].some((each) => each.value !== each.defaultValue)

let waiting: ReturnType<typeof setInterval> | undefined

/**
 * Loads the page again, script and all, as soon as it is not in use: the server is newer. Where that brings the same
 * script, as it may while servers are exchanged one after the other, the next time waits.
 */
export function reloadForNewVersion(): void {
  clearInterval(waiting)
  waiting = setInterval(() => {
    if (Date.now() < Number(sessionStore.get(key) ?? 0) + pause) return
    if (isInUse()) return void toast('A newer version loads once your work is saved.', { id: key })
    sessionStore.set(key, String(Date.now()))
    location.reload()
  }, 1_000)
}

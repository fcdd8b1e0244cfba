import { type HttpError, isRetryable } from '#web/http.ts'
import { localStore, sessionStore } from '#web/kit/storage.ts'
import { viewedClient } from '#web/view-as.ts'

/** The key of whose data this browser stores: the id of the account that was logged in last, until it is logged out. */
const holder = 'account'

/**
 * Whether a key is this browser’s, for all its accounts: the look of its pages, and which people (by id) want pushes on
 * it. Everything else is an account's, and goes with it.
 */
const isOfTheBrowser = (key: string): boolean =>
  ['theme', 'order-keys', 'shared-files-display'].includes(key) || key.startsWith('told-here:')

/** Whether a key is a visitor’s, who has no account, or none yet: the funnel, a reset under way, where they were going. */
const isOfAVisitor = (key: string): boolean =>
  /^(funnel(-\w+)?|password-reset|return-path|loaded-newer)$/.test(key) || isOfTheBrowser(key)

/** The key of when notifications were renewed, in milliseconds since 1970: a logout removes it, and so does a login. */
export const pushRenewed = 'push-renewed'

let otherWindows: BroadcastChannel | undefined
let renewals: BroadcastChannel | undefined // apart: windows of an earlier version leave at whatever comes by the other

/** The event of this window when the account was changed in another one. */
export const renewed = 'renewed'

/** Tells the other windows that the account’s name or address has changed. */
export const announceRenewal = (): void => renewals?.postMessage(renewed)

/** Whether an account has been logged in here that has not logged out here, be its session over or not. */
export const isHeld = (): boolean => localStore.get(holder) !== undefined

/**
 * Whether the user of this page has logged out since, in this window or another one. What the page still knows must not
 * be stored then.
 */
export const isLeft = (): boolean =>
  (otherWindows !== undefined || document.documentElement.dataset.drawn !== undefined) && !isHeld()

/** Whether another window has logged in another account, or out, since this page’s first script ran (public/theme.js). */
export function isHeldByOther(): boolean {
  const { heldAtOpening } = globalThis as { heldAtOpening?: string | null }
  return heldAtOpening !== undefined && (localStore.get(holder) ?? null) !== heldAtOpening
}

/** Whether what is stored here is this account's. */
export const isHeldBy = (accountId: string): boolean => localStore.get(holder) === accountId

/**
 * Removes everything of the last account when another person has logged in without a logout before, and has its windows leave.
 * It also listens for other windows that log out, and leaves with them.
 */
export function keepFor(accountId: string): void {
  if (typeof document === 'undefined') return // the server keeps nothing
  listen()
  localStore.remove(leaving)
  // Viewed as a client, it stays an admin's own browser.
  if (viewedClient === undefined) {
    const isOthers = isHeld() && !isHeldBy(accountId)
    // Another window may have been left to this one by someone else.
    for (const store of [localStore, sessionStore]) {
      const before = store.get(holder)
      if (before !== undefined && before !== accountId) store.keepOnly(isOfTheBrowser)
      store.acceptOnly(() => true)
      store.set(holder, accountId)
    }
    if (isOthers) otherWindows?.postMessage('left')
  }
}

function listen(): void {
  if (otherWindows || typeof BroadcastChannel === 'undefined') return
  otherWindows = new BroadcastChannel('logout')
  renewals = new BroadcastChannel(renewed)
  renewals.onmessage = () => void dispatchEvent(new Event(renewed))
  let isLeaving = false
  // It is not asked then whether to leave. Listens before any page does: browsers call in that order.
  addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation())
  otherWindows.onmessage = () => {
    // A window that was frozen hears of it late: by then the storage is of the account that has logged in since.
    if (isHeld()) localStore.acceptOnly(isOfTheBrowser)
    else localStore.keepOnly(isOfTheBrowser)
    sessionStore.keepOnly(() => false)
    isLeaving = true
    location.replace('/login') // nothing of the account stays in sight, or in memory
  }
}

/** The key that says that a logout is under way, or had no answer: the session may have ended by it. */
const leaving = 'leaving'

/**
 * Ends a session by a call, and takes everything of the account out of this browser: drafts, places, words that were not
 * sent. The answer has the browser clear all its storage (`Clear-Site-Data`); what is the browser's own is put back.
 */
export async function leave<Answer>(end: () => Promise<Answer>): Promise<Answer> {
  const own = localStore.entries().filter(([key]) => isOfTheBrowser(key))
  localStore.set(leaving, '1')
  const isSent = navigator.onLine !== false
  try {
    const answer = await end()
    clearAccount()
    for (const [key, text] of own) localStore.set(key, text)
    return answer
  } catch (error) {
    // Set again: a session asked for meanwhile may have been answered before the logout was done.
    if (isSent && isRetryable(error as HttpError)) localStore.set(leaving, '1')
    else localStore.remove(leaving) // it was refused, or not sent: the session goes on
    throw error
  }
}

/** Leaves, where the session has ended and the answer to its logout may have been lost. */
export function finishLeaving(): void {
  if (localStore.get(leaving) === undefined) return
  listen()
  clearAccount()
}

function clearAccount(): void {
  clear(isOfTheBrowser)
  clear(isOfAVisitor) // what a visitor begins from now on
  otherWindows?.postMessage('left')
}

function clear(isRetained: (key: string) => boolean): void {
  localStore.keepOnly(isRetained)
  sessionStore.keepOnly((key) => isRetained(key) && !isOfTheBrowser(key))
}

import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { localStore } from '#web/kit/storage.ts'
import { pushRenewed } from '#web/shell/belongings.ts'

/** Whether this browser supports push notifications. An iPhone does once the site is on its home screen. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The choice of a person on this browser: push notifications, or not to be asked again. */
type Choice = 'yes' | 'no'

const keyOf = (userId: string) => `told-here:${userId}`

export function choiceOf(userId: string): Choice | undefined {
  const saved = localStore.get(keyOf(userId))
  return saved === 'yes' || saved === 'no' ? saved : undefined
}

export const choose = (userId: string, choice: Choice): void => localStore.set(keyOf(userId), choice)

/**
 * Subscribes this browser in the person's name, or renews that. Asks for leave where it has not been given, which a
 * browser allows after a click only. Throws an `Error` with words for the person.
 */
export async function subscribe(userId: string, { renewal = false } = {}): Promise<string> {
  const permission = await Notification.requestPermission()
  if (permission === 'default') throw new Error('Notifications are still off. Choose “Allow” when your browser asks.')
  if (permission === 'denied') {
    throw new Error('Notifications are blocked. Allow them for this site in your browser’s settings.')
  }
  return inTurn(async () => {
    const { publicKey } = await call('pushKey')
    const subscription = await subscribeHere(publicKey).catch(() => {
      throw new Error('This browser couldn’t turn on notifications. Please try again later.')
    })
    const body = { subscription: JSON.stringify(subscription), renewal }
    const { message } = await call('addSubscription', { body })
    choose(userId, 'yes')
    return message
  })
}

let latest: Promise<unknown> = Promise.resolve()

/** Runs what changes the subscription once what was begun before has ended: a browser has one, for the person who logs in. */
function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  const turn = latest.then(change)
  latest = turn.catch(() => {})
  return turn
}

async function subscribeHere(applicationServerKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey }
  // One that was made for another key is of no use to the server any more.
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
}

/** Ends the subscription in the browser; the server learns of it from the push service. */
export async function unsubscribeHere(userId: string): Promise<void> {
  await inTurn(async () => {
    choose(userId, 'no')
    await endHere()
  })
}

async function endHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** How long a renewal holds, in milliseconds: each counts against a limit. */
const renewedMs = 3_600_000

/**
 * Renews what the person chose on this browser: logging out ended it. It ends here where the server refuses it: the person
 * turned it off elsewhere. Without that choice, what another person left here ends. Other failures are ignored.
 */
export async function renew(userId: string): Promise<void> {
  if (!isPushSupported() || Notification.permission !== 'granted') return
  const end = async () => {
    if (choiceOf(userId) !== 'yes') await endHere() // unless it was chosen meanwhile
  }
  if (choiceOf(userId) !== 'yes') return inTurn(end).catch(() => {})
  if (Math.abs(Date.now() - Number(localStore.get(pushRenewed) ?? 0)) < renewedMs) return
  await subscribe(userId, { renewal: true }).then(
    () => localStore.set(pushRenewed, String(Date.now())),
    (error) => {
      if (error instanceof HttpError && error.status === 409) return unsubscribeHere(userId).catch(() => {})
    },
  )
}

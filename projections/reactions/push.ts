import { type Account, isSessionOpen, personOf } from '#domain/account/account.ts'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { subscriptionCommands } from '#domain/account/subscription.ts'
import { NotFound } from '#domain/command.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { createBreaker } from '#infra/breaker.ts'
import { type CommandHandler, Stale } from '#infra/events/command-handler.ts'
import { type Notice, type Pusher, SubscriptionGone } from '#infra/push/pusher.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type Device, devicesOf } from '#projections/account/subscriptions.ts'
import type { ReadModel } from '#projections/projection.ts'
import { isStillWanted, type NotificationOf, nextOn, type RecipientDirectory, readIn } from './notification.ts'
import type { Reaction } from './reaction.ts'
import { type Plan, RetryAt, type Task } from './tasks.ts'

type PushWork = {
  kind: 'tell'
  deviceId: string
  personId: string
  orderId: string
  /** Its body is to be followed by the next step, where `revision` is given. */
  notice: Notice
  /** When it happened: milliseconds since 1970. */
  at: number
  /** Of the order, by the event; missing in what an older version planned. */
  revision?: number
}
type Work = PushWork | { kind: 'check'; deviceId: string; personId?: string }

/** How many pushes are sent at the same time, and how many of them to one person: their devices may not answer. */
const concurrency = 32
const perPerson = 2
/** How old a notice may be, in milliseconds: an event of an order three days later is no news. */
const maxAgeMs = 3 * 24 * 60 * 60 * 1000

/** The events that end sessions. Whatever else may, a device is looked at again before each push. */
const sessionEndingEvents = new Set<AccountEvent['type']>([
  'LoggedOut',
  'LoggedOutEverywhere',
  'PasswordChanged',
  'AddressChangeUndone',
  'AccountSuspended',
  'AdminRemoved',
  'AccountErased',
])

type ForgetDevice = (device: Device, because: 'logged out' | 'gone') => Promise<void>

/** Ends subscriptions in their owners' names, as they were seen: a list may not know yet of one that began since. */
export const createForgetDevice =
  (handler: CommandHandler): ForgetDevice =>
  async ({ id, personId, revision }, because) => {
    const { state } = await handler.load(accounts, personId)
    const seen = { by: personOf(personId, state), expectedRevision: revision }
    await handler.handle(subscriptionCommands.unsubscribe, id, { because }, seen).catch((error) => {
      if (!(error instanceof Stale || error instanceof NotFound)) throw error // subscribed anew, or someone else’s
    })
  }

type Dependencies = {
  notificationOf: NotificationOf
  pusher: Pusher
  directory: RecipientDirectory
  subscriptions: Pick<ReadModel<Device>, 'collection' | 'reached'>
  forget: ForgetDevice
  now(): number
}

/**
 * Pushes to the other side's devices what happened on an order, at once. Not to people who chose none or have the page
 * open. A device is forgotten when its session is over or its push service knows it no more. One that fails again and
 * again is skipped for a while. People take turns, so that no one's devices keep others waiting.
 */
export function pushReaction({
  notificationOf,
  pusher,
  directory,
  subscriptions,
  forget,
  now,
}: Dependencies): Reaction<Work> {
  const breaker = createBreaker(now)

  async function planNotification(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<Work> | undefined> {
    if (event.type === 'ConversationRead') return { drop: [readIn(event, orderId)] }
    if (event.type === 'ClientErased') return { drop: [{ topic: orderId }] }
    const notification = await notificationOf(event)
    if (!notification) return undefined
    const { title, sentence, by, recipients } = notification
    const devices = (await Promise.all(recipients.map((personId) => devicesOf(subscriptions, personId)))).flat()
    if (devices.length === 0) return undefined
    const notice = {
      title,
      body: `${by && `${by}: `}${sentence}`,
      url: `/order-detail/${orderId}`,
      tag: event.id, // a notice that comes twice is shown once
    }
    const { revision } = event
    const at = Date.parse(event.at)
    const tasks = devices.map(({ id: deviceId, personId }): Task<Work> => {
      const work: PushWork = { kind: 'tell', deviceId, personId, orderId, notice, at, revision }
      return { id: `${event.id} ${deviceId}`, topic: orderId, author: event.by.id, due: at, work }
    })
    return { tasks }
  }

  /** Some of the person's sessions ended: their devices are looked at, each by itself. */
  async function planChecks({ id, type, at, position }: Recorded, personId: string): Promise<Plan<Work>> {
    await subscriptions.reached(position, 2_000) // one may have been subscribed a moment ago
    const due = Date.parse(at)
    const tasks = (await devicesOf(subscriptions, personId)).map(({ id: deviceId }) => {
      return { id: `${id} ${deviceId}`, due, work: { kind: 'check', deviceId, personId } as const }
    })
    return { tasks, ...(type === 'AccountErased' ? { drop: [{ author: personId }] } : {}) }
  }

  /** The device if its session is open; any other is forgotten. */
  async function openDevice(deviceId: string): Promise<{ device: Device; account: Account } | undefined> {
    const device = await subscriptions.collection.get(deviceId)
    if (!device) return undefined
    const account = await directory.account(device.personId)
    if (isSessionOpen(account, device.session, now())) return { device, account }
    await forget(device, 'logged out')
    return undefined
  }

  async function push(work: PushWork): Promise<void> {
    const { deviceId, personId, orderId, notice, at, revision } = work
    if (now() - at > maxAgeMs) return
    const open = await openDevice(deviceId)
    if (!open || open.device.personId !== personId) return
    const { device, account } = open
    if (!isStillWanted('push', account, work, directory)) return
    const paused = breaker.pausedUntil(device.endpoint)
    if (paused !== undefined) throw new RetryAt(paused)
    const next = revision === undefined ? '' : `\n${await nextOn(orderId, account, directory)}`
    try {
      await pusher.send(device, { ...notice, body: notice.body + next })
      breaker.succeeded(device.endpoint)
    } catch (error) {
      if (error instanceof Unavailable) breaker.failed(device.endpoint)
      else breaker.succeeded(device.endpoint)
      if (!(error instanceof SubscriptionGone)) throw error
      await forget(device, 'gone')
    }
  }

  return {
    name: 'push',
    concurrency,
    perLane: perPerson,
    laneOf: ({ personId, deviceId }) => personId ?? deviceId,
    plan(event) {
      const orderId = idIn(orders, event.stream)
      if (orderId !== undefined) return planNotification(event as Recorded<OrderEvent>, orderId)
      const personId = idIn(accounts, event.stream)
      const ended = personId !== undefined && sessionEndingEvents.has((event as Recorded<AccountEvent>).type)
      return ended ? planChecks(event, personId) : undefined
    },
    async perform(work) {
      for (const each of work) {
        if (each.kind === 'tell') await push(each)
        else await openDevice(each.deviceId)
      }
    },
  }
}

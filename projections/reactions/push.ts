import { type Account, type AccountEvent, accounts, isOpen, notificationsOf } from '#domain/account/account.ts'
import { idIn, type Person, type Recorded } from '#domain/event.ts'
import { isNotifiable } from '#domain/order/events.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import type { EventStore } from '#infra/events/store.ts'
import { type Notice, type Pusher, SubscriptionGone } from '#infra/push/pusher.ts'
import type { ReadModel } from '../projection.ts'
import { type Device, deviceOf, devicesOf } from '../subscriptions.ts'
import { type Audience, toldOf } from './audience.ts'
import type { Reaction } from './reaction.ts'
import type { Plan, Task } from './tasks.ts'
import { createTeller } from './telling.ts'

type Tell = { kind: 'tell'; deviceId: string; personId: string; orderId: string; notice: Notice /** ms */; at: number }
type Work = Tell | { kind: 'check'; deviceId: string }

/** The facts that end sessions. Whatever else may, a device is looked at again before each push. */
const endings = new Set<AccountEvent['type']>(['LoggedOut', 'LoggedOutEverywhere', 'PasswordChanged'])

/** Ends a device's subscription, in its owner's name. */
export type Forget = (id: string, owner: Pick<Person, 'id'>, because: 'logged out' | 'gone') => Promise<void>

type Parts = {
  events: Pick<EventStore, 'read'>
  pusher: Pusher
  audience: Audience
  subscriptions: Pick<ReadModel<Device>, 'collection' | 'reached'>
  forget: Forget
  now(): number
}

/**
 * Pushes to the other side's devices what happened on an order, at once. Not to those who chose none or have the page
 * open. A device is forgotten when its session is over or its push service knows it no more.
 */
export function pushReaction({ events, pusher, audience, subscriptions, forget, now }: Parts): Reaction<Work> {
  const tell = createTeller(events)

  async function planNews(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<Work>> {
    const { order, sentence } = await tell(event)
    const notice = {
      title: order.title,
      body: `${event.by.name}: ${sentence}`,
      url: `/order-detail/${orderId}`,
      tag: event.id, // a notice that comes twice is shown once
    }
    const at = Date.parse(event.at)
    const tasks: Task<Work>[] = []
    for (const personId of await toldOf(event, order, audience)) {
      for (const { id: deviceId } of await devicesOf(subscriptions, personId)) {
        const work: Tell = { kind: 'tell', deviceId, personId, orderId, notice, at }
        tasks.push({ id: `${event.id} ${deviceId}`, due: at, work })
      }
    }
    return { tasks }
  }

  /** Some of the person's sessions ended: their devices are looked at, each by itself. */
  async function planChecks({ id, at, position }: Recorded, personId: string): Promise<Plan<Work>> {
    await subscriptions.reached(position, 2_000) // one may have been subscribed a moment ago
    const due = Date.parse(at)
    const tasks = (await devicesOf(subscriptions, personId)).map(({ id: deviceId }) => {
      return { id: `${id} ${deviceId}`, due, work: { kind: 'check', deviceId } as const }
    })
    return { tasks }
  }

  /** A device whose session is open; any other is forgotten. */
  async function openDevice(deviceId: string): Promise<{ device: Device; account: Account } | undefined> {
    const device = await deviceOf(subscriptions, deviceId)
    if (!device) return undefined
    const account = await audience.account(device.personId)
    if (isOpen(account, device.session, now())) return { device, account }
    await forget(deviceId, { id: device.personId }, 'logged out')
    return undefined
  }

  async function push({ deviceId, personId, orderId, notice, at }: Tell): Promise<void> {
    const open = await openDevice(deviceId)
    if (!open || open.device.personId !== personId) return
    const { device, account } = open
    if (!notificationsOf(account).push || at <= audience.lastSeen(personId, orderId)) return
    try {
      await pusher.send(device, notice)
    } catch (error) {
      if (!(error instanceof SubscriptionGone)) throw error
      await forget(deviceId, { id: personId }, 'gone')
    }
  }

  return {
    name: 'push',
    async plan(event) {
      const orderId = idIn(orders, event.stream)
      if (orderId !== undefined) {
        return isNotifiable(event as Recorded<OrderEvent>)
          ? planNews(event as Recorded<OrderEvent>, orderId)
          : undefined
      }
      const personId = idIn(accounts, event.stream)
      const ended = personId !== undefined && endings.has((event as Recorded<AccountEvent>).type)
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

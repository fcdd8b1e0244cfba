import { LRUCache } from 'lru-cache'
import { type Account, type Notifications, notificationsOf } from '#domain/account/account.ts'
import { evolved, type Recorded } from '#domain/event.ts'
import { isNotifiable } from '#domain/order/events.ts'
import { type Order, type OrderEvent, orders, otherSide } from '#domain/order/order.ts'
import { sentence } from '#domain/order/sentences.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { AccountRow } from '../models/accounts.ts'
import type { ReadModel } from '../projection.ts'

/** What reactions must know of the recipients of notifications. */
export type RecipientDirectory = {
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
  /** An account as its latest event leaves it. */
  account(id: string): Promise<Account>
  /**
   * When a person last had an order's page open: now, while it is; 0 when never. It is known of the pages that this
   * process serves, and since it began.
   */
  lastSeen(personId: string, orderId: string): number
}

/** An event of an order as a sentence, the order after it, and the ids of the persons it notifies. */
export type Notification = { order: Order; sentence: string; recipients: string[] }

/**
 * Makes notifications of events of orders; undefined for an event that notifies no one. It costs little when events come
 * in their order, as followers of the store have them.
 */
export function createNotifications(events: Pick<EventStore, 'read'>, directory: RecipientDirectory) {
  const orderAt = createOrderReader(events)
  return async (event: Recorded<OrderEvent>): Promise<Notification | undefined> => {
    if (!isNotifiable(event)) return undefined
    const order = await orderAt(event)
    return { order, sentence: sentence(event, order), recipients: await recipientsOf(event, order, directory) }
  }
}

/**
 * Whether a recipient is still to be notified by a channel of something that happened on an order: not if they chose
 * otherwise, nor if they had the page open since. `at` is when it happened, in milliseconds since 1970.
 */
export const isStillWanted = (
  channel: keyof Notifications,
  account: Account,
  { personId, orderId, at }: { personId: string; orderId: string; at: number },
  { lastSeen }: RecipientDirectory,
): boolean => notificationsOf(account)[channel] && at > lastSeen(personId, orderId)

/** The ids of the persons an event notifies: the other side, but never its author. */
async function recipientsOf(
  event: Recorded<OrderEvent>,
  order: Order,
  { accounts }: RecipientDirectory,
): Promise<string[]> {
  const ids = otherSide(event.by.role) === 'client' ? [order.clientId] : await adminIds(accounts)
  return ids.filter((id) => id !== event.by.id)
}

/** More admins than this are not notified: it is a small agency. */
const maxAdmins = 200

/** The ids of the admins who may still log in. */
export async function adminIds({ collection }: RecipientDirectory['accounts']): Promise<string[]> {
  const { documents } = await collection.find({ where: { role: 'admin', status: 'active' }, limit: maxAdmins })
  return documents.map(({ id }) => id)
}

/** How many orders are cached. */
const maxCachedOrders = 500

/** Reads orders as they were after an event. */
function createOrderReader(events: Pick<EventStore, 'read'>) {
  const cache = new LRUCache<string, { order: Order; revision: number }>({ max: maxCachedOrders })

  return async (event: Recorded<OrderEvent>): Promise<Order> => {
    const { stream, revision } = event
    let cached = cache.get(stream)
    if (!cached || cached.revision > revision) cached = { order: orders.initial, revision: -1 }
    const take = (next: Recorded) => {
      cached = { order: evolved(orders, cached!.order, next as Recorded<OrderEvent>), revision: next.revision }
    }
    if (cached.revision === revision - 1) take(event)
    for await (const before of cached.revision < revision ? events.read(stream, cached.revision) : []) {
      take(before)
      if (cached.revision === revision) break
    }
    cache.set(stream, cached)
    return cached.order
  }
}

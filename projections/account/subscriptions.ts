import { type Subscription, type SubscriptionEvent, subscriptions } from '#domain/account/subscription.ts'
import type { Recorded } from '#domain/event.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** A browser with push notifications. */
export type Device = Document & Subscription

/** Every push subscription there is. */
export const devices: Projection<Device> = {
  name: 'subscriptions',
  version: 1,
  indexes: [['personId', 'since']],
  removedBy: ['PushUnsubscribed'],
  ids: idPerStream(subscriptions),
  evolve(device, event, id) {
    if (event.type === 'PushUnsubscribed') return undefined
    if (event.type !== 'PushSubscribed') return device // from a newer version: it changes nothing here
    const subscribed = subscriptions.evolve(subscriptions.initial, event as Recorded<SubscriptionEvent>)
    return { id, ...subscribed, revision: event.revision }
  },
}

/** How many devices a person may have. */
export const maxDevices = 20

type Model = Pick<ReadModel<Device>, 'collection'>

/** A person's devices, the latest first. */
export async function devicesOf({ collection }: Model, personId: string): Promise<Device[]> {
  const { documents } = await collection.find({ where: { personId }, sort: [['since', 'desc']], limit: maxDevices })
  return documents
}

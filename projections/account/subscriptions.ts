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
    const { type, revision } = event as Recorded<SubscriptionEvent>
    switch (type) {
      case 'PushSubscribed':
        return { id, ...subscriptions.evolve(subscriptions.initial, event as Recorded<SubscriptionEvent>), revision }
      case 'PushUnsubscribed':
        return undefined
    }
    void (type satisfies never) // from a newer version: it changes nothing here
    return device
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

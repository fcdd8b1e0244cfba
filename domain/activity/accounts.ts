import type { SubscriptionEvent } from '../subscription/subscription.ts'
import type { ActivityTable } from './table.ts'

const preferences = 'accounts.preferences'

export const subscriptionLines: ActivityTable<SubscriptionEvent> = {
  PushSubscribed: { kind: preferences, says: ({ device }) => `Turned on notifications on ${device}` },
  PushUnsubscribed: {
    kind: preferences,
    says: ({ because }) =>
      because === 'gone'
        ? 'Notifications turned off: the device is no longer registered'
        : 'Turned off notifications on a device',
  },
}

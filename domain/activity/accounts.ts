import type { SubscriptionEvent } from '../subscription/subscription.ts'
import type { ActivityTable } from './table.ts'

const preferences = 'accounts.preferences'

export const subscriptionLines: ActivityTable<SubscriptionEvent> = {
  PushSubscribed: { kind: preferences, says: ({ device }) => `Notified on ${device} from now on` },
  PushUnsubscribed: {
    kind: preferences,
    says: ({ because }) =>
      because === 'gone' ? 'A device is notified no more: it is gone' : 'A device is notified no more',
  },
}

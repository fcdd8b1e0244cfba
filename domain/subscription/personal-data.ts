import { clear, type PersonalDataOf, personal } from '../personal-fields.ts'
import type { SubscriptionEvent } from './subscription.ts'

/** What of a subscription's events is personal: where a browser is reached, and what it is called. */
export const subscriptionPersonalData: PersonalDataOf<SubscriptionEvent> = {
  PushSubscribed: {
    endpoint: personal(''),
    keys: personal({ p256dh: '', auth: '' }),
    session: clear,
    device: personal(''),
  },
  PushUnsubscribed: clear,
}

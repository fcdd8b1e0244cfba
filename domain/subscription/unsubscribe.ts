import { z } from 'zod'
import { isOwn, isSubscribed, subscriptionCommand } from './subscription.ts'

/** Ends a browser's subscription. Once it is ended there is nothing left to know of it. */
export const unsubscribe = subscriptionCommand({
  visible: (subscription, by) => !isSubscribed(subscription) || isOwn(subscription, by),
  input: z.object({ because: z.enum(['asked', 'logged out', 'gone']) }),
  success: 'Notifications are off for this device',
  decide: (subscription, { because }) =>
    isSubscribed(subscription) ? [{ type: 'PushUnsubscribed', data: { because } }] : [],
})

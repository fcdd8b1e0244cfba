import { z } from 'zod'
import { isOwn, pushSubscription, subscriptionCommand } from './subscription.ts'

/** Binds a browser to the person logged in on it, in place of the one before. */
export const subscribe = subscriptionCommand({
  input: pushSubscription.extend({ session: z.string().min(1), device: z.string().min(1).max(100) }),
  success: 'Notifications are on for this device',
  decide(subscription, { endpoint, keys, session, device }, { by }) {
    const same =
      isOwn(subscription, by) &&
      subscription.session === session &&
      subscription.keys.p256dh === keys.p256dh &&
      subscription.keys.auth === keys.auth
    return same ? [] : [{ type: 'PushSubscribed', data: { endpoint, keys, session, device } }]
  },
})

import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Person, Recorded } from '../event.ts'

export type SubscriptionEvent =
  | Event<'PushSubscribed', { endpoint: string; keys: PushKeys; session: string; device: string }>
  | Event<'PushUnsubscribed', { because: 'asked' | 'logged out' | 'gone' }>

/** What a browser seals its pushes with, base64url: a point of P-256, and 16 random bytes. */
export type PushKeys = { p256dh: string; auth: string }

/** A browser with push notifications. Bound to one person and to the session they had when they subscribed. */
export type Subscription = {
  personId: string
  endpoint: string
  keys: PushKeys
  session: string
  /** What its owner knows it by: `Firefox on Android`. */
  device: string
  /** Empty while there is no subscription. */
  since: string
}

/**
 * One stream an endpoint: its id is derived from the endpoint. So a browser tells one person's news, by construction,
 * and the next person who logs in on it gets no notifications of the one before.
 */
export const subscriptions: Aggregate<Subscription, SubscriptionEvent> = {
  name: 'subscription',
  initial: { personId: '', endpoint: '', keys: { p256dh: '', auth: '' }, session: '', device: '', since: '' },
  evolve(_subscription: Subscription, { type, data, by, at }: Recorded<SubscriptionEvent>): Subscription {
    switch (type) {
      case 'PushSubscribed':
        return { personId: by.id, ...data, since: at }
      case 'PushUnsubscribed':
        return subscriptions.initial
    }
  },
  decidesOnUnknown: true, // or no device could be forgotten
}

export const isSubscribed = ({ since }: Subscription): boolean => since !== ''

export const subscriptionCommand = <Input>(
  command: Omit<Command<Subscription, SubscriptionEvent, Input>, 'aggregate' | 'roles'>,
): Command<Subscription, SubscriptionEvent, Input> => ({
  aggregate: subscriptions,
  roles: ['client', 'admin'],
  ...command,
})

/** Whether it is this person's: no one else may know of it. */
export const isOwn = ({ personId }: Subscription, by: Person): boolean => personId === by.id

const unreadable = 'The subscription is invalid'

/** A serialised `PushSubscription`; what is in it besides is left out. */
export const pushSubscription = z.object(
  {
    endpoint: z.string(unreadable).max(2_000, unreadable).pipe(z.url(unreadable)),
    keys: z.object(
      {
        // 65 bytes of which the first is 4, and 16 bytes.
        p256dh: z.string(unreadable).regex(/^B[\w-]{86}=?$/, unreadable),
        auth: z.string(unreadable).regex(/^[\w-]{22}(==)?$/, unreadable),
      },
      unreadable,
    ),
  },
  unreadable,
)

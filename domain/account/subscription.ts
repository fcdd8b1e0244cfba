import { z } from 'zod'
import {
  clear,
  commandsOn,
  defineAggregate,
  defineCommand,
  defineEvent,
  type EventsOf,
  personal,
} from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { parseJson } from '#domain/contract/json.ts'
import type { Person } from '#domain/event.ts'

/** The keys that a browser’s pushes are sealed with, base64url: a point of P-256, and 16 random bytes. */
type PushKeys = { p256dh: string; auth: string }

/** A browser with push notifications. Bound to one person and to the session they had when they subscribed. */
export type Subscription = {
  personId: string
  endpoint: string
  keys: PushKeys
  session: string
  /** The name by which its owner knows it: `Firefox on Android`. */
  device: string
  /** Empty while there is no subscription. */
  since: string
  /** The id of the person who turned it off: their browser does not renew it by itself. */
  turnedOffBy?: string
}

export const isSubscribed = ({ since }: Subscription): boolean => since !== ''

/** Whether it is this person's: no one else may know of it. */
const isOwn = ({ personId }: Subscription, by: Person): boolean => personId === by.id

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

const { endpoint, keys } = pushSubscription.shape
const kind = 'accounts.preferences'
const initial: Subscription = {
  personId: '',
  endpoint: '',
  keys: { p256dh: '', auth: '' },
  session: '',
  device: '',
  since: '',
}

/** Where a browser is reached, and what it is called. */
const PushSubscribed = defineEvent(
  'PushSubscribed',
  {
    endpoint: personal(endpoint, ''),
    keys: personal(keys, { p256dh: '', auth: '' }),
    session: clear(z.string()),
    device: personal(z.string(), 'a device'),
  },
  {
    kind,
    sentence: ({ device }) => `Turned on notifications on ${device}`,
    apply: ({ turnedOffBy }: Subscription, subscribed, { by, at }): Subscription => ({
      ...{ personId: by.id, ...subscribed, since: at },
      ...(turnedOffBy === by.id ? {} : { turnedOffBy }),
    }),
  },
)

const ending = z.object({ because: z.enum(['asked', 'logged out', 'gone']) })

const PushUnsubscribed = defineEvent('PushUnsubscribed', ending.shape, {
  kind,
  sentence: ({ because }) =>
    because === 'gone'
      ? 'Notifications turned off: the device is no longer registered'
      : 'Turned off notifications on a device',
  apply: ({ turnedOffBy }: Subscription, { because }, { by }): Subscription => ({
    ...initial,
    turnedOffBy: because === 'asked' ? by.id : turnedOffBy,
  }),
})

/**
 * One stream an endpoint: its id is derived from the endpoint. So a browser tells one person's news, by construction,
 * and the next person who logs in on it gets no notifications of the one before.
 */
export const subscriptions = defineAggregate({
  name: 'subscription',
  initial,
  events: { PushSubscribed, PushUnsubscribed },
  decidesOnUnknown: true, // or no device could be forgotten
})
export type SubscriptionEvent = EventsOf<typeof subscriptions.events>

/** A subscription as pages send it: `JSON.stringify(subscription)`, or the object itself. */
const sent = () => z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), pushSubscription)

/** Whether the browser does this by itself, after a login, and not the person. */
const renewal = z.boolean().optional()

/** Binds a browser to the person logged in on it, in place of the one before. */
export const subscribe = defineCommand(
  'addSubscription',
  pushSubscription.extend({ session: z.string().min(1), device: z.string().min(1).max(100), renewal }),
  {
    summary: 'Turn on notifications on this device',
    call: 'POST /api/add-subscription',
    route: () => ({ limit: 'push', body: z.object({ subscription: sent(), renewal }), problems: [409] }),
    roles: ['client', 'admin'],
    success: 'Notifications are on for this device',
    decide(subscription: Subscription, { endpoint, keys, session, device, renewal }, { by }) {
      if (renewal && subscription.turnedOffBy === by.id)
        throw new Refusal('You turned off notifications on this device')
      const same =
        isOwn(subscription, by) &&
        subscription.session === session &&
        subscription.keys.p256dh === keys.p256dh &&
        subscription.keys.auth === keys.auth
      return same ? [] : [PushSubscribed({ endpoint, keys, session, device })]
    },
  },
)

/** Ends a browser's subscription. Once it is ended there is nothing left to know of it but who turned it off. */
export const unsubscribe = defineCommand('deleteSubscription', ending, {
  summary: 'Turn off notifications on a device',
  call: 'DELETE /api/delete-subscription',
  route: () => ({
    query: z.object({
      id: z.string('The device id is missing or invalid').regex(/^[\w-]{22}$/, 'The device id is missing or invalid'),
    }),
  }),
  roles: ['client', 'admin'],
  visible: (subscription: Subscription, by) => !isSubscribed(subscription) || isOwn(subscription, by),
  success: 'Notifications are off for this device',
  decide: (subscription, { because }) => (isSubscribed(subscription) ? [PushUnsubscribed({ because })] : []),
})

/** The commands of people on notifications of their devices. */
export const subscriptionCommands = commandsOn(subscriptions, { subscribe, unsubscribe })

import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, EventOf, Person, Recorded } from '../event.ts'

/**
 * The data of each event by its type. A secret is sealed with a key that no store holds: it has to be readable for the
 * server, which signs with it, and for no one else. Times are ISO 8601, UTC.
 */
export const webhookEvents = {
  WebhookAdded: z.object({ url: z.string(), events: z.array(z.string()), secret: z.string() }),
  /** It is told elsewhere, or of something else: all that stands from then on. */
  WebhookRevised: z.object({ url: z.string(), events: z.array(z.string()) }),
  /** The secret before is signed with too, until then. */
  WebhookSecretRotated: z.object({ secret: z.string(), until: z.string() }),
  WebhookSwitchedOn: z.object({}),
  WebhookSwitchedOff: z.object({ because: z.enum(['asked', 'failures']) }),
  WebhookFailing: z.object({}),
  WebhookRecovered: z.object({}),
  WebhookRemoved: z.object({}),
}
export type WebhookEvent = EventOf<typeof webhookEvents>

/** An address outside that is told of events. */
export type Webhook = {
  url: string
  /** The types of events it is told of. */
  events: string[]
  secret: string
  /** The secret before the last rotation, and until when it is signed with too. */
  before?: { secret: string; until: string }
  ownerId: string
  owner: string
  /** Empty while there is none. */
  addedAt: string
  /** Why it is told nothing at the moment. */
  off?: 'asked' | 'failures'
  /** Since when no delivery has succeeded, while the last one did not. */
  failingSince?: string
  removed: boolean
}

export const webhooks: Aggregate<Webhook, WebhookEvent> = {
  name: 'webhook',
  initial: { url: '', events: [], secret: '', ownerId: '', owner: '', addedAt: '', removed: false },
  evolve(webhook: Webhook, { type, data, by, at }: Recorded<WebhookEvent>): Webhook {
    switch (type) {
      case 'WebhookAdded':
        return { ...webhook, ...data, ownerId: by.id, owner: by.name, addedAt: at }
      case 'WebhookRevised': {
        const { failingSince, ...rest } = webhook
        // Another address has not failed yet.
        return { ...rest, ...data, ...(failingSince && data.url === webhook.url ? { failingSince } : {}) }
      }
      case 'WebhookSecretRotated':
        return { ...webhook, secret: data.secret, before: { secret: webhook.secret, until: data.until } }
      case 'WebhookSwitchedOn': {
        const { off: _, failingSince: __, ...on } = webhook
        return on
      }
      case 'WebhookSwitchedOff':
        return { ...webhook, off: data.because }
      case 'WebhookFailing':
        return { ...webhook, failingSince: at }
      case 'WebhookRecovered': {
        const { failingSince: _, ...recovered } = webhook
        return recovered
      }
      case 'WebhookRemoved':
        return { ...webhook, removed: true }
    }
  },
}

/** Whether there is such a webhook. */
export const isThere = ({ addedAt, removed }: Webhook): boolean => addedAt !== '' && !removed

/** Whether it is told of events. */
export const isOn = (webhook: Webhook): boolean => isThere(webhook) && webhook.off === undefined

/** The sealed secrets that are valid at a time, the latest first. */
export const validSecrets = ({ secret, before }: Webhook, at: string): string[] =>
  before && at < before.until ? [secret, before.secret] : [secret]

/** In whose name deliveries are noted. */
export const deliveries: Person = { id: 'webhooks', name: 'Webhooks', role: 'admin' }

export const webhookId = z
  .string('The webhook id is missing or invalid')
  .regex(/^[\w-]{22}$/, 'The webhook id is missing or invalid')

/** A command of an admin's on a webhook that there is. */
export const webhookCommand = <Input>(
  command: Omit<Command<Webhook, WebhookEvent, Input>, 'aggregate' | 'roles' | 'visible'>,
): Command<Webhook, WebhookEvent, Input> => ({
  aggregate: webhooks,
  roles: ['admin'],
  visible: isThere,
  ...command,
})

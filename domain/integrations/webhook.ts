import { z } from 'zod'
import type { Person } from '#domain/event.ts'
import { leadEvents } from '#domain/lead/actions.ts'
import { orderEvents } from '#domain/order/actions.ts'

/** Who decided something of a webhook, by id, and when (ISO 8601, UTC). */
type Choice = { by: string; at: string }

/** An address outside that is told of events. Its secrets are sealed with a key that no store holds. Times are ISO 8601, UTC. */
export type Webhook = {
  url: string
  /** The types of events it is told of. */
  events: string[]
  secret: string
  /** The secrets before, the latest first, each with until when it is signed with too; some may have expired. */
  formerSecrets?: { secret: string; until: string }[]
  ownerId: string
  owner: string
  /** Empty while there is none. */
  addedAt: string
  /** Who last decided where it leads, by id, and when. */
  urlSet?: Choice
  /** Who last had its secret made, by id, and when: they know it. */
  secretSet?: Choice
  /** Why nothing is delivered at the moment. */
  off?: 'asked' | 'failures'
  /** When deliveries began to fail, while the last one did. */
  failingSince?: string
  removed: boolean
}

/** Whether there is such a webhook. */
export const isThere = ({ addedAt, removed }: Webhook): boolean => addedAt !== '' && !removed

/** Whether it is told of events. */
export const isOn = (webhook: Webhook): boolean => isThere(webhook) && webhook.off === undefined

/** The sealed secrets that are valid at a time, the latest first. */
export const validSecrets = ({ secret, formerSecrets = [] }: Webhook, at: string): string[] => [
  secret,
  ...formerSecrets.filter(({ until }) => at < until).map(({ secret }) => secret),
]

/** The author of events about deliveries. */
export const deliveries: Person = { id: 'webhooks', name: 'Webhooks', role: 'admin' }

export const webhookId = z
  .string('The webhook id is missing or invalid')
  .regex(/^[\w-]{22}$/, 'The webhook id is missing or invalid')

export type DeliverableType = keyof typeof orderEvents | keyof typeof leadEvents
/** The events that a webhook may be sent: every type of orders and leads. */
export const deliverableTypes = Object.keys({ ...orderEvents, ...leadEvents }) as [string, ...string[]]

/** All of them, those that a later version adds too. */
export const everyType = '*'

export const chosenTypes = z
  .array(z.enum([everyType, ...deliverableTypes], 'This event doesn’t exist'))
  .min(1, 'Please choose at least one event')
  .transform((chosen) => (chosen.includes(everyType) ? [everyType] : [...new Set(chosen)]))

/** Whether a webhook is told of events of this type. */
export const isChosen = (chosen: readonly string[], type: string): boolean =>
  chosen.includes(everyType) || chosen.includes(type)

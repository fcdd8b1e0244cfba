import { z } from 'zod'
import { callsOf } from '#domain/action.ts'
import { idIn, type Recorded, toWire, type WireEvent } from '#domain/event.ts'
import { webhookChanged, webhookCommands, webhooks } from '#domain/integrations/actions.ts'
import { apiKeyChanged, apiKeyCommands } from '#domain/integrations/api-key.ts'
import { scope } from '#domain/integrations/scopes.ts'
import { webhookId } from '#domain/integrations/webhook.ts'
import { leadEvent, leadEvents, leads } from '#domain/lead/actions.ts'
import { orderEventData, orders } from '#domain/order/actions.ts'
import type { Call } from './call.ts'
import { strip } from './json.ts'
import { orderEvent } from './orders.ts'
import { listState, message, pageQuery, readState, time } from './schemas.ts'

const admins = ['admin'] as const

/** A key as lists show it: all but the key. */
const wireApiKey = z.object({
  id: z.string(),
  revision: z.int(),
  name: z.string(),
  /** How the key begins: `atl_7KqT`. */
  start: z.string(),
  scopes: z.array(scope),
  ownerId: z.string(),
  owner: z.string(),
  createdAt: time,
  expires: time.optional(),
  revokedAt: time.optional(),
  /** Where it opens nothing any more, whether it is revoked or not: its owner may not own it. */
  ended: z.literal(true).optional(),
  /** When it was last used, to the minute. */
  lastUsedAt: time.optional(),
})

export type WireApiKey = z.infer<typeof wireApiKey>

/** The schemas of webhook deliveries: an event is written as an admin’s page is sent it. */
export const deliveredSchemas = [
  { name: 'OrderEvent', about: 'an order', aggregate: orders, schema: orderEvent, types: Object.keys(orderEventData) },
  { name: 'LeadEvent', about: 'a lead', aggregate: leads, schema: leadEvent, types: Object.keys(leadEvents) },
]

/** An event as a webhook is sent it: what its schema names, and nothing else; undefined for what none is told of. */
export function deliveredEvent(event: Recorded): WireEvent | undefined {
  const found = deliveredSchemas.find(({ aggregate }) => idIn(aggregate, event.stream) !== undefined)
  return found && (strip(found.schema, toWire(event)) as WireEvent)
}

const { url, events } = webhooks.events.WebhookAdded.schema.shape

/** How one try of a delivery went: a status, or why there was none; the first of what was answered. */
const attempt = z.object({
  at: time,
  /** Milliseconds. */
  duration: z.int(),
  status: z.int().optional(),
  error: z.string().optional(),
  answer: z.string(),
})

const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const delivery = z.object({
  id: z.string(),
  type: z.string(),
  orderId: z.string().optional(),
  state: z.enum(deliveryStates),
  /** How often it was tried; `attempts` are the latest ones, oldest first. */
  tries: z.int(),
  attempts: z.array(attempt),
  lastAt: time,
  /** When it is tried again. */
  nextAt: time.optional(),
})

const wireWebhook = z.object({
  id: z.string(),
  revision: z.int(),
  url,
  events,
  owner: z.string(),
  addedAt: time,
  off: z.enum(['asked', 'failures']).optional(),
  failingSince: time.optional(),
  /** Until when the secret before the last rotation is signed with too. */
  twoSecretsUntil: time.optional(),
  /** The last try of a delivery, whichever it was. */
  last: attempt.extend({ deliveryId: z.string(), nextAt: time.optional() }).optional(),
})

const chosen = z.object({ webhookId })
const tried = message.extend({ delivered: z.boolean(), delivery })

/** The keys that programs make calls with; the addresses outside that are told of events, and how that went. */
export const integrationCalls = {
  getApiKeys: {
    endpoint: 'GET /api/get-api-keys',
    summary: 'List API keys, newest first, revoked ones last',
    roles: admins,
    answer: z.object({ data: z.array(wireApiKey), ...readState }),
  },
  ...callsOf(apiKeyCommands, { answer: apiKeyChanged, problems: [404] }),
  getWebhooks: {
    endpoint: 'GET /api/get-webhooks',
    summary: 'List webhooks with their last delivery',
    roles: admins,
    answer: z.object({ data: z.array(wireWebhook), ...readState }),
  },
  testWebhook: {
    endpoint: 'POST /api/test-webhook',
    summary: 'Send a test and return the response',
    unkeyed: true,
    roles: admins,
    limit: 'webhook',
    body: chosen,
    answer: tried,
    problems: [404],
  },
  getDeliveries: {
    endpoint: 'GET /api/get-deliveries',
    summary: 'List deliveries, newest first; older ones are deleted',
    roles: admins,
    query: z.object({ webhookId, ...pageQuery }),
    answer: z.object({ data: z.array(delivery), next: listState.next }),
    problems: [404],
  },
  replayDelivery: {
    endpoint: 'POST /api/replay-delivery',
    summary: 'Resend a delivery and return the response',
    unkeyed: true,
    roles: admins,
    limit: 'webhook',
    body: chosen.extend({ deliveryId: z.string('The delivery id is missing or invalid').max(100) }),
    answer: tried,
    problems: [404],
  },
  ...callsOf(webhookCommands, { answer: webhookChanged, problems: [404] }),
} as const satisfies Record<string, Call>

export type WireWebhook = z.infer<typeof wireWebhook>
export type WireDelivery = z.infer<typeof delivery>

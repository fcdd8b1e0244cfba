import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { listState, requireWhole, waitForLatest } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { keyedDigest, repeatableSecret } from '#api/secrets.ts'
import { Invalid, NotFound, Refusal } from '#domain/command.ts'
import { strip } from '#domain/contract/json.ts'
import { type CommandResult, type Person, streamOf } from '#domain/event.ts'
import {
  type WebhookEvent,
  webhooks as webhookAggregate,
  webhookChanged,
  webhookCommands,
} from '#domain/integrations/actions.ts'
import { isThere } from '#domain/integrations/webhook.ts'
import { newWebhookSecret } from '#infra/webhooks/sender.ts'
import { openWebhooks, type Tried } from '#projections/integrations/deliver.ts'
import type { Attempt, Delivery } from '#projections/integrations/delivery-log.ts'
import { listWebhooks, maxWebhooks } from '#projections/integrations/webhooks.ts'

/** The events of the answer without the sealed secrets, which are no one's to see. */
const withoutSecrets = (result: CommandResult<WebhookEvent>) =>
  strip(webhookChanged, result) as CommandResult<WebhookEvent>

const overtaken =
  'Your earlier try went through, but the webhook was removed or got another secret since. Check, then try again.'

const attemptOf = ({ at, duration, status, error, answer }: Attempt): Attempt => ({
  ...{ at, duration, status, error, answer },
})

const wireDelivery = ({ id, type, orderId, state, tries, attempts, lastAt, nextAt }: Delivery) => ({
  ...{ id, type, orderId, state, tries, lastAt, nextAt },
  attempts: attempts.map(attemptOf),
})

/** Addresses outside that are told of events. */
export function webhookRoutes(context: AppContext) {
  const { handler, projections, secret: serverSecret, now } = context
  const { log, deliver, seal, sender } = openWebhooks({ ...context, sending: context.settings.webhooks })
  const derived = keyedDigest(serverSecret, 'webhook')

  /** The secret that a request makes of a webhook. */
  const secretOf = (request: Request, what: string, person: Person) =>
    newWebhookSecret(Buffer.from(repeatableSecret(request, derived, what, person.id), 'base64url'))

  /** Throws `Invalid` where an address may not be told anything. */
  function checkAddress(url: string): void {
    const refused = sender.refusal(url)
    if (refused) throw new Invalid({ url: refused })
  }

  /** The webhook's revision. Throws `NotFound` where there is none. */
  async function existing(id: string): Promise<number> {
    const { state, revision } = await handler.load(webhookAggregate, id)
    if (!isThere(state)) throw new NotFound('This webhook doesn’t exist')
    return revision
  }

  /**
   * The answer to what made a secret. Throws `Refusal` where that is not the webhook's any more: what is answered again may
   * have been recorded a while ago.
   */
  async function withSecret(id: string, result: CommandResult<WebhookEvent>, secret: string) {
    const { state } = await handler.load(webhookAggregate, id)
    const isLatest = result.events.some(({ data }) => 'secret' in data && data.secret === state.secret)
    if (!isLatest || !isThere(state)) throw new Refusal(overtaken)
    return { ...withoutSecrets(result), secret }
  }

  function answered(tried: Tried | undefined) {
    if (!tried) throw new NotFound('This event can no longer be sent')
    const { delivered, delivery } = tried
    const { status, error } = delivery.attempts.at(-1)!
    const message = delivered ? `Delivered (status ${status})` : (error ?? `Failed (status ${status})`)
    return { message, delivered, delivery: wireDelivery(delivery) }
  }

  return {
    async getWebhooks({ request }) {
      const state = await listState(request, projections.webhooks)
      const rows = await listWebhooks(projections.webhooks)
      const last = await log.lastOf(rows.map(({ id }) => id))
      const data = rows.map(({ ownerId: _, onSince: __, urlSet: ___, secretSet: ____, ...row }) => {
        const tried = last.get(row.id)
        return tried
          ? { ...row, last: { ...attemptOf(tried), deliveryId: tried.deliveryId, nextAt: tried.nextAt } }
          : row
      })
      return { data, ...state }
    },

    async addWebhook({ person, body: { url, events }, request, execute }) {
      checkAddress(url)
      const id = repeatableSecret(request, derived, 'id', person.id).slice(0, 22)
      await requireWhole(projections.webhooks)
      await waitForLatest(handler, projections.webhooks)
      const { collection } = projections.webhooks
      if ((await collection.count()) >= maxWebhooks && !(await collection.get(id)))
        throw new Refusal(`You can have up to ${maxWebhooks} webhooks. Please remove one first.`)
      const secret = secretOf(request, 'secret', person)
      const input = { url, events, secret: seal.close(secret, id) }
      return withSecret(id, await execute(webhookCommands.addWebhook, id, input), secret)
    },

    async updateWebhook({ body, execute }) {
      if (body.url !== undefined) checkAddress(body.url)
      return withoutSecrets(await execute(webhookCommands.reviseWebhook, body.webhookId, body))
    },

    async rotateWebhookSecret({ person, body: { webhookId }, request, execute }) {
      const secret = secretOf(request, `rotation ${webhookId}`, person)
      const input = { webhookId, secret: seal.close(secret, webhookId) }
      return withSecret(webhookId, await execute(webhookCommands.rotateWebhookSecret, webhookId, input), secret)
    },

    async switchWebhook({ body, execute }) {
      const result = withoutSecrets(await execute(webhookCommands.switchWebhook, body.webhookId, body))
      return { ...result, message: body.on ? 'Webhook turned on' : 'Webhook turned off' }
    },

    removeWebhook: async ({ query, execute }) =>
      withoutSecrets(await execute(webhookCommands.removeWebhook, query.webhookId, query)),

    async testWebhook({ person, body: { webhookId } }) {
      const revision = await existing(webhookId)
      const messageId = randomUUID()
      const type = 'WebhookTested'
      const by = { id: person.id, name: person.name, role: person.role }
      const at = new Date(now()).toISOString()
      // In the shape of an event, but none: nothing was changed by it.
      const event = { type, data: {}, id: messageId, by, at, stream: streamOf(webhookAggregate, webhookId), revision }
      const body = JSON.stringify({ ...event, position: '0' })
      return answered(await deliver.attempt({ webhookId, messageId, type }, { body }))
    },

    async getDeliveries({ query: { webhookId, limit, after } }) {
      await existing(webhookId)
      const { documents, next } = await log.list(webhookId, limit, after)
      return { data: documents.map(wireDelivery), next }
    },

    async replayDelivery({ body: { webhookId, deliveryId } }) {
      await existing(webhookId)
      const found = await log.get(deliveryId)
      if (!found || found.webhookId !== webhookId) throw new NotFound('This delivery doesn’t exist')
      if (found.stream === undefined) throw new NotFound('Tests can’t be resent. Send a new one.')
      const { messageId, type, orderId, stream, eventRevision, nextAt } = found
      // What waits goes on waiting for its own next try, unless it is delivered now.
      const nextAfter = () => (nextAt === undefined ? undefined : Date.parse(nextAt))
      return answered(
        await deliver.attempt(
          { webhookId, messageId, type, orderId, stream, eventRevision },
          { nextAfter, isByHand: true },
        ),
      )
    },
  } satisfies Partial<Routes>
}

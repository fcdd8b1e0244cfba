import { accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import { deliveredEvent } from '#domain/contract/integrations.ts'
import { webhookCommands, webhooks } from '#domain/integrations/actions.ts'
import { deliveries, isThere, validSecrets, type Webhook } from '#domain/integrations/webhook.ts'
import { dataSubjectOf, isKnownByFirstEvent } from '#domain/personal-data.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import { type EventStore, readEvent } from '#infra/events/store.ts'
import { createSeal } from '#infra/seal.ts'
import { insteadOf } from '#infra/unavailable.ts'
import { openWebhookSender, signatureHeaders } from '#infra/webhooks/sender.ts'
import { type Attempt, createDeliveryLog, type Delivery, type DeliverySubject } from './delivery-log.ts'

/** The associated data of webhooks' secrets. */
export const webhookSeal = 'webhook secrets'

type WebhooksOptions = {
  events: Pick<EventStore, 'read'>
  documents: DocumentStore
  /** Whether it may send to this machine, and how long an answer may take. */
  sending?: Parameters<typeof openWebhookSender>[0] | undefined
  /** The server's own, which the api processes and the worker have in common. */
  secret: string
  /** A handler that knows what was recorded until now. */
  handler: CommandHandler
  /** Milliseconds since 1970. */
  now(): number
}

/** Opens the sending of webhooks, and the log of deliveries. */
export function openWebhooks(options: WebhooksOptions) {
  const parts = openParts(options)
  return { ...parts, deliver: createDeliver(parts, options) }
}

/** All that deliveries are made with. */
function openParts({ documents, sending, secret, handler, now }: WebhooksOptions) {
  const sender = openWebhookSender(sending)
  const log = createDeliveryLog(documents, now)
  const seal = createSeal(secret, webhookSeal)
  /** A webhook as its latest event leaves it. */
  const webhook = async (id: string) => (await handler.load(webhooks, id)).state
  const byServer = () => ({ by: deliveries, at: new Date(now()).toISOString() })
  /** Nothing is said of a webhook that was removed while it was being sent to. */
  const unlessRemoved = insteadOf((error) => error instanceof NotFound, undefined)
  /** Records on the webhook's stream how a delivery went. */
  async function note(id: string, delivered: boolean): Promise<void> {
    await handler.handle(webhookCommands.noteDelivery, id, { delivered }, byServer()).catch(unlessRemoved)
  }
  /** Turns a webhook off, if it is there and on. */
  async function switchOff(webhookId: string): Promise<void> {
    const input = { webhookId, on: false }
    await handler.handle(webhookCommands.switchWebhook, webhookId, input, byServer()).catch(unlessRemoved)
  }
  /** How often people were erased, all together; undefined while one of them is being erased. */
  async function erasures(people: readonly string[]): Promise<number | undefined> {
    let count = 0
    for (const id of people) {
      const { state } = await handler.load(accounts, id, { current: true })
      if (state.erasing !== undefined) return undefined
      count += state.erasures ?? 0
    }
    return count
  }
  return { log, seal, sender, webhook, note, switchOff, erasures }
}

/** The outcome of a try. */
export type Tried = { delivered: boolean; delivery: Delivery }

type AttemptOptions = {
  nextAfter?(at: number): number | undefined
  body?: string
  signal?: AbortSignal
  isByHand?: boolean
}

/** The content that is sent, and whose data is in it. */
type Content = { body: string; people: readonly string[] }

/** Sends deliveries to webhooks, signed, and logs each try. */
function createDeliver(
  { log, sender, seal, webhook, erasures, note }: ReturnType<typeof openParts>,
  { events, now }: Pick<WebhooksOptions, 'events' | 'now'>,
) {
  /** The event as it stands in the store. Undefined when there is no such event. */
  async function contentOf({ stream, eventRevision = 0 }: DeliverySubject): Promise<Content | undefined> {
    const event = await readEvent(events, stream!, eventRevision)
    const wire = event && deliveredEvent(event)
    if (!wire) return undefined
    const first = isKnownByFirstEvent(event.stream) ? await readEvent(events, event.stream, 0) : undefined
    const subject = dataSubjectOf(event.stream, event, first)
    return { body: JSON.stringify(wire), people: [...new Set([event.by.id, ...(subject ? [subject] : [])])] }
  }

  async function post(to: Webhook, subject: DeliverySubject, body: string, signal?: AbortSignal): Promise<Attempt> {
    const at = now()
    const when = new Date(at).toISOString()
    let secrets: string[]
    try {
      secrets = validSecrets(to, when).map((sealed) => seal.open(sealed, subject.webhookId))
    } catch {
      return {
        at: when,
        duration: 0,
        answer: '',
        error: 'The secret can’t be decrypted because the installation secret has changed. Create a new secret.',
      }
    }
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Atelier-Webhooks/1',
      ...signatureHeaders(secrets, subject.messageId, at, body),
    }
    return { at: when, ...(await sender.post(to.url, headers, body, signal)) }
  }

  return {
    /**
     * Sends a delivery once; undefined when the webhook or the event is gone. `nextAfter` computes when a failed try is
     * repeated, from the time of this one, in milliseconds since 1970. Without it there is no other. `body` is a test's;
     * else it is the event's. `isByHand`: it counts as none of those that are made by themselves.
     */
    async attempt(
      subject: DeliverySubject,
      { nextAfter, body, signal, isByHand }: AttemptOptions,
    ): Promise<Tried | undefined> {
      const to = await webhook(subject.webhookId)
      const content = body === undefined ? await contentOf(subject) : { body, people: [] }
      if (!isThere(to) || content === undefined) return undefined
      const before = await erasures(content.people)
      const answered = await post(to, subject, content.body, signal)
      // What it was told it may repeat, and a person may have been erased while it did.
      const isStorable = before !== undefined && (await erasures(content.people)) === before
      const made = isStorable ? answered : { ...answered, answer: '' }
      const delivered = made.status !== undefined && made.status >= 200 && made.status < 300
      const nextAt = delivered ? undefined : nextAfter?.(Date.parse(made.at))
      const delivery = await log.note(subject, made, delivered, { nextAt, isByHand })
      await note(subject.webhookId, delivered)
      return { delivered, delivery }
    },
  }
}

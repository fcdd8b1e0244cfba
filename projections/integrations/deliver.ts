import { deliveredEvent } from '#domain/contract/webhooks.ts'
import type { Recorded } from '#domain/event.ts'
import { isThere, validSecrets, type Webhook } from '#domain/integrations/webhook.ts'
import { isKnownByFirstEvent, subjectOf } from '#domain/personal-data.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Seal } from '#infra/seal.ts'
import { signatureHeaders, type WebhookSender } from '#infra/webhooks/sender.ts'
import type { Attempt, Delivery, DeliveryLog, DeliverySubject } from './delivery-log.ts'

/** The associated data of webhooks' secrets. */
export const webhookSeal = 'webhook secrets'

type DeliveryDependencies = {
  events: Pick<EventStore, 'read'>
  log: DeliveryLog
  sender: WebhookSender
  seal: Seal
  /** A webhook as its latest event leaves it. */
  webhook(id: string): Promise<Webhook>
  /** How often people were erased, all together; undefined while one of them is being erased. */
  erasures(people: readonly string[]): Promise<number | undefined>
  /** Records on the webhook's stream how a delivery went. */
  note(webhookId: string, delivered: boolean): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

/** The outcome of a try; undefined when the webhook or the event is gone. */
export type Tried = { delivered: boolean; delivery: Delivery }

export type Deliver = ReturnType<typeof createDeliver>

type Attempting = {
  nextAfter?(at: number): number | undefined
  body?: string
  signal?: AbortSignal
  isByHand?: boolean
}

/** The content that is sent, and whose data is in it. */
type Content = { body: string; people: readonly string[] }

/** Sends deliveries to webhooks, signed, and logs each try. */
export function createDeliver({ events, log, sender, seal, webhook, erasures, note, now }: DeliveryDependencies) {
  async function eventAt(stream: string, revision: number): Promise<Recorded | undefined> {
    for await (const event of events.read(stream, revision - 1, revision)) return event
    return undefined
  }

  /** The event as it stands in the store. Undefined when there is no such event. */
  async function contentOf({ stream, eventRevision = 0 }: DeliverySubject): Promise<Content | undefined> {
    const event = await eventAt(stream!, eventRevision)
    const wire = event && deliveredEvent(event)
    if (!wire) return undefined
    const first = isKnownByFirstEvent(event.stream) ? await eventAt(event.stream, 0) : undefined
    const subject = subjectOf(event.stream, event, first)
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
     * Sends a delivery once. `nextAfter` computes when a failed try is repeated, from the time of this one, in
     * milliseconds since 1970. Without it there is no other. `body` is a test's; else it is the event's. `isByHand`: it
     * counts as none of those that are made by themselves.
     */
    async attempt(
      subject: DeliverySubject,
      { nextAfter, body, signal, isByHand }: Attempting,
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

import { accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import { webhookCommands, webhooks } from '#domain/integrations/actions.ts'
import { deliveries } from '#domain/integrations/webhook.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import { createSeal } from '#infra/seal.ts'
import { openWebhookSender } from '#infra/webhooks/sender.ts'
import { createDeliver, webhookSeal } from './deliver.ts'
import { createDeliveryLog } from './delivery-log.ts'

type Options = {
  events: Pick<EventStore, 'read'>
  documents: DocumentStore
  /** Whether it may send to this machine, and how long an answer may take. */
  sending?: Parameters<typeof openWebhookSender>[0] | undefined
  /** The server's own, which the api processes and the worker have in common. */
  secret: string
  /** A handler that knows what was recorded until now. */
  handler: CommandHandler
  now(): number
}

export type Webhooks = ReturnType<typeof openWebhooks>

/** Opens the sending of webhooks, and the log of deliveries. */
export function openWebhooks({ events, documents, sending, secret, handler, now }: Options) {
  const sender = openWebhookSender(sending)
  const log = createDeliveryLog(documents, now)
  const seal = createSeal(secret, webhookSeal)
  const webhook = async (id: string) => (await handler.load(webhooks, id)).state
  const byServer = () => ({ by: deliveries, at: new Date(now()).toISOString() })
  const unlessRemoved = (error: unknown) => {
    if (!(error instanceof NotFound)) throw error // removed while it was being sent to
  }
  async function note(id: string, delivered: boolean): Promise<void> {
    await handler.handle(webhookCommands.noteDelivery, id, { delivered }, byServer()).catch(unlessRemoved)
  }
  async function switchOff(webhookId: string): Promise<void> {
    const input = { webhookId, on: false }
    await handler.handle(webhookCommands.switchWebhook, webhookId, input, byServer()).catch(unlessRemoved)
  }
  async function erasures(people: readonly string[]): Promise<number | undefined> {
    let count = 0
    for (const id of people) {
      const { state } = await handler.load(accounts, id, { current: true })
      if (state.erasing !== undefined) return undefined
      count += state.erasures ?? 0
    }
    return count
  }
  const deliver = createDeliver({ events, log, sender, seal, webhook, erasures, note, now })
  return { log, seal, sender, webhook, note, switchOff, deliver }
}

import { evolved, type Recorded } from '#domain/event.ts'
import { type WebhookEvent, webhooks } from '#domain/integrations/actions.ts'
import { isThere, type Webhook } from '#domain/integrations/webhook.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/**
 * A webhook as its list shows it. Its secrets, sealed as they are, are not in here. `onSince` is the position, as a decimal
 * string, of the event that added it or last turned it on.
 */
export type WebhookRow = Document &
  Omit<Webhook, 'secret' | 'formerSecrets' | 'removed'> & { twoSecretsUntil?: string; onSince: string }

/** Every webhook there is. */
export const webhookRows: Projection<WebhookRow> = {
  name: 'webhooks',
  version: 3,
  subject: { of: 'webhook', name: ({ url }) => new URL(url).host },
  indexes: [['addedAt']],
  removedBy: ['WebhookRemoved'],
  ids: idPerStream(webhooks),
  evolve(row, event, id) {
    const next = evolved<Webhook, WebhookEvent>(
      webhooks,
      { ...webhooks.initial, ...row },
      event as Recorded<WebhookEvent>,
    )
    const { secret: _, formerSecrets: [former] = [], removed, ...shown } = next
    if (!isThere(next)) return undefined
    const turnsOn = row === undefined || event.type === 'WebhookSwitchedOn'
    const onSince = turnsOn ? String(event.position) : row.onSince
    return { ...shown, id, revision: event.revision, onSince, ...(former ? { twoSecretsUntil: former.until } : {}) }
  },
}

/** How many webhooks there may be. Each has a lane of its own, in which its deliveries wait for each other only. */
export const maxWebhooks = 20

/** All webhooks, the oldest first. */
export async function listWebhooks({ collection }: Pick<ReadModel<WebhookRow>, 'collection'>): Promise<WebhookRow[]> {
  const { documents } = await collection.find({ sort: [['addedAt', 'asc']], limit: maxWebhooks * 2 })
  return documents
}

import type { WireWebhook } from '#domain/contract/webhooks.ts'
import { idIn } from '#domain/event.ts'
import { webhookForm } from '#domain/integrations/actions.ts'
import { call } from '#web/api.ts'
import { EmptyState } from '#web/kit/Loading.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { NewEntry } from './NewEntry.tsx'
import { type FreshSecret, SecretOnce, useFreshSecret } from './SecretOnce.tsx'
import { WebhookFields } from './WebhookFields.tsx'
import { WebhookRow } from './WebhookRow.tsx'

/** The addresses outside that are told of events. */
export function Webhooks({ webhooks, recent }: { webhooks: readonly WireWebhook[]; recent: ReadonlySet<string> }) {
  const [fresh, setFresh] = useFreshSecret(webhooks.map(({ id }) => id))
  return (
    <TitledSection
      title="Webhooks"
      aside="Signed. Retried for a week, then turned off; the admin who added it gets an email."
      id="webhooks"
    >
      {fresh && <SecretOnce secret={fresh} label="Webhook secret" />}
      {webhooks.length === 0 && (
        <Row>
          <EmptyState message="No webhooks yet" />
        </Row>
      )}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} recent={recent.has(webhook.id)} onSecret={setFresh} />
        ))}
      </ul>
      <NewWebhook onAdded={setFresh} />
    </TitledSection>
  )
}

/** Adds a webhook. */
const NewWebhook = ({ onAdded }: { onAdded(secret: FreshSecret): void }) => (
  <NewEntry
    title="New webhook"
    submitLabel="Add webhook"
    input={webhookForm}
    read={(data) => ({ url: data.get('url'), events: data.getAll('events') })}
    send={async (body, key) => {
      const { secret, events } = await call('addWebhook', { body, key })
      onAdded({ id: idIn({ name: 'webhook' }, events[0]!.stream)!, title: body.url, text: secret })
    }}
  >
    {(errors) => <WebhookFields url={{ error: errors.url }} events={{ error: errors.events }} />}
  </NewEntry>
)

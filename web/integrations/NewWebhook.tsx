import { webhookForm } from '#domain/integrations/actions.ts'
import { call } from '#web/api.ts'
import { NewEntry } from './NewEntry.tsx'
import type { FreshSecret } from './SecretOnce.tsx'
import { WebhookFields } from './WebhookFields.tsx'

/** Adds a webhook. */
export const NewWebhook = ({ onAdded }: { onAdded(secret: FreshSecret): void }) => (
  <NewEntry
    title="New webhook"
    submitLabel="Add webhook"
    input={webhookForm}
    read={(data) => ({ url: data.get('url'), events: data.getAll('events') })}
    send={async (body, key) => {
      const { secret, events } = await call('addWebhook', { body, key })
      onAdded({ id: events[0]!.stream.slice('webhook-'.length), title: body.url, text: secret })
    }}
  >
    {(errors) => <WebhookFields url={{ error: errors.url }} events={{ error: errors.events }} />}
  </NewEntry>
)

import type { WireWebhook } from '#domain/contract/webhooks.ts'
import { reviseWebhook } from '#domain/integrations/actions.ts'
import { eventNames } from '#domain/integrations/event-names.ts'
import { call } from '#web/api.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { check } from '#web/kit/useMutation.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { EntryForm } from './EntryForm.tsx'
import { WebhookFields } from './WebhookFields.tsx'

type Values = { url: string; events: string[] }

const stateOf = ({ url, events, revision }: WireWebhook): ServerState<Values> => ({ values: { url, events }, revision })

/** The form that changes a webhook’s address or events. */
export function ReviseWebhook({ webhook, onClose }: { webhook: WireWebhook; onClose(): void }) {
  const { id: webhookId } = webhook
  const form = useSyncedForm<Values>({
    serverState: stateOf(webhook),
    same: (one, other) => inOrder(one) === inOrder(other),
    show: (value) => (Array.isArray(value) ? eventNames(value) : value),
    async send(changes, how) {
      const body = { webhookId, ...changes }
      await check(reviseWebhook.input, body)
      const { message, revision, events } = await call('updateWebhook', { body, ...how })
      // The event has both; where there is none, nothing was to be changed.
      const [event] = events
      const values = event?.type === 'WebhookRevised' ? event.data : { ...stateOf(webhook).values, ...changes }
      return { message, serverState: { values, revision } }
    },
    async refresh() {
      const { data } = await call('getWebhooks')
      return stateOf(data.find(({ id }) => id === webhookId) ?? webhook)
    },
  })
  const chosen = form.values.events ?? []
  return (
    <EntryForm
      label={`Edit ${webhook.url}`}
      submitLabel="Save webhook"
      pending={form.pending}
      onSubmit={async () => (await form.submit()) && onClose()}
      onClose={onClose}
    >
      <WebhookFields
        url={form.field('url')}
        events={{
          chosen,
          onChoose: (events) => form.write('events', events),
          error: form.errors.events,
          conflict: form.conflictOf('events'),
        }}
      />
      <ConflictNote form={form} />
    </EntryForm>
  )
}

const inOrder = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

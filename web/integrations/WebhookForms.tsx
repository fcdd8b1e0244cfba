import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import type { WireWebhook } from '#domain/contract/integrations.ts'
import { idIn, type WireEvent } from '#domain/event.ts'
import { reviseWebhook, webhookForm } from '#domain/integrations/actions.ts'
import { eventName, eventNames } from '#domain/integrations/event-names.ts'
import { deliverableTypes, everyType } from '#domain/integrations/webhook.ts'
import { call } from '#web/api.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { toast } from '#web/kit/toast.ts'
import { useUnsaved } from '#web/kit/UnsavedForms.tsx'
import { check } from '#web/kit/useMutation.ts'
import { useCloseOnceSaved, useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { followEvents } from '#web/live/socket.ts'
import { EntryForm, NewEntry } from './EntryForm.tsx'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

const eventOptions = [
  [everyType, 'All events, including future ones'] as const,
  ...deliverableTypes.map((type) => [type, eventName(type)] as const),
]

type WebhookFieldsProps = {
  url: Omit<ComponentProps<typeof Field>, 'label'>
  events: Omit<ComponentProps<typeof Ticks>, 'legend' | 'options'>
}

/** Where a webhook listens, and what it is told of. */
const WebhookFields = ({ url, events }: WebhookFieldsProps) => (
  <>
    <Field
      label="URL"
      type="url"
      placeholder="https://books.example.com/in"
      autoComplete="off"
      autoFocus
      hint="A public https:// URL."
      {...url}
    />
    <Ticks legend="Events" options={eventOptions} {...events} />
  </>
)

/** Adds a webhook. */
export const NewWebhook = ({ onAdded }: { onAdded(secret: FreshSecret): void }) => (
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
    {(field) => <WebhookFields url={field('url')} events={field('events')} />}
  </NewEntry>
)

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
  useUnsaved(webhook.url, form.unsaved)
  const onEvent = useEffectEvent(({ stream, type }: WireEvent) => {
    if (type !== 'WebhookRemoved' || idIn({ name: 'webhook' }, stream) !== webhookId || !form.unsaved) return
    toast.error(`${webhook.url} was removed. Your changes were not saved.`)
  })
  useEffect(() => followEvents(onEvent, () => {}), [])
  const closeOnceSaved = useCloseOnceSaved(form, onClose)
  const chosen = form.values.events ?? []
  return (
    <EntryForm
      label={`Edit ${webhook.url}`}
      submitLabel="Save webhook"
      pending={form.pending}
      onSubmit={async () => closeOnceSaved(await form.submit())}
      onClose={onClose}
    >
      <WebhookFields
        url={form.field('url')}
        events={{
          name: 'events',
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

import type { ComponentProps } from 'react'
import { eventName } from '#domain/integrations/event-names.ts'
import { deliverableTypes, everyType } from '#domain/integrations/webhook.ts'
import { Field } from '#web/kit/Field.tsx'
import { Ticks } from './Ticks.tsx'

const options = [
  [everyType, 'All events, including future ones'] as const,
  ...deliverableTypes.map((type) => [type, eventName(type)] as const),
]

type WebhookFieldsProps = {
  url: Omit<ComponentProps<typeof Field>, 'label' | 'name'>
  events: Omit<ComponentProps<typeof Ticks>, 'legend' | 'name' | 'options'>
}

/** Where a webhook listens, and what it is told of. */
export const WebhookFields = ({ url, events }: WebhookFieldsProps) => (
  <>
    <Field
      label="URL"
      type="url"
      placeholder="https://books.example.com/in"
      autoComplete="off"
      autoFocus
      hint="A public https:// URL."
      {...url}
      name="url"
    />
    <Ticks legend="Events" options={options} {...events} name="events" />
  </>
)

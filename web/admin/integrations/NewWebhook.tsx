import { useState } from 'react'
import { webhookForm } from '#domain/webhook/commands.ts'
import { deliverableTypes, everyType } from '#domain/webhook/event-types.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { eventWords } from './event-words.ts'
import { firstErrors } from './first-errors.ts'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

const options = [
  [everyType, 'Everything, what is added later too'] as const,
  ...deliverableTypes.map((type) => [type, eventWords(type)] as const),
]

/** Adds a webhook: a button, and the form behind it. */
export function NewWebhook({ onAdded }: { onAdded(secret: FreshSecret): void }) {
  const [open, setOpen] = useState(false)
  const { mutate, errors, setErrors, pending } = useMutation()

  async function add(data: FormData) {
    const checked = webhookForm.safeParse({ url: data.get('url'), events: data.getAll('events') })
    if (!checked.success) return setErrors(firstErrors(checked.error))
    await mutate(async (keyFor) => {
      const body = checked.data
      const { secret, events } = await call('addWebhook', { body, key: keyFor(body) })
      onAdded({ id: events[0]!.stream.slice('webhook-'.length), title: body.url, text: secret })
      setOpen(false)
      return true
    })
  }

  if (!open) {
    return (
      <Row className="hookup-new">
        <Button type="button" kind="line" small onClick={() => setOpen(true)}>
          New webhook
        </Button>
      </Row>
    )
  }
  return (
    <Row className="hookup-new" margin={<i>new</i>}>
      <Form label="New webhook" onSubmit={(_, data) => add(data)} onInput={() => setErrors({})}>
        <Field
          label="Address"
          name="url"
          type="url"
          placeholder="https://books.example.com/in"
          autoComplete="off"
          autoFocus
          hint="Public, over https."
          error={errors.url}
        />
        <Ticks legend="What it is told of" name="events" options={options} error={errors.events} />
        <p className="hookup-form-acts">
          <Button small pending={pending}>
            Add
          </Button>
          <Button type="button" kind="line" small onClick={() => setOpen(false)}>
            Not now
          </Button>
        </p>
      </Form>
    </Row>
  )
}

import { useState } from 'react'
import { apiKeyForm } from '#domain/api-key/api-key.ts'
import { scopes } from '#domain/api-key/scopes.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { firstErrors } from './first-errors.ts'
import type { FreshSecret } from './SecretOnce.tsx'
import { Ticks } from './Ticks.tsx'

/** Makes a key: a button, and the form behind it. */
export function NewApiKey({ onMade }: { onMade(secret: FreshSecret): void }) {
  const [open, setOpen] = useState(false)
  const { mutate, errors, setErrors, pending } = useMutation()

  async function make(data: FormData) {
    const days = String(data.get('days') ?? '').trim()
    const given = { name: data.get('name'), scopes: data.getAll('scopes'), ...(days ? { days } : {}) }
    const checked = apiKeyForm.safeParse(given)
    if (!checked.success) return setErrors(firstErrors(checked.error))
    await mutate(async (keyFor) => {
      const body = checked.data
      const { key, events } = await call('createApiKey', { body, key: keyFor(body) })
      onMade({ id: events[0]!.stream.slice('api-key-'.length), title: body.name, text: key })
      setOpen(false)
      return true
    })
  }

  if (!open) {
    return (
      <Row className="hookup-new">
        <Button type="button" kind="line" small onClick={() => setOpen(true)}>
          New key
        </Button>
      </Row>
    )
  }
  return (
    <Row className="hookup-new" margin={<i>new</i>}>
      <Form label="New key" onSubmit={(_, data) => make(data)} onInput={() => setErrors({})}>
        <Field label="What it is for" name="name" maxLength={60} autoComplete="off" autoFocus error={errors.name} />
        <Ticks legend="What it may do" name="scopes" options={Object.entries(scopes)} error={errors.scopes} />
        <Field
          label="Good for so many days"
          name="days"
          inputMode="numeric"
          hint="Left blank it is good until it is revoked."
          error={errors.days}
        />
        <p className="hookup-form-acts">
          <Button small pending={pending}>
            Make the key
          </Button>
          <Button type="button" kind="line" small onClick={() => setOpen(false)}>
            Not now
          </Button>
        </p>
      </Form>
    </Row>
  )
}

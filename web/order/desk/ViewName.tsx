import { useState } from 'react'
import { viewName } from '#domain/account/order-views.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { loadZod } from '#web/lazy-zod.ts'

type ViewNameProps = {
  label: string
  submitLabel: string
  initial: string
  error: string | undefined
  pending: boolean
  onName(name: string): void
  onCancel(): void
}

/** Asks for the name of a view, in its line. */
export function ViewName({ label, submitLabel, initial, error, pending, onName, onCancel }: ViewNameProps) {
  const [name, setName] = useState(initial)
  const [wrong, setWrong] = useState<string>()
  return (
    <form
      className="row items-end gap-2-4 py-3"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        await loadZod()
        const { data, error } = viewName.safeParse(name)
        setWrong(error?.issues[0]?.message)
        if (data !== undefined) onName(data)
      }}
    >
      <Field
        name="name"
        label={label}
        value={name}
        maxLength={60}
        error={wrong ?? error}
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <Button small pending={pending}>
        {submitLabel}
      </Button>
      <TextButton onClick={onCancel}>Cancel</TextButton>
    </form>
  )
}

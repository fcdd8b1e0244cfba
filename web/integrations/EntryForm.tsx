import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'

type EntryFormProps = Pick<ComponentProps<typeof Form>, 'label' | 'onSubmit' | 'onInput'> & {
  /** The label of its button. */
  submitLabel: string
  pending: boolean
  onClose(): void
  children: ReactNode
}

/** The form of a key or a webhook, which is there as long as it is wanted. */
export const EntryForm = ({ submitLabel, pending, onClose, children, ...form }: EntryFormProps) => (
  <Form className="entry-form column-all grid gap-5 py-3" {...form}>
    <FocusFirst />
    {children}
    <p className="row gap-3">
      <Button small pending={pending}>
        {submitLabel}
      </Button>
      <Button kind="line" small onClick={onClose}>
        Cancel
      </Button>
    </p>
  </Form>
)

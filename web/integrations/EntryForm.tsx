import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ZodType } from 'zod'
import { Button } from '#web/kit/Button.tsx'
import { SecretOnItsWay } from '#web/kit/Confirm.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useUnsaved } from '#web/kit/UnsavedForms.tsx'
import { useForm } from '#web/kit/useForm.ts'
import type { useMutation } from '#web/kit/useMutation.ts'
import { useCloseOnceSaved } from '#web/kit/useSyncedForm.ts'

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
      <Button kind="line" small disabled={pending} onClick={onClose}>
        Cancel
      </Button>
    </p>
  </Form>
)

type NewEntryProps<Body> = {
  /** The title of the button and the form behind it: `New API key`. */
  title: string
  submitLabel: string
  input: ZodType<Body>
  /** Reads the form’s data, as the input takes it. */
  read(data: FormData): object
  /** Makes the call. Throws `HttpError`. */
  send(body: Body, key: string): Promise<void>
  /** The fields, given the name and error of each as its props. */
  children(field: ReturnType<typeof useMutation>['field']): ReactNode
}

/** A button to make something with that has a secret, and the form behind it. */
export function NewEntry<Body>(props: NewEntryProps<Body>) {
  const [open, setOpen] = useState(false)
  const opener = useOpener(open)
  return (
    <Row className="lines-py-4" margin={open && <i>new</i>}>
      {open ? (
        <NewEntryForm {...props} onClose={() => setOpen(false)} />
      ) : (
        <Button ref={opener} kind="line" small onClick={() => setOpen(true)}>
          {props.title}
        </Button>
      )}
    </Row>
  )
}

type NewEntryFormProps<Body> = NewEntryProps<Body> & { onClose(): void }

function NewEntryForm<Body>({ title, submitLabel, input, read, send, children, onClose }: NewEntryFormProps<Body>) {
  const { submit, correct, field, pending } = useForm(input, (body, keyFor) => send(body, keyFor(body)))
  const [isTyped, setTyped] = useState(false)
  const closeOnceSaved = useCloseOnceSaved({ unsaved: isTyped }, onClose)
  const submitTyped = async (data: FormData) => {
    setTyped(false)
    const isSaved = await submit(read(data))
    if (!isSaved) setTyped((isTypedSince) => isTyped || isTypedSince)
    closeOnceSaved(isSaved)
  }
  useUnsaved(`“${title}”`, isTyped && !pending) // while it is sent, the secret is what one waits for
  return (
    <>
      <EntryForm
        label={title}
        submitLabel={submitLabel}
        pending={pending}
        onSubmit={(_, data) => submitTyped(data)}
        onInput={(event) => {
          correct(event)
          setTyped(true)
        }}
        onClose={onClose}
      >
        {children(field)}
      </EntryForm>
      {pending && <SecretOnItsWay />}
    </>
  )
}

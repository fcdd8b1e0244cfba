import { type ReactNode, useId } from 'react'
import type { ZodType } from 'zod'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Modal } from '#web/kit/Modal.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { useForm } from '#web/kit/useForm.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import './PasswordDialog.css'

type PasswordDialogProps<T> = {
  title: string
  /** The consequences of it. */
  children: ReactNode
  /** The address that has to be typed before it is done; nothing unless given. */
  typed?: string
  yes: string
  kind: ButtonKind
  input: ZodType<T>
  /** Makes the call. Throws `HttpError`. */
  send(entered: T, keyFor: KeyFor): Promise<unknown>
  onClose(): void
}

/**
 * Asks for the password again before something that a stolen session must not do. Escape closes it, but not while that is
 * being done.
 */
export function PasswordDialog<T>({ title, children, typed, yes, kind, input, send, onClose }: PasswordDialogProps<T>) {
  const { submit, correct, field, pending } = useForm(input, send)
  const id = useId()
  return (
    <Modal className="password-dialog" aria-labelledby={id} onEscape={() => pending || onClose()}>
      <h2 id={id}>{title}</h2>
      {children}
      <Form className="grid gap-5 mt-5" label={title} onSubmit={submit} onInput={correct}>
        {typed !== undefined && (
          <Field
            {...field('confirmation')}
            label="To confirm, type the email address"
            hint={typed}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        <PasswordField label="Your password" {...field('password')} />
        <div className="modal-acts row gap-3">
          <Button kind="line" disabled={pending} onClick={onClose}>
            No, go back
          </Button>
          <Button kind={kind} pending={pending}>
            {yes}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

import { type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import { Field, PasswordField } from '#web/kit/Field.tsx'
import { type Entries, Form } from '#web/kit/Form.tsx'
import { Modal } from '#web/kit/Modal.tsx'
import './PasswordDialog.css'

type PasswordDialogProps = {
  title: string
  /** The consequences of it. */
  children: ReactNode
  /** The address that has to be typed before it is done; nothing unless given. */
  typed?: string
  yes: string
  kind: ButtonKind
  errors: Record<string, string>
  pending: boolean
  onSubmit(entries: Entries): unknown
  onInput(event: { target: EventTarget }): void
  onClose(): void
}

/** Asks for the password again before something that a stolen session must not do. Escape closes it. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, typed, yes, kind, errors, pending, onSubmit, onInput, onClose } = props
  const id = useId()
  return (
    <Modal className="password-dialog" aria-labelledby={id} onEscape={() => pending || onClose()}>
      <h2 id={id}>{title}</h2>
      {children}
      <Form label={title} onSubmit={onSubmit} onInput={onInput}>
        {typed !== undefined && (
          <Field
            name="confirmation"
            label="To confirm, type the email address"
            hint={typed}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.confirmation}
            required
          />
        )}
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          error={errors.password}
          required
        />
        <div className="modal-acts row gap-3">
          <Button type="button" kind="line" onClick={onClose}>
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

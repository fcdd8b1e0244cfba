import { type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import { Modal } from '#web/kit/Modal.tsx'

type ConfirmProps = {
  question: string
  /** The warning against it. */
  warning?: ReactNode
  yes: string
  kind: ButtonKind
  pending: boolean
  onYes(): void
  onNo(): void
}

/**
 * Confirms something that cannot be undone. While it is on the page nothing else can be reached; while it is being done there
 * is no going back.
 */
export function Confirm({ question, warning, yes, kind, pending, onYes, onNo }: ConfirmProps) {
  const id = useId()

  return (
    <Modal
      className="confirm"
      aria-labelledby={id}
      aria-describedby={warning ? `${id}warning` : undefined}
      onEscape={() => pending || onNo()}
    >
      <h2 id={id}>{question}</h2>
      {warning && (
        <p className="red" id={`${id}warning`}>
          {warning}
        </p>
      )}
      <div className="modal-acts row gap-3 mt-5">
        {/* First, and so focused: a hasty Enter changes nothing. */}
        <Button kind="line" disabled={pending} onClick={onNo}>
          No, go back
        </Button>
        <Button kind={kind} pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Modal>
  )
}

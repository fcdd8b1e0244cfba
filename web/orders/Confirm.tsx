import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import './Confirm.css'

type ConfirmProps = {
  question: string
  /** What speaks against it. */
  warning?: ReactNode
  yes: string
  kind: ButtonKind
  pending: boolean
  onYes(): void
  onNo(): void
}

/** Asks before something that cannot be taken back. While it is on the page nothing else can be reached. */
export function Confirm({ question, warning, yes, kind, pending, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Closed by hand, and not only taken away, so that the focus returns to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    return () => shown.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      aria-describedby={warning ? `${id}warning` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
    >
      <h2 id={id}>{question}</h2>
      {warning && <p id={`${id}warning`}>{warning}</p>}
      <div className="confirm-acts">
        {/* First, and so focused: a hasty Enter changes nothing. */}
        <Button type="button" kind="line" onClick={onNo}>
          No, go back
        </Button>
        <Button type="button" kind={kind} pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  )
}

import { type ReactNode, useId } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Modal } from '#web/kit/Modal.tsx'

type DialogProps = {
  title: ReactNode
  /** Whether it stands at the right edge, as high as the window; in the middle unless given. */
  side?: boolean
  /** False while it must not be closed. */
  closable?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog over the page: nothing else can be reached until it is closed, by Escape too. */
export function Dialog({ title, side = false, closable = true, onClose, children }: DialogProps) {
  const id = useId()

  return (
    <Modal className={side ? 'dialog is-side' : 'dialog'} aria-labelledby={id} onEscape={() => closable && onClose()}>
      <header className="flex items-baseline justify-between gap-4">
        <h2 id={id}>{title}</h2>
        {closable && <TextButton onClick={onClose}>Close</TextButton>}
      </header>
      {children}
    </Modal>
  )
}

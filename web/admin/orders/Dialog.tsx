import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { TextButton } from '#web/kit/TextButton.tsx'
import './Dialog.css'

type DialogProps = {
  title: ReactNode
  /** At the right edge, as high as the window; in the middle unless given. */
  side?: boolean
  /** False while it must not be closed. */
  closable?: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog over the page: nothing else can be reached until it is closed, by Escape too. */
export function Dialog({ title, side = false, closable = true, onClose, children }: DialogProps) {
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
      className={side ? 'dialog is-side' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (closable) onClose()
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        {closable && <TextButton onClick={onClose}>Close</TextButton>}
      </header>
      {children}
    </dialog>
  )
}

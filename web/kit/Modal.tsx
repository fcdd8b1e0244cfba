import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { TextButton } from './Button.tsx'
import './Modal.css'

type ModalProps = Omit<ComponentProps<'dialog'>, 'onCancel'> & {
  /** Escape was pressed. The modal stays until it is taken from the page. */
  onEscape(): void
}

/** A dialog over the page: while it is there nothing else can be reached. */
export function Modal({ onEscape, className, ...dialog }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)

  // Closed by hand, and not only taken away, so that the focus returns to where it came from.
  useLayoutEffect(() => {
    const shown = element.current!
    shown.showModal()
    return () => shown.close()
  }, [])

  return (
    <dialog
      ref={element}
      {...dialog}
      className={className ? `modal ${className}` : 'modal'}
      onCancel={(event) => {
        event.preventDefault()
        onEscape()
      }}
      // Browsers close it at the third Escape, whatever was prevented.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal()}
    />
  )
}

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

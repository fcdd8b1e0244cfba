import { type ComponentProps, useLayoutEffect, useRef } from 'react'
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
    />
  )
}

import type { ComponentProps } from 'react'
import { useModal } from './modals.ts'
import './Modal.css'

type ModalProps = Omit<ComponentProps<'dialog'>, 'onCancel'> & {
  /** Escape was pressed. The modal stays until it is taken from the page. */
  onEscape(): void
}

/** A dialog over the page: while it is there nothing else can be reached. */
export function Modal({ onEscape, className, ...dialog }: ModalProps) {
  return (
    <dialog
      ref={useModal()}
      {...dialog}
      className={className ? `modal ${className}` : 'modal'}
      onCancel={(event) => {
        event.preventDefault()
        onEscape()
      }}
    />
  )
}

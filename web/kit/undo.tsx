import { useEffect, useEffectEvent } from 'react'
import { toast } from './toast.ts'

/** How long something can be taken back, in milliseconds. */
const undoMs = 8_000

/** The offer that is shown, if any. */
let shown: string | undefined

/** Shows that something was done, and offers for a while to undo it: the latest thing, and no other. */
export function toastWithUndo(message: string, undo: () => void, show = toast.success): void {
  toast.remove(shown ?? '')
  const takeBack = () => {
    if (shown !== id) return // it was taken back already
    shown = undefined
    toast.remove(id)
    undo()
  }
  const id = show(<UndoOffer message={message} onUndo={takeBack} />, { duration: undoMs })
  shown = id
}

/** It is taken back by its button, and by the keys for it wherever nothing is typed. */
function UndoOffer({ message, onUndo }: { message: string; onUndo(): void }) {
  useUndoKeys({ undo: onUndo, exempt: 'input, textarea, select, [contenteditable]' })
  return (
    <>
      {message}{' '}
      <button
        type="button"
        className="toast-undo weight-600 underline-low"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onUndo}
      >
        Undo
      </button>
    </>
  )
}

type UndoKeys = { undo(): void; redo?(): void; exempt: string }

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y (⌘ on a Mac), everywhere on the page but where `exempt` is around. */
export function useUndoKeys({ undo, redo, exempt }: UndoKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.target instanceof Element && event.target.closest(exempt)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    const act = key === 'y' || event.shiftKey ? redo : undo
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

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

type UndoKeys = {
  /** Absent where there is nothing to undo: then it is the turn of another handler on the page. */
  undo: (() => void) | undefined
  redo?: (() => void) | undefined
  exempt: string
}

/** The handlers on the page, the latest first; each returns whether it has acted, so that one press undoes one thing. */
const handlers: ((event: KeyboardEvent) => boolean)[] = []
const onKeyDown = (event: KeyboardEvent) => void handlers.some((handle) => handle(event))

/**
 * Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y (⌘ on a Mac), everywhere on the page but where `exempt` is around. Of several on a page
 * the latest acts.
 */
export function useUndoKeys({ undo, redo, exempt }: UndoKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false
    if (event.target instanceof Element && event.target.closest(exempt)) return false
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return false
    const act = key === 'y' || event.shiftKey ? redo : undo
    if (!act) return false
    event.preventDefault()
    act()
    return true
  })
  useEffect(() => {
    handlers.unshift(handle)
    addEventListener('keydown', onKeyDown) // once, however often it is added
    return () => void handlers.splice(handlers.indexOf(handle), 1)
  }, [])
}

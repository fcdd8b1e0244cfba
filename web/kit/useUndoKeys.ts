import { useEffect, useEffectEvent } from 'react'

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

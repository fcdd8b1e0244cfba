import { useEffect, useState } from 'react'

const stored = 'order-keys'

/** Whether single keys do something: everybody may turn them off (WCAG 2.1.4). */
function areOn(): boolean {
  try {
    return localStorage.getItem(stored) !== 'off'
  } catch {
    return true // a browser may keep nothing
  }
}

function keep(on: boolean): void {
  try {
    localStorage.setItem(stored, on ? 'on' : 'off')
  } catch {
    // It holds as long as the page, then.
  }
}

/**
 * Keys that do something by themselves, by what they write; not while the focus is in a field or a dialog. `onEscape` is
 * called whether they are on or not. Pass the same `table` as long as nothing in it changes.
 */
export function useSingleKeys(table: Readonly<Record<string, () => void>>, onEscape?: () => void) {
  const [on, setOn] = useState(areOn)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event
      if (altKey || ctrlKey || metaKey) return
      const isTyping = (target as Element).closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog',
      )
      if (isTyping) return
      if (key === 'Escape') return onEscape?.()
      if (!on || !Object.hasOwn(table, key) || (repeat && !/^[jk]$/.test(key))) return
      event.preventDefault()
      table[key]!()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [table, onEscape, on])

  return {
    on,
    onSwitch(next: boolean) {
      keep(next)
      setOn(next)
    },
  }
}

import { useLayoutEffect, useState } from 'react'
import { localStore } from './storage.ts'

const stored = 'order-keys'

/** Whether single keys do something: everybody may turn them off (WCAG 2.1.4). */
const areOn = (): boolean => localStore.get(stored) !== 'off'

/**
 * Keys that do something by themselves, by what they write; not while the focus is in a field or a dialog. `?` asks for
 * the help, where they can be turned off. `onEscape` is called whether they are on or not. Pass the same `table` as long
 * as nothing in it changes.
 */
export function useSingleKeys(table: Readonly<Record<string, () => void>>, onEscape?: () => void) {
  const [on, setOn] = useState(areOn)
  const [help, onHelp] = useState(false)

  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event
      if (altKey || ctrlKey || metaKey) return
      const isTyping = (target as Element).closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog',
      )
      if (isTyping) return
      if (key === 'Escape') return onEscape?.()
      const act = key === '?' ? () => onHelp(true) : Object.hasOwn(table, key) && table[key]
      if (!on || !act || (repeat && !/^[jk]$/.test(key))) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [table, onEscape, on])

  return {
    on,
    help,
    onHelp,
    onSwitch(next: boolean) {
      localStore.set(stored, next ? 'on' : 'off')
      setOn(next)
    },
  }
}

/** The item a step from the one at an index, no further than the ends; from none the first, or backwards the last. */
export const stepFrom = <T>(all: readonly T[], at: number, step: 1 | -1): T | undefined =>
  all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))]

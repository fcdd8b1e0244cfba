import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Dialog } from './Modal.tsx'
import { localStore } from './storage.ts'
import './KeyBar.css'

type KeyBarProps = KeyHelpProps & {
  keys: KeyTexts
  help: boolean
  onHelp(shown: boolean): void
  /** What can be done without a key, after them. */
  children?: ReactNode
}

/** Keys, and what each of them does. */
type KeyTexts = readonly (readonly [keys: readonly string[], does: string])[]

const Keys = ({ names }: { names: readonly string[] }) =>
  names.map((name) => <kbd key={name}>{name}</kbd>).flatMap((key, at) => (at > 0 ? [' ', key] : [key]))

type KeyHelpProps = { on: boolean; onSwitch(on: boolean): void }

/** Every key of a page, and the switch that turns them off. */
export const KeyHelp = ({ keys, on, onSwitch, onClose }: KeyHelpProps & { keys: KeyTexts; onClose(): void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className="keys-all">
      {[...keys, [['Esc'], 'close, or leave the search'] as const, [['?'], 'show this help'] as const].map(
        ([names, does]) => (
          <div className="grid py-2 text-3 rule-below" key={does}>
            <dt>
              <Keys names={names} />
            </dt>
            <dd>{does}</dd>
          </div>
        ),
      )}
    </dl>
    <label className="keys-switch flex items-center gap-3 target text-3">
      <input type="checkbox" checked={on} onChange={({ target }) => onSwitch(target.checked)} /> Use single-key
      shortcuts
    </label>
  </Dialog>
)

/** The keys of a page along its foot, and all of them with their switch when asked. */
export function KeyBar({ keys, on, help, onHelp, onSwitch, children }: KeyBarProps) {
  return (
    <>
      <aside className="keys hidden" aria-label="Keyboard shortcuts">
        {on &&
          keys.map(([names, does]) => (
            <span key={does}>
              <Keys names={names} /> {does}
            </span>
          ))}
        {children}
        <TextButton onClick={() => onHelp(true)}>
          <kbd>?</kbd> all shortcuts
        </TextButton>
      </aside>
      {help && <KeyHelp keys={keys} on={on} onSwitch={onSwitch} onClose={() => onHelp(false)} />}
    </>
  )
}

const storageKey = 'order-keys'

/** Whether single keys do something: everybody may turn them off (WCAG 2.1.4). */
const readEnabled = (): boolean => localStore.get(storageKey) !== 'off'

/**
 * Keys that do something by themselves, by what they write; not while the focus is in a field or a dialog. `?` asks for
 * the help, where they can be turned off. `onEscape` is called whether they are on or not.
 */
export function useSingleKeys(table: Readonly<Record<string, () => void>>, onEscape?: () => void) {
  const [on, setOn] = useState(readEnabled)
  const [help, onHelp] = useState(false)

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, altKey, ctrlKey, metaKey, repeat } = event
    if (altKey || ctrlKey || metaKey) return
    const isTyping = (target as Element).closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog',
    )
    if (isTyping) return
    const key = event.key.toLowerCase() // with Caps Lock too
    if (key === 'escape') return onEscape?.()
    const act = key === '?' ? () => onHelp(true) : Object.hasOwn(table, key) && table[key]
    if (!on || !act || (repeat && !/^[jk]$/.test(key))) return
    event.preventDefault()
    act()
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    on,
    help,
    onHelp,
    onSwitch(next: boolean) {
      localStore.set(storageKey, next ? 'on' : 'off')
      setOn(next)
    },
  }
}

/** The item a step from the one at an index, no further than the ends; from none the first, or backwards the last. */
export const stepFrom = <T,>(all: readonly T[], at: number, step: 1 | -1): T | undefined =>
  all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))]

import type { ReactNode } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Dialog } from './Dialog.tsx'
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

import type { ReactNode } from 'react'
import './Choices.css'

type ChoicesProps<Name> = {
  /** The label for screen readers. */
  label: string
  /** Each with its title, in the order they are shown. */
  options: readonly { name: Name; title: ReactNode }[]
  chosen: Name | undefined
  onChoose(name: Name): void
}

/** Buttons of which one is chosen. */
export const Choices = <Name extends string | number>({ label, options, chosen, onChoose }: ChoicesProps<Name>) => (
  <fieldset className="choices">
    <legend className="sr">{label}</legend>
    {options.map(({ name, title }) => (
      <button
        className="target text-3 ink-2 ink-on-hover nowrap"
        key={name}
        type="button"
        aria-pressed={name === chosen}
        onClick={() => onChoose(name)}
      >
        {title}
      </button>
    ))}
  </fieldset>
)

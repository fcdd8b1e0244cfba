import { useEffect, useRef } from 'react'
import { TextButton } from '#web/kit/Button.tsx'

type RemovalChoiceProps = {
  /** The warning about what would break. */
  warning: string
  ways: readonly { label: string; take(): void }[]
  keep: string
  onKeep(): void
}

/** The choice, before something is removed that others depend on, of what becomes of those. Escape keeps it. */
export function RemovalChoice({ warning, ways, keep, onKeep }: RemovalChoiceProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset
      ref={box}
      className="q-removal py-2 text-3 column-all"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // the question stays open
        onKeep()
      }}
    >
      <legend>{warning}</legend>
      <p className="ways-out">
        {ways.map(({ label, take }) => (
          <TextButton key={label} onClick={take}>
            {label}
          </TextButton>
        ))}
        <TextButton onClick={onKeep}>{keep}</TextButton>
      </p>
    </fieldset>
  )
}

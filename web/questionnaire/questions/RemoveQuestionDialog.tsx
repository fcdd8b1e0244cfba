import { useEffect, useRef } from 'react'
import { TextButton } from '#web/kit/Button.tsx'

type RemovalProps = {
  /** The warning about what would break. */
  warning: string
  ways: readonly { label: string; take(): void }[]
  keep: string
  onKeep(): void
}

/** The dialog, before something is removed that others depend on, about the fate of those. */
export function Removal({ warning, ways, keep, onKeep }: RemovalProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset ref={box} className="q-removal py-2 text-3 column-all" tabIndex={-1}>
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

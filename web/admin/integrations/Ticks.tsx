import { useId } from 'react'
import { Cross } from '#web/kit/Cross.tsx'
import '#web/kit/Choice.css'

type TicksProps = {
  legend: string
  name: string
  /** Each value with its words. */
  options: readonly (readonly [value: string, words: string])[]
  error?: string | undefined
}

/** Boxes to tick, several of them. */
export function Ticks({ legend, name, options, error }: TicksProps) {
  const id = useId()
  return (
    <fieldset className="ticks" aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
      {error && (
        <p className="field-error" id={id}>
          <Cross /> {error}
        </p>
      )}
      <div className="ticks-list">
        {options.map(([value, words], at) => (
          <label className="choice" key={value}>
            <input type="checkbox" name={name} value={value} aria-invalid={error && at === 0 ? true : undefined} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

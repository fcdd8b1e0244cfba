import { useId } from 'react'
import { Conflict, type FieldConflict } from '#web/kit/Conflict.tsx'
import { FieldError } from '#web/kit/Field.tsx'
import '#web/kit/Choice.css'

type TicksProps = {
  legend: string
  name: string
  /** Each value with its words. */
  options: readonly (readonly [value: string, words: string])[]
  /** The ticked ones, where the page around knows; else the form itself does. */
  chosen?: readonly string[]
  onChoose?(chosen: string[]): void
  error?: string | undefined
  /** The concurrent change of another person; null while there is none, in a form where there may be one. */
  conflict?: FieldConflict | null
}

/** Boxes to tick, several of them. */
export function Ticks({ legend, name, options, chosen, onChoose, error, conflict }: TicksProps) {
  const id = useId()
  const [errorId, conflictId] = [`${id}error`, `${id}conflict`]
  return (
    <fieldset
      className="min-w-0 border-0"
      id={id}
      aria-describedby={[error && errorId, conflict && conflictId].filter(Boolean).join(' ') || undefined}
    >
      <legend className="text-3 weight-500">{legend}</legend>
      <FieldError id={errorId} error={error} />
      {conflict !== undefined && (
        <Conflict
          id={conflictId}
          label={legend}
          conflict={conflict}
          onSettled={() => document.getElementById(id)?.querySelector('input')?.focus()}
        />
      )}
      <div className="ticks-list grid gap-0-5 text-3">
        {options.map(([value, words], at) => (
          <label className="choice" key={value}>
            <input
              type="checkbox"
              name={name}
              value={value}
              aria-invalid={error && at === 0 ? true : undefined}
              data-conflict={conflict && at === 0 ? true : undefined}
              {...(chosen && {
                checked: chosen.includes(value),
                onChange: ({ target }) =>
                  onChoose?.(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value)),
              })}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

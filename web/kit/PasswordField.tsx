import { useState } from 'react'
import { type FieldProps, Labelled } from './Field.tsx'

/** A line for a password: hidden, until its writer asks to see it. */
export function PasswordField({ label, hint, error, ...input }: Omit<FieldProps, 'type' | 'conflict'>) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ties) => (
        <div className="field-password lined">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...ties}
            type={shown ? 'text' : 'password'}
          />
          <button
            className="small text-right absolute underline-low"
            type="button"
            aria-controls={ties.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr"> password</span>
          </button>
        </div>
      )}
    </Labelled>
  )
}

import { useState } from 'react'
import { type FieldProps, Labelled } from './Field.tsx'

type PasswordFieldProps = Omit<FieldProps, 'name' | 'type' | 'conflict'> & { name?: string }

/** A line for a password, the current one unless it says otherwise: hidden, until its writer asks to see it. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ties) => (
        <div className="field-password lined">
          <input
            name="password"
            autoComplete="current-password"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            {...input}
            {...ties}
            type={shown ? 'text' : 'password'}
          />
          <button
            className="quiet small text-right absolute underline-low"
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

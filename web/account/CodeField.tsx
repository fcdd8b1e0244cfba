import { useState } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'

/** A line for the code of an authenticator app, or for a recovery code instead. */
export function CodeField({ error, autoFocus = false }: { error: string | undefined; autoFocus?: boolean }) {
  const [recovering, setRecovering] = useState(false)
  return (
    <div>
      <Field
        key={String(recovering)}
        name="code"
        label={recovering ? 'Recovery code' : 'Code from your authenticator app'}
        className="account-code"
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={recovering ? 14 : 8}
        error={error}
        autoFocus={autoFocus || recovering}
        required
      />
      <TextButton onClick={() => setRecovering(!recovering)}>
        {recovering ? 'Use a code from the app instead' : 'Use a recovery code instead'}
      </TextButton>
    </div>
  )
}

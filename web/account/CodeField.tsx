import { useState } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import type { useMutation } from '#web/kit/useMutation.ts'

type CodeFieldProps = { form: Pick<ReturnType<typeof useMutation>, 'field' | 'correct'>; autoFocus?: boolean }

/** A line for the code of an authenticator app, or for a recovery code instead. */
export function CodeField({ form, autoFocus = false }: CodeFieldProps) {
  const [recovering, setRecovering] = useState(false)
  const change = () => {
    setRecovering(!recovering)
    form.correct({ target: { name: 'code' } })
  }
  return (
    <div>
      <Field
        key={String(recovering)}
        {...form.field('code')}
        label={recovering ? 'Recovery code' : 'Code from your authenticator app'}
        className="account-code"
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={14}
        autoFocus={autoFocus || recovering}
        required
      />
      <TextButton onClick={change}>
        {recovering ? 'Use a code from the app instead' : 'Use a recovery code instead'}
      </TextButton>
    </div>
  )
}

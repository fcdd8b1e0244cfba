import { useState } from 'react'
import { enteredCode } from '#domain/account/try-reset-code.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { sendCode } from './AskForCode.tsx'

type EnterCodeProps = { email: string; onMatched(email: string): void; onOther(): void; onTooMany(email: string): void }

/** The second step: the code from the mail. */
export function EnterCode({ email, onMatched, onOther, onTooMany }: EnterCodeProps) {
  const [sending, setSending] = useState(false)
  const { submit, correct, errors, pending } = useForm(
    enteredCode,
    async (entered) => {
      const { message, email } = await call('checkOtp', { body: entered })
      toast.success(message)
      onMatched(email)
    },
    { onTooMany: () => onTooMany(email) },
  )
  const again = () => {
    setSending(true)
    sendCode(email)
      .catch(toastFailure)
      .finally(() => setSending(false))
  }
  return (
    <Form label="Verify OTP" onSubmit={submit} onInput={correct}>
      <Field
        name="OneTimePassword"
        label="OTP"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="account-code"
        hint={`Sent to ${email}. Valid for 10 minutes, in this browser only. OTP may arrive in your spam folder`}
        error={errors.OneTimePassword}
        required
      />
      <div className="account-acts">
        <Button pending={pending}>Verify OTP</Button>
        <Button type="button" kind="line" pending={sending} onClick={again}>
          Send a new OTP
        </Button>
        <button type="button" className="account-link" onClick={onOther}>
          Use another email address
        </button>
      </div>
    </Form>
  )
}

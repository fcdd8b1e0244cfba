import { resetRequest } from '#domain/account/request-password-reset.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'

/** Asks for an OTP by mail. The server says the same of every address. */
export async function sendCode(email: string, keyFor: (what: unknown) => string): Promise<void> {
  const { message } = await call('requestOtp', { body: { email }, key: keyFor(email) })
  toast.success(message)
}

type AskForCodeProps = { email: string; onSent(email: string): void; onTooMany(email: string): void }

/** The first step: to which address. */
export function AskForCode({ email, onSent, onTooMany }: AskForCodeProps) {
  const send = async ({ email }: { email: string }, keyFor: (what: unknown) => string) => {
    await sendCode(email, keyFor)
    onSent(email)
  }
  const { submit, correct, errors, pending } = useForm(resetRequest, send, {
    onTooMany: ({ email }) => onTooMany(email),
  })
  return (
    <Form label="Send OTP" onSubmit={submit} onInput={correct}>
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        hint="OTP may arrive in your spam folder"
        error={errors.email}
        required
      />
      <div className="account-acts">
        <Button pending={pending}>Send OTP</Button>
      </div>
    </Form>
  )
}

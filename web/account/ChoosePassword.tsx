import { useNavigate } from 'react-router-dom'
import { newPassword } from '#domain/account/change-password.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { renewSession } from '#web/shell/session.ts'
import { NewPassword } from './NewPassword.tsx'
import { endReset } from './useReset.ts'

/** The last step. Every session of the person has ended with it, this browser's too. */
export function ChoosePassword({ email, onRefused }: { email: string; onRefused(): void }) {
  const navigate = useNavigate()
  const { submit, correct, errors, pending } = useForm(newPassword, async (chosen) => {
    try {
      const { message } = await call('updatePassword', { body: chosen })
      endReset()
      toast.success(message)
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) onRefused() // it took too long, or another browser did it
      throw error
    }
    await renewSession()
    await navigate('/login', { replace: true })
  })
  return (
    <Form label="Update Password" onSubmit={(entries) => submit({ ...entries, email })} onInput={correct}>
      {/* For password managers, which want to know the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPassword label="New password" error={errors.password} />
      <div className="account-acts">
        <Button pending={pending}>Update Password</Button>
      </div>
    </Form>
  )
}

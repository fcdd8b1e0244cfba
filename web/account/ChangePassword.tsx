import { useState } from 'react'
import { Link } from 'react-router-dom'
import { passwordChange } from '#domain/account/change-password.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { useViewer } from '#web/live/viewer.ts'
import { NewPassword } from './NewPassword.tsx'

/** A new password for a person who knows the current one. This session goes on, all others end. */
export function ChangePassword() {
  const { id } = useViewer()
  const [times, setTimes] = useState(0)
  const { submit, correct, errors, pending } = useForm(passwordChange, async (passwords) => {
    const { message } = await call('changePassword', { body: passwords })
    toast.success(message)
    setTimes((before) => before + 1)
  })
  return (
    <section aria-label="Password">
      <SectionHeader title="Password" />
      <Row className="setting" note="Changing it logs you out on all other devices.">
        <Form key={`${id} ${times}`} label="Password" onSubmit={submit} onInput={correct}>
          <PasswordField
            name="current"
            label="Current password"
            autoComplete="current-password"
            error={errors.current}
            required
          />
          <NewPassword label="New password" error={errors.password} />
          <div className="account-acts">
            <Button pending={pending}>Change password</Button>
            <p>
              <Link to="/forgot-password">Forgot password?</Link>
            </p>
          </div>
        </Form>
      </Row>
    </section>
  )
}

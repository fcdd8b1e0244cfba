import { useState } from 'react'
import { addressChangeForm } from '#domain/account/address-change.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { useSession } from '#web/shell/session.ts'

/** Another email address: asked for with the password, and changed by a link that is mailed there. */
export function ChangeAddress() {
  const { user } = useSession()
  const [sent, setSent] = useState({ to: '', times: 0 })
  const { submit, correct, errors, pending } = useForm(addressChangeForm, async (form, keyFor) => {
    const { message } = await call('requestAddressChange', { body: form, key: keyFor(form) })
    toast.success(message)
    setSent(({ times }) => ({ to: form.email, times: times + 1 }))
  })
  if (!user) return null
  return (
    <TitledSection title="Email address">
      <Row
        className="setting"
        note={
          user.proven
            ? `You log in with ${user.email}. We’ll email this address about the change; you can undo it for 7 days.`
            : `You log in with ${user.email}.`
        }
      >
        <Form key={sent.times} label="Email address" onSubmit={submit} onInput={correct}>
          {sent.times > 0 && <FocusFirst />}
          <Field
            name="email"
            label="New email address"
            type="email"
            autoComplete="email"
            error={errors.email}
            required
          />
          <PasswordField label="Password" error={errors.password} />
          <div className="account-acts">
            <Button pending={pending}>Change email address</Button>
            {sent.times > 0 && (
              <p role="status">
                We sent a link to <bdi>{sent.to}</bdi>. Open it to confirm the change.
              </p>
            )}
          </div>
        </Form>
      </Row>
    </TitledSection>
  )
}

import { useState } from 'react'
import { deviceCodeRequest, enteredDeviceCode } from '#domain/account/prove-device.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { AccountPage } from './AccountPage.tsx'

type ConfirmDeviceProps = { email: string; onConfirmed(): void; onBack(): void }

/** Shown where there were too many tries for an account, or from a network: a code by mail confirms that this device is its holder's. */
export function ConfirmDevice({ email, onConfirmed, onBack }: ConfirmDeviceProps) {
  const [sent, setSent] = useState(false)
  return (
    <AccountPage
      head={{ title: 'Confirm this device', noindex: true }}
      title="Too many tries."
      next="Confirm that it’s you by email."
    >
      <div>
        <p>Please wait, or confirm by email that it’s you.</p>
        {sent ? (
          <EnterDeviceCode email={email} onConfirmed={onConfirmed} />
        ) : (
          <AskForDeviceCode email={email} onSent={() => setSent(true)} />
        )}
      </div>
      <p className="mt-5 text-3">
        <button type="button" className="quiet target ink-2 underline" onClick={onBack}>
          Go back and try later
        </button>
      </p>
    </AccountPage>
  )
}

function AskForDeviceCode({ email, onSent }: { email: string; onSent(): void }) {
  const { submit, pending } = useForm(deviceCodeRequest, async () => {
    const { message } = await call('requestDeviceCode', { body: { email } })
    toast.success(message)
    onSent()
  })
  return (
    <Form label="Confirm this device" onSubmit={() => submit({ email })}>
      <p>
        We’ll send a code to <bdi>{email}</bdi>, if there is an account with this email address.
      </p>
      <div className="account-acts">
        <Button pending={pending} autoFocus>
          Email me a code
        </Button>
      </div>
    </Form>
  )
}

function EnterDeviceCode({ email, onConfirmed }: { email: string; onConfirmed(): void }) {
  const { submit, correct, field, pending } = useForm(enteredDeviceCode, async (body, keyFor) => {
    const { message } = await call('proveDevice', { body, key: keyFor(body) })
    toast.success(message)
    onConfirmed()
  })
  return (
    <Form label="Enter the code" onSubmit={({ code }) => submit({ email, code })} onInput={correct}>
      <Field
        {...field('code')}
        label="Code"
        className="account-code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        hint={`Sent to ${email}; check your spam folder too. Valid in this browser only`}
        autoFocus
        required
      />
      <div className="account-acts">
        <Button pending={pending}>Confirm this device</Button>
      </div>
    </Form>
  )
}

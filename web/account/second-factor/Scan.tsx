import { firstCode } from '#domain/account/enable-second-factor.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { QrCode } from '#web/kit/QrCode.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'

type ScanProps = {
  shown: { key: string; uri: string }
  onEnabled(recoveryCodes: readonly string[]): unknown
  onBack(): void
}

/** The second step: the key goes into the app, and the first code of the app comes back. */
export function Scan({ shown: { key, uri }, onEnabled, onBack }: ScanProps) {
  const { submit, correct, errors, pending } = useForm(firstCode, async (body, keyFor) => {
    const { message, recoveryCodes } = await call('enableSecondFactor', { body, key: keyFor(body) })
    toast.success(message)
    onEnabled(recoveryCodes)
  })
  return (
    <>
      <p className="setting-says">
        Scan this code with an authenticator app, such as Aegis, 2FAS or your password manager.
      </p>
      <QrCode text={uri} label="QR code for your authenticator app" brand={{}} />
      <p className="factor-key">
        Or enter this key: <code className="break-anywhere">{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
        <Copy label="Key" text={key} />
      </p>
      <Form label="First code" onSubmit={submit} onInput={correct}>
        <FocusFirst />
        <Field
          name="code"
          label="Code from the app"
          className="account-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          error={errors.code}
          required
        />
        <div className="factor-acts">
          <Button pending={pending}>Turn on</Button>
          <Button kind="line" onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
    </>
  )
}

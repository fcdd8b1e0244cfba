import { passwordCheck } from '#domain/account/prepare-second-factor.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { loadZod } from '#web/lazy-zod.ts'

type Shown = { key: string; uri: string }

/** The first step of setting up a second factor: the password, so that an open browser is not enough. */
export function StartSecondFactor({ onStarted, onBack }: { onStarted(shown: Shown): void; onBack(): void }) {
  const { mutate, errors, setErrors, pending } = useMutation()
  const start = (entries: object) =>
    mutate(async (keyFor) => {
      await loadZod()
      const { data, error } = passwordCheck.safeParse(entries)
      if (error) {
        setErrors({ password: error.issues[0]!.message })
        return false
      }
      const { key, uri } = await call('startSecondFactor', { body: data, key: keyFor(data) })
      onStarted({ key, uri })
      return true
    })
  return (
    <Form label="Set up two-step verification" onSubmit={start} onInput={() => setErrors({})}>
      <PasswordField
        name="password"
        label="Your password"
        autoComplete="current-password"
        error={errors.password}
        autoFocus
        required
      />
      <div className="factor-acts">
        <Button pending={pending}>Continue</Button>
        <Button type="button" kind="line" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

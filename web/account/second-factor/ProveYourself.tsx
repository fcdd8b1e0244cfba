import { fullProof } from '#domain/account/disable-second-factor.ts'
import { CodeField } from '#web/account/CodeField.tsx'
import { call as make } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { PasswordField } from '#web/kit/PasswordField.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'

type ProveYourselfProps = {
  call: 'disableSecondFactor' | 'replaceRecoveryCodes'
  says: string
  act: string
  onDone(answer: { message: string; recoveryCodes?: string[] }): unknown
  onBack(): void
}

/** Password and code, before something about the second factor changes. */
export function ProveYourself({ call, says, act, onDone, onBack }: ProveYourselfProps) {
  const { submit, correct, errors, pending } = useForm(fullProof, async (body, keyFor) => {
    const answer = await make(call, { body, key: keyFor([call, body]) })
    toast.success(answer.message)
    await onDone(answer)
  })
  return (
    <>
      <p className="setting-says">{says}</p>
      <Form label={act} onSubmit={submit} onInput={correct}>
        <PasswordField label="Your password" error={errors.password} autoFocus />
        <CodeField error={errors.code} correct={correct} />
        <div className="factor-acts">
          <Button pending={pending}>{act}</Button>
          <Button kind="line" onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
    </>
  )
}

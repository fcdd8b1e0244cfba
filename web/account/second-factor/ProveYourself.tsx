import { fullProof } from '#domain/account/disable-second-factor.ts'
import { CodeField } from '#web/account/CodeField.tsx'
import { call as make } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { loadZod } from '#web/lazy-zod.ts'

type ProveYourselfProps = {
  call: 'disableSecondFactor' | 'replaceRecoveryCodes'
  says: string
  act: string
  onDone(answer: { message: string; recoveryCodes?: string[] }): unknown
  onBack(): void
}

/** Password and code, before something about the second factor changes. */
export function ProveYourself({ call, says, act, onDone, onBack }: ProveYourselfProps) {
  const { mutate, errors, setErrors, pending } = useMutation()
  const prove = (entries: object) =>
    mutate(async (keyFor) => {
      await loadZod()
      const { data, error } = fullProof.safeParse(entries)
      if (error) {
        setErrors(Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message])))
        return false
      }
      const answer = await make(call, { body: data, key: keyFor([call, data]) })
      toast.success(answer.message)
      await onDone(answer)
      return true
    })
  return (
    <>
      <p className="setting-says">{says}</p>
      <Form label={act} onSubmit={prove} onInput={() => setErrors({})}>
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          error={errors.password}
          autoFocus
          required
        />
        <CodeField error={errors.code} />
        <div className="factor-acts">
          <Button pending={pending}>{act}</Button>
          <Button type="button" kind="line" onClick={onBack}>
            Cancel
          </Button>
        </div>
      </Form>
    </>
  )
}

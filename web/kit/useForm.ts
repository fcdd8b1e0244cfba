import type { ZodType } from 'zod'
import { fieldsOf } from '#domain/command.ts'
import { loadZod } from '#web/zod.ts'
import type { Entries } from './Form.tsx'
import { useMutation } from './useMutation.ts'

/**
 * A form that is checked here by the schema its call has, and then sent by `send`, once at a time. `errors` has a message
 * for each field that will not do, ours or the server's; `correct` takes it back while the field is written in.
 * `options` are those of `useMutation`.
 */
export function useForm<T>(
  input: ZodType<T>,
  send: (data: T, keyFor: (what: unknown) => string) => Promise<unknown>,
  options?: Parameters<typeof useMutation>[0],
) {
  const { mutate, errors, setErrors, pending } = useMutation(options)

  async function submit(entries: Entries | object) {
    await mutate(async (keyFor) => {
      await loadZod()
      const checked = input.safeParse(entries)
      if (checked.success) return Boolean(await send(checked.data, keyFor))
      setErrors(fieldsOf(checked.error))
      return false
    })
  }

  // A field that is being corrected is no longer wrong; whether it is right is seen when the form is sent.
  const correct = ({ target }: { target: EventTarget }) =>
    setErrors(({ [(target as HTMLInputElement).name]: _, ...rest }) => rest)

  return { submit, correct, errors, pending }
}

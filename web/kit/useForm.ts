import { useState } from 'react'
import type { ZodType } from 'zod'
import { HttpError } from '#web/http.ts'
import type { Entries } from './Form.tsx'
import { toastFailure } from './toast.ts'

type Errors = Record<string, string>

/**
 * A form that is checked here by the schema its call has, and then sent by `send`, once at a time. `errors` has a message
 * for each field that will not do, ours or the server's; `correct` takes it back while the field is written in.
 */
export function useForm<T>(input: ZodType<T>, send: (data: T) => Promise<unknown>) {
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)

  async function submit(entries: Entries) {
    if (pending) return
    const checked = input.safeParse(entries)
    setErrors(checked.success ? {} : firstOfEach(checked.error.issues))
    if (!checked.success) return
    setPending(true)
    try {
      await send(checked.data)
    } catch (error) {
      if (error instanceof HttpError) setErrors(error.fields)
      toastFailure(error)
    } finally {
      setPending(false)
    }
  }

  // A field that is being corrected is no longer wrong; whether it is right is seen when the form is sent.
  const correct = ({ target }: { target: EventTarget }) =>
    setErrors(({ [(target as HTMLInputElement).name]: _, ...rest }) => rest)

  return { submit, correct, errors, pending }
}

function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}

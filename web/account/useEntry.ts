import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ZodType } from 'zod'
import { HttpError, http } from '#web/http.ts'
import type { Entries } from '#web/kit/Form.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { homeOf } from '#web/shell/guards.ts'
import { takePath } from '#web/shell/previous-path.ts'
import { renewSession } from '#web/shell/session.ts'

type Errors = Record<string, string>

/**
 * A form that begins a session: checked here, sent to `path`, and then on to where the person was going.
 * `errors` has a message for each field that will not do; `correct` takes it back while the field is written in.
 */
export function useEntry(input: ZodType, path: string) {
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  async function enter(entries: Entries) {
    const checked = input.safeParse(entries)
    setErrors(checked.success ? {} : firstOfEach(checked.error.issues))
    if (!checked.success) return
    setPending(true)
    try {
      const { message } = await http.post<{ message: string }>(path, checked.data)
      toast.success(message)
      const { user } = await renewSession()
      await navigate(takePath() ?? (user ? homeOf(user) : '/dashboard'), { replace: true })
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

  return { enter, correct, errors, pending }
}

function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}

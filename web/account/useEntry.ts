import { useNavigate } from 'react-router-dom'
import type { ZodType } from 'zod'
import { http } from '#web/http.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { homeOf } from '#web/shell/guards.ts'
import { takePath } from '#web/shell/previous-path.ts'
import { renewSession } from '#web/shell/session.ts'

/** A form that begins a session: sent to `path`, and then on to where the person was going. */
export function useEntry<T>(input: ZodType<T>, path: string) {
  const navigate = useNavigate()
  return useForm(input, async (data) => {
    const { message } = await http.post<{ message: string }>(path, data)
    toast.success(message)
    const { user } = await renewSession()
    await navigate(takePath() ?? (user ? homeOf(user) : '/dashboard'), { replace: true })
  })
}

import { useNavigate } from 'react-router-dom'
import type { ZodType } from 'zod'
import type { BodyInputOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { homeOf } from '#web/shell/guards.ts'
import { takePath } from '#web/shell/previous-path.ts'
import { renewSession } from '#web/shell/session.ts'

/** The calls that begin a session. */
type EntryCall = 'register' | 'login' | 'setUpAdmin' | 'acceptInvitation'

/** A form that begins a session: sent by the call, then `onDone`, and then on to where the person was going. */
export function useAccountForm<T extends BodyInputOf<Contract[EntryCall]>>(
  input: ZodType<T>,
  name: EntryCall,
  onDone?: () => void,
) {
  const navigate = useNavigate()
  return useForm(input, async (data) => {
    const { message } = await call(name, { body: data })
    toast.success(message)
    onDone?.()
    const { user } = await renewSession()
    await navigate(takePath() ?? (user ? homeOf(user) : '/dashboard'), { replace: true })
  })
}

import { useNavigate } from 'react-router-dom'
import type { ZodType } from 'zod'
import type { AnswerOf, BodyInputOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { localStore } from '#web/kit/storage.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import { pushRenewed } from '#web/shell/belongings.ts'
import { homeOf, takeReturnPath } from '#web/shell/guards.ts'
import { renewSession } from '#web/shell/session.ts'

/** The calls that begin a session. */
type EntryCall = 'register' | 'login' | 'setUpAdmin' | 'acceptInvitation'

type Entry<Name extends EntryCall, T> = {
  /** Completes the data to send, where it is more than the form has. */
  completed?(data: T): Promise<T>
  /** Asked of each answer: whether the session has yet to begin, in a further step of the page. */
  goesOn?(answer: AnswerOf<Contract[Name]>, data: T): boolean
  /** Once there is a session. */
  onDone?(): void
  /** Called when it is refused for too many tries. */
  onTooMany?(data: T): void
  /** The field that a refusal of a status is about, where the server names none. */
  beside?: Partial<Record<number, string>>
}

const cookiesBlocked = 'Your browser blocks cookies. Allow them for this site, and log in.'

/** A form that begins a session: sent by the call, and then on to where the person was going. */
export function useAccountForm<Name extends EntryCall, T extends BodyInputOf<Contract[Name]>>(
  input: ZodType<T>,
  name: Name,
  { completed, goesOn, onDone, onTooMany, beside = {} }: Entry<Name, T> = {},
) {
  const navigate = useNavigate()
  const send = async (data: T, keyFor: KeyFor) => {
    const body = completed ? await completed(data) : data
    const answer = await call(name, { body, key: keyFor(body) })
    if (goesOn?.(answer, data)) return
    localStore.remove(pushRenewed) // for a session that may have ended
    const { user, unreachable } = await renewSession()
    if (!user && !unreachable) throw new HttpError(0, { message: cookiesBlocked })
    toast.success(answer.message)
    onDone?.()
    const isNew = name !== 'login' && !user?.admin
    await navigate(takeReturnPath(isNew) ?? (user ? homeOf(user) : '/dashboard'), { replace: true })
  }
  return useForm(input, send, { beside, onTooMany })
}

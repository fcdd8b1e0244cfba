import { useEffect, useMemo, useRef, useState } from 'react'
import type { ZodType } from 'zod'
import { fieldsOf } from '#domain/command.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError, isUnsure } from '#web/http.ts'
import { loadZod } from '#web/lazy-zod.ts'
import { toast, toastFailure } from './toast.ts'
import { useIsLeft } from './unless-left.tsx'

type Errors = Record<string, string>

/** The `Idempotency-Key` of what is sent: the same for every try of it. */
export type KeyFor = (what: unknown) => string

/**
 * A change that is sent to the server, one at a time. `mutate` sends it with an `Idempotency-Key`, the same for every
 * try, and resolves to whether it was done: it was not where `send` throws or resolves to false. While one is under way
 * another is not begun. `errors` has a message for each field that does not fit; `correct` takes it back while the field
 * is written in. Where the form reads none of them as it is drawn, or has gone, a toast shows the failure. `beside`: the
 * field that a failure of a status is about, where the server names none.
 */
export function useMutation({ beside = {} }: { beside?: Partial<Record<number, string>> } = {}) {
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const { messages, show, clear, ...failure } = useFailure(beside)
  const idempotencyKey = useIdempotencyKey()

  async function mutate(send: (keyFor: KeyFor) => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setPending(true)
    clear() // of the try before
    try {
      const done = (await send(idempotencyKey.keyFor)) !== false
      idempotencyKey.settle(!done)
      return done
    } catch (error) {
      idempotencyKey.settle(error)
      show(error)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }

  /** Takes what had no answer as done, since the page shows it. Returns whether there was such a change. */
  function settle(): boolean {
    if (!idempotencyKey.isUnsure()) return false
    idempotencyKey.settle()
    clear()
    return true
  }

  return {
    mutate,
    settle,
    errors: messages,
    /** Returns the name and error of a field, as its props: `<Field label="Email" {...field('email')} />`. */
    field: (name: string) => ({ name, error: messages[name] }),
    pending,
    ...failure,
  }
}

/** Why a change failed: beside the fields of its form, or as a toast. */
function useFailure(beside: Partial<Record<number, string>>) {
  const [errors, setErrors] = useState<Errors>({})
  const [failed, setFailed] = useState(false)
  const [unsaid, setUnsaid] = useState<{ error: unknown; fields: Errors }>()
  const isLeft = useIsLeft()
  const failureToast = useRef<string>(undefined)

  const { messages, read } = useMemo(() => trackReads(errors), [errors])

  // Once the form is drawn, which asks for the message of each field that it has.
  useEffect(() => {
    if (!unsaid) return
    setUnsaid(undefined)
    if (!Object.keys(unsaid.fields).some((name) => read.has(name))) failureToast.current = toastFailure(unsaid.error)
  }, [unsaid, read])

  return {
    messages: messages as Errors,
    setErrors,
    /** Whether the last try failed, and nothing was written since. */
    failed,
    show(error: unknown): void {
      const fields = error instanceof HttpError ? messagesOf(error, beside[error.status]) : {}
      setErrors(fields)
      setFailed(true)
      if (!isLeft() && Object.keys(fields).length > 0) setUnsaid({ error, fields })
      else failureToast.current = toastFailure(error)
    },
    clear(): void {
      setErrors({})
      setFailed(false)
      if (failureToast.current) toast.dismiss(failureToast.current)
    },
    // A field that is being corrected is no longer wrong; whether it is right is seen when the form is sent.
    correct({ target }: { target: { name?: string } | EventTarget }): void {
      setErrors(({ [(target as HTMLInputElement).name]: _, ...rest }) => rest)
      setFailed(false)
    },
  }
}

const messagesOf = ({ fields, message }: HttpError, beside: string | undefined): Errors =>
  beside !== undefined && Object.keys(fields).length === 0 ? { [beside]: message } : fields

/**
 * Keeps the `Idempotency-Key` of a change: as long as it is unknown whether it was done, sending it again has the same key.
 */
export function useIdempotencyKey() {
  const open = useRef<{ what: string; key: string; isUnsure?: boolean }>(undefined)
  return {
    keyFor(what: unknown): string {
      const text = JSON.stringify(what)
      if (open.current?.what !== text) open.current = { what: text, key: newIdempotencyKey() }
      return open.current.key
    },
    /** Whether a try of the change had no answer. */
    isUnsure: (): boolean => open.current?.isUnsure ?? false,
    /**
     * A try has ended; `failure` is why it was not done. Once one was without an answer, no later failure tells whether it was.
     * A 409 does.
     */
    settle(failure?: unknown): void {
      const current = open.current
      const isKnown = !failure || (failure instanceof HttpError && failure.status === 409)
      if (current && isUnsure(failure)) current.isUnsure = true
      else if (isKnown || !current?.isUnsure) open.current = undefined
    },
  }
}

/**
 * Messages by field, and the fields whose message was asked for: a form shows those that it asks for while it is drawn, and
 * no others.
 */
export function trackReads<Messages extends Record<string, string>>(messages: Messages) {
  const read = new Set<unknown>()
  return {
    messages: new Proxy(messages, {
      get(all, name) {
        read.add(name)
        return all[name as string]
      },
    }),
    read: read as ReadonlySet<unknown>,
  }
}

/**
 * Checks here what the server will check, and returns it as the schema makes it. Throws what the server would answer:
 * `HttpError`, 400, with a message a field.
 */
export async function check<T>(input: ZodType<T>, body: unknown): Promise<T> {
  await loadZod()
  const { data, error } = input.safeParse(body)
  if (error) throw new HttpError(400, { message: error.issues[0]!.message, fields: fieldsOf(error) })
  return data
}

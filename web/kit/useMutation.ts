import { useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { toastFailure } from './toast.ts'

type Errors = Record<string, string>

/**
 * A change that is sent to the server, one at a time. `mutate` sends it with an `Idempotency-Key` for what is sent, the
 * same for every try of it, and resolves to whether it was done; while one is on its way another is not begun. A failure
 * is shown in a toast, and `errors` has a message for each field that does not fit.
 */
export function useMutation() {
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  const running = useRef(false)
  const idempotencyKey = useIdempotencyKey()

  async function mutate(send: (keyFor: (what: unknown) => string) => Promise<boolean>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setPending(true)
    setErrors({})
    setFailed(false)
    try {
      const done = await send(idempotencyKey.keyFor)
      idempotencyKey.settle()
      return done
    } catch (error) {
      idempotencyKey.settle(error)
      if (error instanceof HttpError) setErrors(error.fields)
      setFailed(true)
      toastFailure(error)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }

  return {
    mutate,
    errors,
    setErrors,
    pending,
    /** Whether the last try failed. */
    failed,
  }
}

/**
 * Keeps the `Idempotency-Key` of a change: as long as it is unknown whether it was done, sending it again has
 * the same key.
 */
export function useIdempotencyKey() {
  const open = useRef<{ what: string; key: string }>(undefined)
  return {
    keyFor(what: unknown): string {
      const text = JSON.stringify(what)
      if (open.current?.what !== text) open.current = { what: text, key: newIdempotencyKey() }
      return open.current.key
    },
    /** The change was answered, with success or by an error of the server. */
    settle(error?: unknown): void {
      const unsure = error instanceof HttpError && (error.status === 0 || error.status >= 500)
      if (!unsure) open.current = undefined
    },
  }
}

import { useRef } from 'react'
import { HttpError, newIdempotencyKey } from '#web/http.ts'

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

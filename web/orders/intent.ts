import { useRef } from 'react'
import { HttpError, intentKey } from '#web/http.ts'

/**
 * Keeps the `Idempotency-Key` of what a person wants: as long as nobody knows whether it was done, asking again for
 * the same is the same intent, and has the same key.
 */
export function useIntent() {
  const open = useRef<{ what: string; key: string }>(undefined)
  return {
    keyFor(what: unknown): string {
      const text = JSON.stringify(what)
      if (open.current?.what !== text) open.current = { what: text, key: intentKey() }
      return open.current.key
    },
    /** The intent was answered, with success or by a failure that says so. */
    settle(error?: unknown): void {
      const unsure = error instanceof HttpError && (error.status === 0 || error.status >= 500)
      if (!unsure) open.current = undefined
    },
  }
}

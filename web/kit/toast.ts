import { toast } from 'react-hot-toast/headless'
import { messageOf } from '#web/http.ts'

// The headless build, everywhere: the other one writes a style element, which the content security policy refuses. And
// it has toasts of its own that our Toaster would never see.
export { toast }

/** The toasts of failures, by their words. */
const failureToasts = new Map<string, string>()

/**
 * Shows why a call failed: the server's words, or that something went wrong. The same words are shown once at a time, each
 * time by a new toast, which a screen reader reads. Returns its id.
 */
export function toastFailure(error: unknown, otherwise?: string): string {
  const text = messageOf(error, otherwise)
  const before = failureToasts.get(text)
  if (before) toast.remove(before)
  const id = toast.error(text)
  failureToasts.set(text, id)
  return id
}

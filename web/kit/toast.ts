import { toast } from 'react-hot-toast/headless'
import { messageOf } from '#web/http.ts'

// The headless build, everywhere: the other one writes a style element, which the content security policy refuses. And
// it has toasts of its own that our Toaster would never see.
export { toast }

/**
 * Shows why a call failed: the server's words, or that something went wrong. The same words are shown once at a time.
 * Returns the id of the toast.
 */
export function toastFailure(error: unknown, otherwise?: string): string {
  const text = messageOf(error, otherwise)
  return toast.error(text, { id: text })
}

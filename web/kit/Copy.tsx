import { toast } from '#web/kit/toast.ts'
import './Button.css'

/** Puts a text on the clipboard, and says so. */
export function Copy({ label, text }: { label: string; text: string }) {
  const copy = () =>
    // Without a secure connection there is no clipboard at all.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => toast.success(`${label} copied to clipboard`),
      () => toast.error('Failed to copy text'),
    )
  return (
    <button type="button" className="copy quiet my-minus-3 target text-end ink-2 underline" onClick={copy}>
      Copy<span className="sr"> {label}</span>
    </button>
  )
}

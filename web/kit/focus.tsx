import { type RefObject, useEffect, useRef } from 'react'

const fields = 'input:not([type=hidden]), textarea, select'

/**
 * Puts the focus on the first field of the form around it as that comes, unless something is written elsewhere. Not again
 * where its tab was left and is shown again.
 */
export function FocusFirst() {
  const here = useRef<HTMLSpanElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    if (document.activeElement?.matches(fields)) return
    here.current?.closest('form')?.querySelector<HTMLElement>(fields)?.focus()
  }, [])
  return <span ref={here} hidden />
}

/** Lets nothing be typed into the form around it while it is sent: once that is done its fields are cleared. */
export function LockWhile({ pending }: { pending: boolean }) {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const all = here.current!.closest('form')!.querySelectorAll<HTMLInputElement>(fields)
    for (const field of all) field.readOnly = pending
  })
  return <span ref={here} hidden />
}

/**
 * Returns the ref of what stands in the place of a form, such as the button that opens it. It has the focus once the form
 * has gone, unless something else has taken it.
 */
export function useOpener<Opener extends HTMLElement = HTMLButtonElement>(isOpen: boolean): RefObject<Opener | null> {
  const opener = useRef<Opener>(null)
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (document.activeElement === document.body) opener.current?.focus()
    }
  }, [isOpen])
  return opener
}

import { type InputEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** The written values, by the names of the fields. A name that occurs more than once has its last value here. */
export type Entries = Record<string, FormDataEntryValue>

type FormProps = {
  /** Gets the entries, and the `FormData` for fields that have more than one value or a file. */
  onSubmit(entries: Entries, data: FormData): unknown
  /** The label for screen readers. */
  label: string
  /** Hears of every change to a field, to take its error back. */
  onInput?(event: InputEvent<HTMLFormElement>): void
  /** Whether its first field takes the focus as it comes, unless something is written elsewhere. */
  autoFocus?: boolean
  className?: string
  /** The command that it sends: by this name it is found, to be written in. */
  command?: string | undefined
  children: ReactNode
}

/**
 * A form that is checked by us, not by the browser. Once it was sent, the first field with an error, or with what another
 * person wrote, takes the focus. It does not where the focus has gone elsewhere since.
 */
export function Form({ onSubmit, onInput, autoFocus = false, label, className, command, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const answered = useRef(true)

  // Runs after every rendering: the errors are the children's, and may come long after the form was sent.
  useEffect(() => {
    if (answered.current || form.current!.querySelector('[aria-busy="true"]')) return
    const wrong = form.current!.querySelector<HTMLElement>('[aria-invalid="true"], [data-conflict]')
    if (!wrong) return
    answered.current = true
    if (isUnfocused() || form.current!.contains(document.activeElement)) wrong.focus()
  })
  useEffect(() => {
    if (!autoFocus || document.activeElement?.matches(fields)) return
    form.current!.querySelector<HTMLElement>(fields)?.focus()
  }, [autoFocus])

  const input = (event: InputEvent<HTMLFormElement>) => {
    answered.current = true // who writes on is where they want to be
    onInput?.(event)
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    answered.current = false
    const data = new FormData(event.currentTarget)
    onSubmit(Object.fromEntries(data), data)
  }

  return (
    <form
      ref={form}
      // Without scripts what was written would otherwise stand in the address.
      method="post"
      className={className}
      aria-label={label}
      data-command={command}
      onSubmit={submit}
      onInput={input}
      noValidate
    >
      {children}
    </form>
  )
}

const fields = 'input, textarea, select'
const isUnfocused = () => document.activeElement === document.body

/**
 * Returns the ref of the button that opens a form. It has the focus again once the form has gone, unless something else
 * has taken it.
 */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isUnfocused()) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

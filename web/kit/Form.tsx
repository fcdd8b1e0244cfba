import { type InputEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useReducer, useRef } from 'react'

/** The written values, by the names of the fields. A name that occurs more than once has its last value here. */
export type Entries = Record<string, FormDataEntryValue>

type FormProps = {
  /** Gets the entries, and the `FormData` for fields that have more than one value or a file. */
  onSubmit(entries: Entries, data: FormData): unknown
  /** The label for screen readers. */
  label: string
  /** Hears of every change to a field, to take its error back. */
  onInput?(event: InputEvent<HTMLFormElement>): void
  className?: string
  /** The command that it sends: by this name it is found, to be written in. */
  command?: string | undefined
  children: ReactNode
}

/** Has the browser report a date or time that is typed by half, if there is one: it has no value, and would be saved as none. */
export function reportsHalf(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  return half?.reportValidity() === false
}

/** Has a screen reader say what is wrong with a field that has the focus already, since nothing else tells it to. */
function announceError(field: HTMLElement): void {
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const said = document.getElementById(id)
    if (said?.matches('.field-error')) said.role = 'alert'
  }
}

/**
 * A form that is checked by us, not by the browser, but for a date that is typed by half. Once it was sent, the first field
 * with an error, or with what another person wrote, takes the focus. It does not where the focus has gone elsewhere since.
 */
export function Form({ onSubmit, onInput, label, className, command, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const answered = useRef(true)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)

  // Runs after every rendering: the errors are the children's, and may come long after the form was sent. Before they are
  // seen: an alert is said as it comes.
  useLayoutEffect(() => {
    if (answered.current || form.current!.querySelector('[aria-busy="true"]')) return
    const wrong = form.current!.querySelector<HTMLElement>('[aria-invalid="true"], [data-conflict]')
    if (!wrong) return
    answered.current = true
    const { activeElement, body } = document
    if (activeElement === wrong) announceError(wrong)
    else if (activeElement === body || form.current!.contains(activeElement)) wrong.focus()
  })

  const input = (event: InputEvent<HTMLFormElement>) => {
    answered.current = true // who writes on is where they want to be
    onInput?.(event)
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reportsHalf(event.currentTarget)) return
    answered.current = false
    const data = new FormData(event.currentTarget)
    onSubmit(Object.fromEntries(data), data)
    drawAgain() // nothing else does where it is not sent, since another person's change is unresolved
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

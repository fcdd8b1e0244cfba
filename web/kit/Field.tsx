import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { Cross } from './marks.tsx'
import './Field.css'

/** The place of a field's conflict (Conflict.tsx), and whether there is one. `show` is given what it needs of the field. */
export type ShownConflict = {
  isOpen: boolean
  show(field: { id: string; label: ReactNode; onSettled(): void }): ReactNode
}

export type Wording = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** The concurrent change of another person, in a form where there may be one. */
  conflict?: ShownConflict | undefined
}

export type FieldProps = Wording & ComponentProps<'input'> & { name: string }

/** The attributes that tie a control to its label, hint and error. */
export type Ties = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'data-conflict': true | undefined
}

/** What is wrong with a field; nothing while nothing is. */
export const FieldError = ({ id, error }: { id?: string | undefined; error: string | false | undefined }) =>
  error && (
    <p className="field-error" id={id}>
      <Cross /> {error}
    </p>
  )

/** A control with its label above and its hint or error below. The control takes the `ties` it is handed. */
export function Labelled({
  label,
  hint,
  error,
  conflict,
  children,
}: Wording & { children: (ties: Ties) => ReactNode }) {
  const id = useId()
  const hintId = hint ? `${id}hint` : undefined
  const errorId = error ? `${id}error` : undefined
  const conflictId = `${id}conflict`
  return (
    <div className="field lined grid gap-1 min-w-0">
      <label className="text-3 weight-500" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, conflict?.isOpen && conflictId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'data-conflict': conflict?.isOpen || undefined,
      })}
      {conflict?.show({ id: conflictId, label, onSettled: () => document.getElementById(id)?.focus() })}
      <FieldError id={errorId} error={error} />
      {hint && (
        <p className="meta" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A line to write on. Takes every attribute of an input beside its own. */
export const Field = ({ label, hint, error, conflict, ...input }: FieldProps) => (
  <Labelled label={label} hint={hint} error={error} conflict={conflict}>
    {(ties) => <input {...input} {...ties} />}
  </Labelled>
)

type TextAreaProps = Wording & ComponentProps<'textarea'> & { name: string }

/** Ruled paper for more than a line. It grows with what is written. */
export const TextArea = ({ label, hint, error, conflict, ...area }: TextAreaProps) => (
  <Labelled label={label} hint={hint} error={error} conflict={conflict}>
    {(ties) => <textarea rows={3} {...area} {...ties} className="area" />}
  </Labelled>
)

/** A line to write on that goes on below when it is longer than there is room. Enter sends the form, as from any line. */
export const GrowingField = ({ label, hint, error, conflict, ...area }: TextAreaProps) => (
  <Labelled label={label} hint={hint} error={error} conflict={conflict}>
    {(ties) => <textarea rows={1} {...area} {...ties} className="growing" onKeyDown={sendOnEnter} />}
  </Labelled>
)

/** Whether a key belongs to an input method, as Enter does that ends a word. Safari says so by the key's code alone. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

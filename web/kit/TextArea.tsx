import type { ComponentProps, KeyboardEvent } from 'react'
import { Labelled, type Wording } from './Field.tsx'
import './TextArea.css'

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

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

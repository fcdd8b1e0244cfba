import type { ComponentProps } from 'react'
import { Labelled, type Wording } from './Field.tsx'
import './TextArea.css'

type TextAreaProps = Wording & ComponentProps<'textarea'> & { name: string }

/** Ruled paper for more than a line. It grows with what is written. */
export const TextArea = ({ label, hint, error, conflict, ...area }: TextAreaProps) => (
  <Labelled label={label} hint={hint} error={error} conflict={conflict}>
    {(ties) => <textarea rows={3} {...area} {...ties} className="area" />}
  </Labelled>
)

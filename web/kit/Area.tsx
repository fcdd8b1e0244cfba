import type { ComponentProps } from 'react'
import { Labelled, type Wording } from './Field.tsx'
import './Area.css'

type AreaProps = Wording & ComponentProps<'textarea'> & { name: string }

/** Ruled paper for more than a line. It grows with what is written. */
export const Area = ({ label, hint, error, conflict, ...area }: AreaProps) => (
  <Labelled label={label} hint={hint} error={error} conflict={conflict}>
    {(ties) => <textarea rows={3} {...area} {...ties} className="area" />}
  </Labelled>
)

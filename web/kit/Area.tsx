import type { ComponentProps, ReactNode } from 'react'
import { Labelled } from './Field.tsx'
import './Area.css'

type AreaProps = ComponentProps<'textarea'> & {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Ruled paper for more than a line. It grows with what is written. */
export const Area = ({ label, hint, error, ...area }: AreaProps) => (
  <Labelled label={label} hint={hint} error={error}>
    {(ties) => <textarea rows={3} {...area} {...ties} className="area" />}
  </Labelled>
)

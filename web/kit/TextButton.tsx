import type { ComponentProps } from 'react'
import './TextButton.css'

/** A button that does not call out: an underlined word beside what it is about. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="quiet target small underline underline-low" {...props} />
)

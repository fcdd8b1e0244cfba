import type { ComponentProps } from 'react'
import './Quiet.css'

/** A button that does not call out: an underlined word beside what it is about. */
export const Quiet = (props: ComponentProps<'button'>) => <button type="button" className="quiet" {...props} />

import type { ReactNode } from 'react'
import './Loading.css'

/** A wait: three lines in pencil. Nothing is seen of a wait shorter than 300 ms. */
export const Loading = () => (
  <div className="loading" role="status">
    <p className="ink-2">Loading..</p>
    <i />
    <i />
    <i />
  </div>
)

/** Shows an empty page: its message, on ruled lines, and the next step as its children. */
export const EmptyState = ({ message, children }: { message: ReactNode; children?: ReactNode }) => (
  <div className="empty">
    <p>{message}</p>
    {children}
  </div>
)

import type { ReactNode } from 'react'
import './EmptyState.css'

/** Nothing here yet: what the page says then, on ruled lines, and the next step as its children. */
export const EmptyState = ({ message, children }: { message: ReactNode; children?: ReactNode }) => (
  <div className="empty">
    <p>{message}</p>
    {children}
  </div>
)

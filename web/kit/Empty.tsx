import type { ReactNode } from 'react'
import './Empty.css'

/** Nothing here yet: what the page says then, on ruled lines, and the next step as its children. */
export const Empty = ({ says, children }: { says: ReactNode; children?: ReactNode }) => (
  <div className="empty">
    <p>{says}</p>
    {children}
  </div>
)

import type { ReactNode } from 'react'
import { useListsMade } from '#web/lists-made.ts'
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

/** A list without a row: nothing is there, unless the server is still making it. */
export function EmptyList({ message }: { message: string }) {
  const made = useListsMade()
  return <EmptyState message={made < 100 ? `Preparing the list: ${made}%` : message} />
}

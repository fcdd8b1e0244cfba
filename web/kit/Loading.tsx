import type { ReactNode } from 'react'
import { Cross } from './marks.tsx'
import { dayAndClock } from './time.ts'
import { useNow } from './useNow.ts'
import './Loading.css'

/** A wait: three lines in pencil. Nothing is seen of a wait shorter than 300 ms. */
export const Loading = ({ label = 'Loading..' }: { label?: string }) => (
  <div className="loading" role="status">
    <p className="ink-2">{label}</p>
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

const readOn = 'You can keep reading. Updates appear when you’re back online.'

/** The line is gone: how old the page is, and, as its children, what becomes of what is written now. */
export const Offline = ({ since, children = readOn }: { since?: string; children?: ReactNode }) => {
  const now = useNow()
  return (
    <div className="offline" role="status">
      <Cross />
      <p>
        <b>Offline.</b>{' '}
        {since ? `You’re seeing this page as of ${dayAndClock(since, now)}.` : 'We can’t reach the server.'}
      </p>
      <div>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Cross } from './Cross.tsx'
import { dayAndClock } from './time.ts'
import './Offline.css'

/** The line is gone: how old the page is, and, as its children, what becomes of what is written now. */
export const Offline = ({ since, children }: { since?: string; children?: ReactNode }) => (
  <div className="offline grid columns-auto-1 gap-0-4 red text-3" role="status">
    <Cross />
    <p>
      <b>Offline.</b> {since ? `This is the page as of ${dayAndClock(since)}.` : 'The server cannot be reached.'}
    </p>
    {children && <div>{children}</div>}
  </div>
)

import type { FocusEvent, ReactNode } from 'react'
import { counted } from '#domain/count.ts'
import { Row } from '#web/kit/Page.tsx'
import { day, shortDay, weekday } from '#web/kit/time.ts'
import './EventLine.css'

type DayProps = {
  /** An instant of the day. */
  at: string
  /** How many lines of it are shown. */
  count: number
  /** Whether it may have more of them. */
  isPart?: boolean
  /** The text behind its name. */
  more?: string
  /** The page it is on, for screen readers, where there are two. */
  page?: string
  children: ReactNode
}

/** The lines of one day, under its name. */
export const Day = ({ at, count, isPart = false, more = '', page, children }: DayProps) => (
  <section aria-label={[weekday(at), day(at), page].filter(Boolean).join(', ')}>
    <Row
      as="header"
      className="day pt-6 ink-below"
      bodyClass="flex items-baseline justify-between gap-4"
      margin={shortDay(at)}
    >
      <h2>
        {weekday(at)}
        {more}
      </h2>
      <span className="meta">
        {counted(count, 'entry', 'entries')}
        {isPart && ' shown'}
      </span>
    </Row>
    <ol onFocus={keepInSight}>{children}</ol>
  </section>
)

/** Lines get their height as they come in sight, and push away what has just taken the focus. */
function keepInSight({ target }: FocusEvent) {
  const scroll = () => target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })
  requestAnimationFrame(() => requestAnimationFrame(scroll))
}

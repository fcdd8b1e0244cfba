import type { ReactNode } from 'react'
import { Row } from '#web/kit/Page.tsx'
import { day, shortDay, weekday } from '#web/kit/time.ts'
import { counted } from '../number-words.ts'
import './Day.css'

type DayProps = {
  /** An instant of the day. */
  at: string
  /** How many lines of it are shown. */
  count: number
  /** Whether it may have more of them. */
  isPart?: boolean
  /** What is said of it behind its name. */
  more?: string
  /** What it is called for screen readers: by its date unless told. */
  label?: string
  children: ReactNode
}

/** The lines of one day, under its name. */
export const Day = ({ at, count, isPart = false, more = '', label, children }: DayProps) => (
  <section aria-label={label ?? `${weekday(at)}, ${day(at)}`}>
    <Row as="header" className="day" margin={shortDay(at)}>
      <h2>
        {weekday(at)}
        {more}
      </h2>
      <span className="meta">
        {counted(count, 'line')}
        {isPart && ' here'}
      </span>
    </Row>
    <ol>{children}</ol>
  </section>
)

import type { FocusEvent, ReactNode } from 'react'
import { counted } from '#domain/count.ts'
import type { Origin } from '#domain/event.ts'
import type { Difference } from '#domain/order/differences.ts'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { type Classes, Row, Timestamp } from '#web/kit/Page.tsx'
import { day, shortDay, weekday } from '#web/kit/time.ts'
import { Changes } from './Changes.tsx'
import './EventLine.css'

type EventLineProps = {
  at: string
  className?: Classes
  recent?: boolean
  /** Its text, in words. */
  text: string
  /** The text before that for screen readers. */
  before?: string
  /** The mark of something done, or given up. */
  settled?: 'done' | 'cancelled' | undefined
  changes: readonly Difference[]
  /** Its subject, where lines have many. */
  where?: ReactNode
  by: ReactNode
  origin?: Origin | undefined
  /** The number of the line. */
  number: ReactNode
}

/** A line of a history: when, what, what it changed, by whom and from where. */
export function EventLine(props: EventLineProps) {
  const { at, className, recent = false, text, before, settled, changes, where, by, origin, number } = props
  return (
    <Row
      as="li"
      className={['fact lines-py-2 rule-below', className].flat()}
      recent={recent}
      margin={<Timestamp at={at} part="clock" />}
    >
      <div
        className={`fact-line ${where === undefined ? '' : 'has-where '}grid columns-1-auto items-baseline gap-0-4 text-3 leading-145`}
      >
        <span className="fact-what break-anywhere">
          <span className={settled ? 'fact-sentence is-mark' : 'fact-sentence'}>
            {settled && (settled === 'cancelled' ? <Cross /> : <Tick />)}
            <span>
              {before && <span className="sr">{before}</span>}
              <bdi>{text}</bdi>
            </span>
          </span>
          <Changes changes={changes} beside={text} />
        </span>
        {where !== undefined && (
          <span className="fact-where row items-baseline gap-0-2 text-2 break-anywhere">{where}</span>
        )}
        <span className="fact-by row items-baseline gap-0-3 text-2">
          {by}
          {origin && (
            <span className="fact-from pencil text-1 break-anywhere">
              {[origin.browser, origin.address].filter(Boolean).join(', ')}
            </span>
          )}
        </span>
        {number}
      </div>
    </Row>
  )
}

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
      bodyClass="row items-baseline justify-between gap-0-4"
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

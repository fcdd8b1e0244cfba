import { Link } from 'react-router-dom'
import { traitsOf } from '#domain/order/events.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Cross } from '#web/kit/Cross.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { Tick } from '#web/kit/Tick.tsx'
import { useShownOrder } from '../context.ts'
import { actorLabel } from '../event-text.ts'
import { NewBadge } from '../NewBadge.tsx'
import { linkToMoment } from '../tabs.ts'
import { Changes } from './Changes.tsx'
import type { TimelineLine } from './useTimeline.ts'

/** A line of the history: when, what, what it changed, by whom and from where. Its number leads to the page as it was then. */
export function HistoryRow({ line: { event, changes, origin }, isNew }: { line: TimelineLine; isNew: boolean }) {
  const { order, viewer, recent } = useShownOrder()
  const { quiet, settles } = traitsOf(event) ?? {}
  const settled = settles?.(event.data)
  const arrival = recent.get(event.id)
  const isHighlighted = isNew && event.by.id !== viewer.id
  const text = sentence(event, order)
  const number = event.revision + 1
  return (
    <Row
      as="li"
      className={`fact${quiet ? ' is-quiet' : ''}${isHighlighted ? ' is-news' : ''}`}
      recent={arrival !== undefined}
      margin={<Timestamp at={event.at} part="clock" />}
    >
      <div className="fact-line">
        <span className="fact-what">
          <span className={settled ? 'fact-sentence is-mark' : 'fact-sentence'}>
            {settled && (settled === 'cancelled' ? <Cross /> : <Tick />)}
            <span>
              {isHighlighted && <span className="sr">New since your last visit: </span>}
              {text}
            </span>
          </span>
          <Changes of={changes} beside={text} />
        </span>
        <span className="fact-by">
          {arrival && <NewBadge arrival={arrival} />}
          <span>{actorLabel(event, viewer)}</span>
          {origin && <span className="fact-from">{[origin.browser, origin.address].filter(Boolean).join(', ')}</span>}
        </span>
        <Link
          className="fact-number"
          to={linkToMoment(event.revision)}
          aria-label={`Line ${number}: the page as it stood then`}
          title="The page as it stood then"
        >
          {number}
        </Link>
      </div>
    </Row>
  )
}

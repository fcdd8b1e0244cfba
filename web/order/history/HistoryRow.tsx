import { Link } from 'react-router-dom'
import { sentence, traitsOf } from '#domain/order/actions.ts'
import { EventLine } from '#web/history/EventLine.tsx'
import { actorLabel } from '#web/history/event-text.ts'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { linkToMoment } from '#web/order/tabs.ts'
import type { TimelineLine } from './useTimeline.ts'

/** A line of the history: when, what, what it changed, by whom and from where. Its number leads to the page as it was then. */
export function HistoryRow({ line: { event, changes, origin }, isNew }: { line: TimelineLine; isNew: boolean }) {
  const { order, viewer, recent, compared } = useShownOrder()
  const { quiet, settles } = traitsOf(event) ?? {}
  const arrival = recent.get(event.id)
  const isHighlighted = isNew && event.by.id !== viewer.id
  const isMarked = compared !== undefined && event.revision > compared.other.revision
  const number = event.revision + 1
  return (
    <EventLine
      at={event.at}
      className={`${quiet ? 'is-quiet' : ''} ${isHighlighted ? 'is-news' : ''} ${isMarked ? 'is-marked' : ''}`}
      recent={arrival !== undefined}
      text={sentence(event, order)}
      {...(isHighlighted ? { before: 'New since your last visit: ' } : {})}
      settled={settles?.(event.data)}
      changes={changes}
      by={
        <>
          {arrival && <NewBadge arrival={arrival} />}
          <span>{actorLabel(event, viewer)}</span>
        </>
      }
      origin={origin}
      number={
        <Link
          className="fact-number"
          to={linkToMoment(event.revision)}
          aria-label={`Entry ${number}: show the project as it was then`}
          title="Show the project as it was then"
        >
          {number}
        </Link>
      }
    />
  )
}

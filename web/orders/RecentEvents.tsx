import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, overviewPlace, sentence } from '#domain/order/actions.ts'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { useShownOrder } from './context.ts'
import { actorLabel } from './event-text.ts'
import { NewBadge } from './NewBadge.tsx'

type EventRowProps = { event: Recorded<OrderEvent>; as?: 'li'; part?: 'clock' }

/** An event that was just recorded: what, by whom, when. */
export function EventRow({ event, as, part }: EventRowProps) {
  const { order, viewer, recent } = useShownOrder()
  const arrival = recent.get(event.id)
  return (
    <Row as={as} className="entry" recent={arrival !== undefined} margin={<Timestamp at={event.at} part={part} />}>
      <div className="entry-line">
        <span>{sentence(event, order)}</span>
        <span className="entry-who">
          {arrival && <NewBadge arrival={arrival} />}
          {actorLabel(event, viewer)}
        </span>
      </div>
    </Row>
  )
}

/** The events since the page was opened that have no row of their own. */
export function RecentEvents() {
  const { events } = useShownOrder()
  return events
    .filter((event) => overviewPlace(event) === 'entry')
    .map((event) => <EventRow key={event.id} event={event} as="li" part="clock" />)
}

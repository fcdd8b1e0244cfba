import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { actorLabel } from '#web/history/event-text.ts'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { loadedActions } from '#web/live/actions.ts'
import { useShownOrder } from '#web/order/context.ts'

type EventRowProps = { event: Recorded<OrderEvent>; as?: 'li'; part?: 'clock' }

/** An event that was just recorded: what, by whom, when. */
function EventRow({ event, as, part }: EventRowProps) {
  const { order, viewer, recent } = useShownOrder()
  const arrival = recent.get(event.id)
  return (
    <Row
      as={as}
      className="entry lines-py-2 rule-below"
      recent={arrival !== undefined}
      margin={<Timestamp at={event.at} part={part} />}
    >
      <div className="row items-baseline justify-between gap-1-4 text-3 leading-145">
        <span className="break-anywhere written">{loadedActions()!.sentence(event, order)}</span>
        <span className="entry-who row items-baseline gap-0-3">
          {arrival && <NewBadge arrival={arrival} />}
          {actorLabel(event, viewer)}
        </span>
      </div>
    </Row>
  )
}

/** How many are shown here at most; the history has all. */
const mostEvents = 20

/** The latest events since the page was opened that have no row of their own. */
export function RecentEvents() {
  const { events } = useShownOrder()
  return events
    .filter((event) => loadedActions()!.overviewPlace(event) === 'entry')
    .slice(-mostEvents)
    .map((event) => <EventRow key={event.id} event={event} as="li" part="clock" />)
}

/** The latest event of some kinds since the page was opened: who wrote it, and when. */
export function RecentChange({ types }: { types: readonly OrderEvent['type'][] }) {
  const { events } = useShownOrder()
  const last = events.findLast(({ type }) => types.includes(type))
  return last ? <EventRow key={last.id} event={last} /> : null
}

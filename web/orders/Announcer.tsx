import { overviewPlace } from '#domain/order/events.ts'
import { useShownOrder } from './context.ts'
import { spoken } from './words.ts'

/** Says aloud what others write. What the listener does is answered by a toast. */
export function Announcer() {
  const { order, viewer, events } = useShownOrder()
  return (
    <div className="sr" role="log" aria-label="Just written">
      {events
        .filter((event) => event.by.id !== viewer.id && overviewPlace(event) !== 'hidden')
        .map((event) => (
          <p key={event.id}>{spoken(event, order, viewer)}</p>
        ))}
    </div>
  )
}

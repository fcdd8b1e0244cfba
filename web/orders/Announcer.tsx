import { useShownOrder } from './context.ts'
import { placeOf, spoken } from './words.ts'

/** Says aloud what others write. What the listener does is answered by a toast. */
export function Announcer() {
  const { order, viewer, events } = useShownOrder()
  return (
    <div className="sr" role="log" aria-label="Just written">
      {events
        .filter((event) => event.by.id !== viewer.id && placeOf(event) !== 'silent')
        .map((event) => (
          <p key={event.id}>{spoken(event, order, viewer)}</p>
        ))}
    </div>
  )
}

import { announcementOf } from '#web/history/event-text.ts'
import { loadedActions } from '#web/live/actions.ts'
import { useShownOrder } from '#web/order/context.ts'

/** How many announcements stand in the page: of what came earlier, each has been read out. */
const mostAnnounced = 20

/** Announces the events of others to screen readers. Own actions are answered by a toast. */
export function Announcer() {
  const { order, viewer, events } = useShownOrder()
  return (
    <div className="sr" role="log" aria-label="Latest changes">
      {events
        .filter((event) => event.by.id !== viewer.id && loadedActions()!.overviewPlace(event) !== 'hidden')
        .slice(-mostAnnounced)
        .map((event) => (
          <p key={event.id}>{announcementOf(event, order, viewer)}</p>
        ))}
    </div>
  )
}

import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, overviewPlace } from '#domain/order/events.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Line, When } from '#web/kit/Leaf.tsx'
import { Blot } from './Blot.tsx'
import { useShownOrder } from './context.ts'
import { who } from './words.ts'

type WrittenLineProps = { event: Recorded<OrderEvent>; as?: 'li'; part?: 'clock' }

/** A fact that was just written: what, by whom, when. */
export function WrittenLine({ event, as, part }: WrittenLineProps) {
  const { order, viewer, fresh } = useShownOrder()
  const landing = fresh.get(event.id)
  return (
    <Line as={as} className="entry" wet={landing !== undefined} margin={<When at={event.at} part={part} />}>
      <div className="entry-line">
        <span>{sentence(event, order)}</span>
        <span className="entry-who">
          {landing && <Blot landing={landing} />}
          {who(event, viewer)}
        </span>
      </div>
    </Line>
  )
}

/** What was written since the page was opened and has no line of its own. */
export function Entries() {
  const { events } = useShownOrder()
  return events
    .filter((event) => overviewPlace(event) === 'entry')
    .map((event) => <WrittenLine key={event.id} event={event} as="li" part="clock" />)
}

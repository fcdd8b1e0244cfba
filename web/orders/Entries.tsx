import { sentence } from '#domain/order/sentences.ts'
import { Line, When } from '#web/kit/Leaf.tsx'
import { Blot } from './Blot.tsx'
import { useShownOrder } from './context.ts'
import { placeOf, who } from './words.ts'

/** What was written since the page was opened and has no line of its own. */
export function Entries() {
  const { order, viewer, events, fresh } = useShownOrder()
  return events
    .filter((event) => placeOf(event) === 'entry')
    .map((event) => {
      const landing = fresh.get(event.id)
      return (
        <Line
          key={event.id}
          as="li"
          className="entry"
          wet={landing !== undefined}
          margin={<When at={event.at} part="clock" />}
        >
          <div className="entry-line">
            <span>{sentence(event, order)}</span>
            <span className="entry-who">
              {landing && <Blot landing={landing} />}
              {who(event, viewer)}
            </span>
          </div>
        </Line>
      )
    })
}

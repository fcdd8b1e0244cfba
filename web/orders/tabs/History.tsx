import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, traitsOf } from '#domain/order/events.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Button } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/Cross.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { PageTitle, Row, Timestamp } from '#web/kit/Page.tsx'
import { Tick } from '#web/kit/Tick.tsx'
import { day, shortDay, weekday } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { actorLabel } from '../event-text.ts'
import { NewBadge } from '../NewBadge.tsx'
import { counted } from '../number-words.ts'
import { useHistory } from './useHistory.ts'
import './History.css'

type OrderEventRecord = Recorded<OrderEvent>

/** Everything that was ever written in the order, newest first, day by day. */
export default function History() {
  const { lastVisit } = useShownOrder()
  const { events, count, hasMore, more, failure, again } = useHistory()
  return (
    <>
      <PageTitle
        title={`${counted(count, 'line').replace(/^./, (first) => first.toUpperCase())} so far,`}
        next="the newest first."
        eyebrow="Project History"
      />
      {!events && (
        <Row className="order-waiting">
          {failure ? (
            <>
              <p>The history did not come.</p>
              <Button type="button" kind="line" onClick={again}>
                Try again
              </Button>
            </>
          ) : (
            <Loading />
          )}
        </Row>
      )}
      {events &&
        byDay(events).map((events) => <Day key={day(events[0]!.at)} events={events} since={lastVisit?.revision} />)}
      {hasMore && (
        <Row className="history-more">
          <LoadMore onMore={more}>Show earlier lines</LoadMore>
        </Row>
      )}
    </>
  )
}

function Day({ events, since }: { events: readonly OrderEventRecord[]; since: number | undefined }) {
  const { at } = events[0]!
  return (
    <section aria-label={`${weekday(at)}, ${day(at)}`}>
      <Row as="header" className="day" margin={shortDay(at)}>
        <h2>{weekday(at)}</h2>
        <span className="meta">{counted(events.length, 'line')}</span>
      </Row>
      <ol>
        {events.map((event) => (
          <HistoryRow key={event.id} event={event} isNew={since !== undefined && event.revision > since} />
        ))}
      </ol>
    </section>
  )
}

function HistoryRow({ event, isNew }: { event: OrderEventRecord; isNew: boolean }) {
  const { order, viewer, recent } = useShownOrder()
  const { quiet, settles } = traitsOf(event) ?? {}
  const settled = settles?.(event.data)
  const arrival = recent.get(event.id)
  const isHighlighted = isNew && event.by.id !== viewer.id
  return (
    <Row
      as="li"
      className={`fact${quiet ? ' is-quiet' : ''}${isHighlighted ? ' is-news' : ''}`}
      recent={arrival !== undefined}
      margin={<Timestamp at={event.at} part="clock" />}
    >
      <div className="fact-line">
        <span className={settled ? 'fact-what is-mark' : 'fact-what'}>
          {settled && (settled === 'cancelled' ? <Cross /> : <Tick />)}
          <span>
            {isHighlighted && <span className="sr">New since your last visit: </span>}
            {sentence(event, order)}
          </span>
        </span>
        <span className="fact-by">
          {arrival && <NewBadge arrival={arrival} />}
          {actorLabel(event, viewer)}
        </span>
        <span className="fact-number">{event.revision + 1}</span>
      </div>
    </Row>
  )
}

/** Events, newest first, in groups of a day. */
const byDay = (events: readonly OrderEventRecord[]): OrderEventRecord[][] => [
  ...Map.groupBy(events, ({ at }) => day(at)).values(),
]

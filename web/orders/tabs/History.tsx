import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import { useShownOrder } from '../context.ts'
import { Downloads, historyFiles } from '../Downloads.tsx'
import { useHistoryFilter } from '../history/filter.ts'
import { HistoryDay } from '../history/HistoryDay.tsx'
import { HistoryFilters } from '../history/HistoryFilters.tsx'
import { Stitching } from '../history/Stitching.tsx'
import { type TimelineLine, useTimeline } from '../history/useTimeline.ts'
import { counted } from '../number-words.ts'
import { linkToMoment } from '../tabs.ts'
import './History.css'

/** Everything that was ever written in the order, newest first, day by day, with what each line changed. */
export default function History() {
  const { lastVisit, revision } = useShownOrder()
  const asked = useHistoryFilter()
  const { filter, isFiltered } = asked
  const { lines, authors, hasMore, isSearching, more, failure, again } = useTimeline(filter)
  const count = isFiltered || (lines && !hasMore) ? (lines?.length ?? 0) : revision + 1
  const counting = counted(count, 'line').replace(/^./, (first) => first.toUpperCase())
  const none = lines && !isSearching ? 'No lines.' : 'Looking …'
  const found = count === 0 ? none : `${counting}${hasMore ? ' until here' : ''},`
  return (
    <>
      <PageTitle
        title={isFiltered ? found : `${counting} so far,`}
        next={count > 0 && 'the newest first.'}
        eyebrow="Project History"
      />
      <Row className="history-travel">
        <Link className={buttonClass('line', true)} to={linkToMoment(revision)}>
          Travel through it
        </Link>
        <p className="meta">The number of a line leads to the page as it stood then.</p>
        <Downloads of="the history" files={historyFiles} />
      </Row>
      <HistoryFilters {...asked} authors={authors} />
      {failure !== undefined && (
        <Row className="order-waiting">
          <p role="alert">The history did not come.</p>
          <Button type="button" kind="line" onClick={again}>
            Try again
          </Button>
        </Row>
      )}
      {!lines && failure === undefined && (
        <Row className="order-waiting">
          <Loading />
        </Row>
      )}
      {lines &&
        byDay(lines).map((lines) => (
          <HistoryDay
            key={day(lines[0]!.event.at)}
            lines={lines}
            since={lastVisit?.revision}
            folds={filter.kind !== 'reading'}
          />
        ))}
      {lines?.length === 0 && !hasMore && (
        <Row className="order-waiting">
          <p>Nothing like that was written here.</p>
        </Row>
      )}
      {isSearching ? (
        <Row className="history-more">
          <p role="status">Looking through earlier lines…</p>
        </Row>
      ) : (
        hasMore && (
          <Row className="history-more">
            <LoadMore onMore={more}>Show earlier lines</LoadMore>
          </Row>
        )
      )}
      {lines && <Stitching />}
    </>
  )
}

/** Lines, newest first, in groups of a day. */
const byDay = (lines: readonly TimelineLine[]): TimelineLine[][] => [
  ...Map.groupBy(lines, ({ event }) => day(event.at)).values(),
]

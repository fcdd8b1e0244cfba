import { Link } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { historyTitle } from '#domain/words/order-titles.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { useVirtualList } from '#web/kit/useVirtualList.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useHistoryFilter } from '#web/order/history/filter.ts'
import { HistoryDays } from '#web/order/history/HistoryDays.tsx'
import { HistoryFilters } from '#web/order/history/HistoryFilters.tsx'
import { Stitching } from '#web/order/history/Stitching.tsx'
import { useTimeline } from '#web/order/history/useTimeline.ts'
import { Downloads, historyFiles } from '#web/order/page/Downloads.tsx'
import { linkToMoment } from '#web/order/tabs.ts'
import '#web/history/EventLine.css'

/** How many lines come at a time. */
const atATime = 50

/** Shows the whole history of the order, newest first, day by day, with the changes of each line. */
export default function History() {
  const { lastVisit, revision } = useShownOrder()
  const historyFilter = useHistoryFilter()
  const { filter, isFiltered } = historyFilter
  const { lines, authors, hasMore, isSearching, more, failure, again } = useTimeline(filter)
  const { shown, above, below, earlier, later, reset } = useVirtualList(lines ?? [])
  const change: typeof historyFilter.change = (changed) => {
    reset()
    historyFilter.change(changed)
  }
  const showEarlier = async () => {
    if (below > 0) return earlier(atATime)
    const added = await more()
    earlier(added, added)
  }
  const count = isFiltered ? (lines?.length ?? 0) : revision + 1
  // A client is not told when the agency has read something.
  const unlisted = isFiltered || !lines || hasMore ? 0 : Math.max(0, count - lines.length)
  return (
    <>
      <PageTitle
        {...historyTitle({ count, goesOn: hasMore, isFiltered, isSearching: isSearching || !lines })}
        eyebrow="Project History"
      />
      <Row className="history-travel" bodyClass="row items-center gap-2-4">
        <Link className={buttonClass('line', true)} to={linkToMoment(revision)}>
          View past versions
        </Link>
        <p className="meta">
          Select an entry’s number to see the project as it was then.
          {unlisted > 0 && ` Not listed: ${counted(unlisted, 'entry', 'entries')} about when we read messages.`}
        </p>
        <Downloads subject="the project history" files={historyFiles} />
      </Row>
      <HistoryFilters {...historyFilter} change={change} authors={authors} />
      {failure !== undefined && (
        <Row className="order-waiting">
          <p role="alert">The history couldn’t be loaded.</p>
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
      <HistoryDays
        lines={shown}
        since={lastVisit?.revision}
        folds={filter.kind !== 'reading'}
        onLater={above > 0 ? () => later(atATime) : undefined}
        goesOn={hasMore || below > 0}
      >
        {lines?.length === 0 && !hasMore && (
          <Row className="order-waiting">
            <p>No entries match these filters.</p>
          </Row>
        )}
        {isSearching ? (
          <Row className="history-more" bodyClass="pt-5">
            <p role="status">Searching earlier entries…</p>
          </Row>
        ) : (
          (hasMore || below > 0) && (
            <Row className="history-more" bodyClass="pt-5">
              <LoadMore onMore={showEarlier}>Show earlier entries</LoadMore>
            </Row>
          )
        )}
      </HistoryDays>
      {lines && <Stitching />}
    </>
  )
}

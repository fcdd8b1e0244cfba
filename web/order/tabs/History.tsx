import { Link, useSearchParams } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { type EventKind, eventKinds } from '#domain/history/kinds.ts'
import type { Author, TimelineFilter } from '#domain/history/timeline.ts'
import { historyTitle } from '#domain/words/order-titles.ts'
import { FilterBar } from '#web/history/FilterBar.tsx'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useVirtualList } from '#web/kit/useVirtualList.ts'
import { useShownOrder } from '#web/order/context.ts'
import { maxLines } from '#web/order/conversation/useVirtualEntries.ts'
import { HistoryDays } from '#web/order/history/HistoryDays.tsx'
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
  const { shown, above, below, earlier, later, reset } = useVirtualList(lines ?? [], maxLines)
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
          <Button kind="line" onClick={again}>
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
          <Row bodyClass="pt-5">
            <p role="status">Searching earlier entries…</p>
          </Row>
        ) : (
          (hasMore || below > 0) && (
            <Row bodyClass="pt-5">
              <LoadMore onMore={showEarlier}>Show earlier entries</LoadMore>
            </Row>
          )
        )}
      </HistoryDays>
      {lines && <Stitching />}
    </>
  )
}

/** The name of each kind of event in a filter, behind “about”. */
const kindTitles: Record<EventKind, string> = {
  project: 'the project',
  steps: 'steps',
  designs: 'designs',
  money: 'invoice and payments',
  proposal: 'the proposal',
  answers: 'answers',
  messages: 'messages',
  files: 'files',
  reading: 'read receipts',
}

/** Returns the history’s filter from the address, and how to change it. What it cannot mean is left out. */
function useHistoryFilter() {
  const [params, setParams] = useSearchParams()
  const filter: TimelineFilter = {}
  const kind = eventKinds.find((name) => name === params.get('kind'))
  const person = params.get('person')?.slice(0, 100)
  const search = params.get('search')?.trim().slice(0, 200)
  if (kind) filter.kind = kind
  if (person) filter.person = person
  if (search) filter.search = search
  const change = (changed: { [Name in keyof TimelineFilter]: string | undefined }) => {
    // What was asked for a moment ago stands in the address before it is drawn: one wish must not undo another.
    const next = new URLSearchParams(window.location.search)
    next.set('tab', 'history')
    for (const [name, value] of Object.entries(changed)) value ? next.set(name, value) : next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { filter, isFiltered: Object.keys(filter).length > 0, change }
}

type HistoryFiltersProps = ReturnType<typeof useHistoryFilter> & { authors: readonly Author[] }

/** The filters of the history, in a sentence. They are in the address. */
function HistoryFilters({ filter, isFiltered, change, authors }: HistoryFiltersProps) {
  const { viewer } = useShownOrder()
  const isKnown = authors.some(({ id }) => id === filter.person)
  return (
    <FilterBar
      label="Search the history"
      onClear={isFiltered ? () => change({ kind: undefined, person: undefined, search: undefined }) : undefined}
    >
      Entries by{' '}
      <select
        aria-label="Person"
        value={filter.person ?? ''}
        onChange={({ target }) => change({ person: target.value })}
      >
        <option value="">anyone</option>
        {authors.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === viewer.id ? 'you' : name}
          </option>
        ))}
        {filter.person && !isKnown && <option value={filter.person}>someone else</option>}
      </select>{' '}
      about{' '}
      <select aria-label="Topic" value={filter.kind ?? ''} onChange={({ target }) => change({ kind: target.value })}>
        <option value="">anything</option>
        {eventKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTitles[kind]}
          </option>
        ))}
      </select>{' '}
      containing{' '}
      <SearchField
        aria-label="Search text"
        placeholder="any words"
        maxLength={200}
        searched={filter.search ?? ''}
        onSearch={(search) => change({ search })}
      />
    </FilterBar>
  )
}

import { useRef } from 'react'
import { useLoaderData, useNavigation } from 'react-router-dom'
import type { ActivityLine } from '#domain/contract/activity.ts'
import { counted } from '#domain/count.ts'
import { activityTitle, type LatestEntry } from '#domain/words/admin-titles.ts'
import { Offline } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { clock, day, dayAt, today } from '#web/kit/time.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { NewLines } from '#web/live/NewLines.tsx'
import { useOfflineSince } from '#web/live/socket.ts'
import { useViewer } from '#web/live/viewer.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { Day } from './Day.tsx'
import { DayRuler } from './DayRuler.tsx'
import { addressOf } from './filter.ts'
import type { LoadedActivity } from './load.ts'
import { useSaveListLength } from './saved-list-length.ts'
import { useActivity } from './useActivity.ts'
import './Activity.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadActivity as loader } from './load.ts'

/** The page of all activity, whatever it happened to. */
export function Component() {
  const loaded = useLoaderData<LoadedActivity>()
  return (
    <>
      <Head title="Activity" noindex />
      <ActivityPage key={addressOf(loaded.filter)} loaded={loaded} />
    </>
  )
}

/** Shows all activity, whatever it happened to, the latest first, day by day. */
function ActivityPage({ loaded }: { loaded: LoadedActivity }) {
  const { filter, people } = loaded
  const { lines, next, count, waiting, recent, showNew, more } = useActivity(loaded)
  const viewer = useViewer()
  const offlineSince = useOfflineSince()
  const made = useListsMade()
  const isLooking = useNavigation().state === 'loading'
  const list = useRef<HTMLDivElement>(null)
  const isFiltered = Object.keys(filter).length > 0
  const days = byDay(lines)
  useSaveListLength(lines.length)
  const show = async () => {
    await showNew()
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Page>
      <InBar>
        <ConnectionStatus last={isFiltered ? undefined : lines[0]?.at} />
      </InBar>
      <PageTitle
        {...(made < 100
          ? whileMade(made)
          : activityTitle(count, isFiltered ? undefined : latestEntry(lines[0]?.at, count)))}
        day={new Date().toISOString()}
      />
      {offlineSince && (
        <Row>
          <Offline since={offlineSince}>You can keep reading. Updates appear when you’re back online.</Offline>
        </Row>
      )}
      <ActivityFilters filter={filter} people={people} />
      {days[0] && (
        <Row>
          <DayRuler lines={days[0]} now={Date.now()} />
        </Row>
      )}
      <NewLines count={waiting} onShow={show} />
      <div ref={list} tabIndex={-1} className="activity-lines" aria-busy={isLooking}>
        {days.map((lines, nth) => (
          <Day
            key={day(lines[0]!.at)}
            at={lines[0]!.at}
            count={lines.length}
            isPart={nth === days.length - 1 && next !== undefined}
            more={isToday(lines[0]!) ? ', today' : ''}
          >
            {lines.map((line) => (
              <ActivityRow key={line.id} line={line} viewer={viewer} isRecent={recent.has(line.id)} />
            ))}
          </Day>
        ))}
      </div>
      {lines.length === 0 && (
        <Row>
          <EmptyList message={isFiltered ? 'No entries match these filters.' : 'No activity yet.'} />
        </Row>
      )}
      {lines.length > 0 && (
        <Row className="activity-more" bodyClass="row items-center gap-2-4 pt-5">
          {next === undefined ? (
            <p className="meta">{isFiltered ? 'No older entries match.' : 'You’ve reached the first entry.'}</p>
          ) : (
            <>
              <LoadMore onMore={more}>Show older entries</LoadMore>
              <p className="meta">
                {counted(lines.length, 'entry', 'entries')} shown. New entries are announced at the top.
              </p>
            </>
          )}
        </Row>
      )}
    </Page>
  )
}

const isToday = ({ at }: ActivityLine): boolean => dayAt(at) === today()

/** Lines, the latest first, in groups of a day. */
const byDay = (lines: readonly ActivityLine[]): ActivityLine[][] => [
  ...Map.groupBy(lines, ({ at }) => day(at)).values(),
]

/** When the latest entry was, as the title says it: of another day only where today has none. */
function latestEntry(at: string | undefined, ofToday: number, now = Date.now()): LatestEntry | undefined {
  if (at === undefined) return undefined
  if (ofToday === 0) return { day: day(at) }
  if (now - Date.parse(at) < 60_000) return 'just now'
  return day(at) === day(new Date(now).toISOString()) ? { clock: clock(at) } : undefined
}

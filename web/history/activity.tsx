import { useRef } from 'react'
import { Link, useLoaderData, useNavigation } from 'react-router-dom'
import type { ActivityLine } from '#domain/contract/activity.ts'
import { counted } from '#domain/count.ts'
import type { Person } from '#domain/event.ts'
import { isQuiet } from '#domain/history/kinds.ts'
import { activityTitle, type LatestEntry } from '#domain/words/admin-titles.ts'
import { EmptyList } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { useSaveListLengths } from '#web/kit/left-places.ts'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { clock, day, dayAt, hour, today } from '#web/kit/time.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { NewLines } from '#web/live/followed-log.tsx'
import { Head } from '#web/shell/Head.tsx'
import { useViewer } from '#web/shell/session.ts'
import { ActivityFilters } from './ActivityFilters.tsx'
import { Day, EventLine } from './EventLine.tsx'
import { actorLabel } from './event-text.ts'
import type { LoadedActivity } from './load.ts'
import { places } from './places.ts'
import { useActivity } from './useActivity.ts'
import './activity.css'

export { loadActivity as loader } from './load.ts'

/** Shows all activity, whatever it happened to, the latest first, day by day. */
export function Component() {
  const loaded = useLoaderData<LoadedActivity>()
  const { filter, people } = loaded
  const { lines, next, count, latest, waiting, recent, showNew, more } = useActivity(loaded)
  const viewer = useViewer()
  const made = useListsMade()
  const isLooking = useNavigation().state === 'loading'
  const list = useRef<HTMLDivElement>(null)
  const isFiltered = Object.keys(filter).length > 0
  const days = byDay(lines)
  useSaveListLengths({ lines: lines.length })
  return (
    <Page>
      <Head noindex />
      <ConnectionStatus last={isFiltered ? undefined : latest} />
      <PageTitle
        {...(made < 100 ? whileMade(made) : activityTitle(count, isFiltered ? undefined : latestEntry(latest, count)))}
        day={new Date().toISOString()}
      />
      <OfflineRow />
      <ActivityFilters filter={filter} people={people} />
      <span className="sr" role="status">
        {isFiltered && `${lines.length}${next === undefined ? '' : '+'} found`}
      </span>
      {days[0] && (
        <Row>
          <DayRuler lines={days[0]} now={Date.now()} />
        </Row>
      )}
      <NewLines count={waiting} list={list} onShow={showNew} />
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
        <Row bodyClass="row items-center gap-2-4 pt-5">
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
function latestEntry(at: string | undefined, ofToday: number): LatestEntry | undefined {
  if (at === undefined) return undefined
  if (ofToday === 0) return { day: day(at) }
  if (Date.now() - Date.parse(at) < 60_000) return 'just now'
  return day(at) === day(new Date().toISOString()) ? { clock: clock(at) } : undefined
}

const [width, middle] = [1_000, 30]
const hours = ['12 am', '4', '8', 'noon', '4', '8', '12 am']

/** The lines of one day on a ruler of its hours: a mark each, those of the agency above, those of others below. */
function DayRuler({ lines, now }: { lines: readonly ActivityLine[]; now: number }) {
  const { at } = lines[0]!
  const begins = Date.parse(startOfDay(Date.parse(at)))
  const ends = Date.parse(startOfDay(Date.parse(at), 1))
  const x = (time: number) => Math.round(((time - begins) / (ends - begins)) * width * 10) / 10
  const until = Math.min(now, ends)
  const isAgency = ({ by }: ActivityLine) => by?.role === 'admin'
  const marks = (up: boolean) =>
    [...new Set(lines.filter((line) => isAgency(line) === up).map(({ at }) => x(Date.parse(at))))]
      .map((place) => `M${place} ${middle}v${up ? -14 : 14}`)
      .join('')
  const agency = lines.filter(isAgency).length
  const label = `${day(at)}: ${counted(lines.length, 'entry', 'entries')} from ${clock(lines.at(-1)!.at)} to ${clock(at)}, ${agency} by the agency, ${lines.length - agency} by others`
  return (
    <div className="day-ruler relative">
      <svg
        className="block w-full no-fill"
        viewBox={`0 0 ${width} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className="stroke-ink" d={`M0 ${middle}H${x(until)}`} />
        <path className="day-ruler-rest" d={`M${x(until)} ${middle}H${width}`} />
        <path
          className="day-ruler-rest"
          d={Array.from({ length: 13 }, (_, at) => `M${x(begins + 2 * at * hour)} ${middle - 4}v8`).join('')}
        />
        <path className="day-ruler-marks round-caps stroke-ink" d={marks(true) + marks(false)} />
      </svg>
      <div className="day-ruler-hours flex justify-between ink-2" aria-hidden="true">
        {hours.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day stay where they are
          <span key={at}>{each}</span>
        ))}
      </div>
      <div
        className="day-ruler-sides flex justify-between text-right text-1 leading-12 ink-2 absolute"
        aria-hidden="true"
      >
        <span>agency</span>
        <span>others</span>
      </div>
    </div>
  )
}

type ActivityRowProps = { line: ActivityLine; viewer: Person; isRecent: boolean }

/** A line of the activity: when, what and what it changed, where it stands, by whom and from where. */
function ActivityRow({ line, viewer, isRecent }: ActivityRowProps) {
  const { at, says, changes, kind, by, origin, settles, damaged } = line
  return (
    <EventLine
      at={at}
      className={damaged ? 'is-damaged' : isQuiet(kind) ? 'is-quiet' : ''}
      recent={isRecent}
      text={says}
      settled={settles}
      changes={changes}
      where={<Where line={line} />}
      by={
        <>
          {isRecent && <NewBadge arrival="just now" />}
          <span>{by ? actorLabel({ by: by as Person }, viewer) : ''}</span>
        </>
      }
      origin={origin}
      number={<LineNumber line={line} />}
    />
  )
}

/** Shows the subject of a line, as a link where it can be looked at. */
function Where({ line: { subject, kind } }: { line: ActivityLine }) {
  const {
    is,
    name = subject.name,
    path,
  } = kind === 'templates.steps'
    ? { is: 'template', name: 'Progress tracker', path: () => '/progress-tracker' }
    : places[subject.of]
  return (
    <>
      {name === undefined ? null : path ? <Link to={path(subject.id)}>{name}</Link> : <span>{name}</span>}
      <span className="fact-kind">{name === undefined ? `unnamed ${is}` : is}</span>
    </>
  )
}

/** The number of the line in what it happened to; that of an order's leads to its page as it was then. */
function LineNumber({ line: { subject, revision } }: { line: ActivityLine }) {
  const number = revision + 1
  if (subject.of !== 'order') return <span className="fact-number">{number}</span>
  return (
    <Link
      className="fact-number"
      to={`/order-detail/${subject.id}?tab=overview&at=${revision}`}
      aria-label={`Entry ${number}: show ${subject.name ?? 'the project'} as it was then`}
      title="Show the project as it was then"
    >
      {number}
    </Link>
  )
}

import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import { sentence, traitsOf } from '#domain/order/actions.ts'
import { Day, EventLine } from '#web/history/EventLine.tsx'
import { actorLabel } from '#web/history/event-text.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { KeepPlace } from '#web/kit/KeepPlace.tsx'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { linkToMoment } from '#web/order/tabs.ts'
import type { TimelineLine } from './useTimeline.ts'
import '#web/history/EventLine.css'

type HistoryDaysProps = {
  /** The lines that are shown, newest first. */
  lines: readonly TimelineLine[]
  /** The revision up to which the reader knows the order from their last visit. */
  since?: number | undefined
  /** Whether lines that only say that something was read are folded into one. */
  folds: boolean
  /** Shows later lines; absent where there are none. */
  onLater?: (() => void) | undefined
  /** Whether there may be earlier ones, and how they are shown. */
  goesOn: boolean
  children?: ReactNode
}

/** Lines of a history, day by day. What is read stays where it is while lines come and leave above it. */
export function HistoryDays({ lines, since, folds, onLater, goesOn, children }: HistoryDaysProps) {
  const days = [...Map.groupBy(lines, ({ event }) => day(event.at)).values()]
  return (
    <KeepPlace>
      {onLater && (
        <div data-gives-way>
          <Row bodyClass="pt-5">
            <TextButton onClick={onLater}>Show later entries</TextButton>
          </Row>
        </div>
      )}
      {days.map((lines, nth) => (
        <HistoryDay
          key={day(lines[0]!.event.at)}
          lines={lines}
          since={since}
          folds={folds}
          isPart={(nth === 0 && onLater !== undefined) || (nth === days.length - 1 && goesOn)}
        />
      ))}
      <div data-gives-way>{children}</div>
    </KeepPlace>
  )
}

type HistoryDayProps = Pick<HistoryDaysProps, 'lines' | 'since' | 'folds'> & {
  /** Whether the day may have more lines. */
  isPart: boolean
}

/** The lines of one day, newest first. */
function HistoryDay({ lines, since, folds, isPart }: HistoryDayProps) {
  const { at } = lines[0]!.event
  const { compared } = useShownOrder()
  const [opened, setOpened] = useState<readonly string[]>([])
  const row = (line: TimelineLine) => (
    <HistoryRow key={line.event.id} line={line} isNew={since !== undefined && line.event.revision > since} />
  )
  return (
    <Day at={at} count={lines.length} isPart={isPart} {...(compared ? { page: compared.name } : {})}>
      {folds
        ? runsOf(lines).map((run) =>
            // A run grows at both ends: one that was opened is known by any of its marks.
            isMark(run[0]!) && !run.some(({ event }) => opened.includes(event.id)) ? (
              <ReadingMarks
                key={run.at(-1)!.event.id}
                count={run.length}
                onShow={() => setOpened([...opened, ...run.map(({ event }) => event.id)])}
              />
            ) : (
              run.map(row)
            ),
          )
        : lines.map(row)}
    </Day>
  )
}

/** Lines that only say that something was read, as one until they are asked for. */
const ReadingMarks = ({ count, onShow }: { count: number; onShow(): void }) => (
  <Row as="li" className="fact-fold rule-below" bodyClass="pencil">
    <p>
      {plural(count, '{n} read receipt hidden.', '{n} read receipts hidden.')}{' '}
      <TextButton onClick={onShow}>
        Show<span className="sr"> read receipts</span>
      </TextButton>
    </p>
  </Row>
)

const isMark = ({ event }: TimelineLine) => event.type === 'ConversationRead'

/** Lines that follow one another, in runs: marks of reading together, and everything else together. */
function runsOf(lines: readonly TimelineLine[]): TimelineLine[][] {
  const runs: TimelineLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && isMark(last[0]!) === isMark(line)) last.push(line)
    else runs.push([line])
  }
  return runs
}

/** A line of the history: when, what, what it changed, by whom and from where. Its number leads to the page as it was then. */
function HistoryRow({ line: { event, changes, origin }, isNew }: { line: TimelineLine; isNew: boolean }) {
  const { order, viewer, recent, compared } = useShownOrder()
  const { kind, settles } = traitsOf(event) ?? {}
  const arrival = recent.get(event.id)
  const isHighlighted = isNew && event.by.id !== viewer.id
  const isMarked = compared !== undefined && event.revision > compared.other.revision
  const number = event.revision + 1
  return (
    <EventLine
      at={event.at}
      className={[kind === 'reading' && 'is-quiet', isHighlighted && 'is-news', isMarked && 'is-marked']}
      recent={arrival !== undefined}
      text={sentence(event, order)}
      {...(isHighlighted ? { before: 'New since your last visit: ' } : {})}
      settled={settles?.(event.data)}
      changes={changes}
      by={
        <>
          {arrival && <NewBadge arrival={arrival} />}
          <span>{actorLabel(event, viewer)}</span>
        </>
      }
      origin={origin}
      number={
        <Link
          className="fact-number"
          to={linkToMoment(event.revision)}
          aria-label={`Entry ${number}: show the project as it was then`}
          title="Show the project as it was then"
        >
          {number}
        </Link>
      }
    />
  )
}

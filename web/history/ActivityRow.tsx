import { Link } from 'react-router-dom'
import type { ActivityLine } from '#domain/contract/activity.ts'
import type { Person } from '#domain/event.ts'
import { isQuiet } from '#domain/history/kinds.ts'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { EventLine } from './EventLine.tsx'
import { actorLabel } from './event-text.ts'
import { places } from './titles.ts'

type ActivityRowProps = { line: ActivityLine; viewer: Person; isRecent: boolean }

/** A line of the activity: when, what and what it changed, where it stands, by whom and from where. */
export function ActivityRow({ line, viewer, isRecent }: ActivityRowProps) {
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

import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { headlineText } from '#domain/order/next-step.ts'
import { unreadCount } from '#domain/order/order.ts'
import { projectName } from '#domain/order/project-name.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { EmptyList } from '#web/kit/Loading.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Unread } from '#web/kit/NewBadge.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { MoreOrders } from '#web/order/MoreOrders.tsx'
import './ProjectList.css'

type ProjectListProps = {
  label: string
  rows: readonly OrderRow[]
  /** The text when there are none. */
  empty: string
  /** The projects that something was just written in. */
  recent: ReadonlyMap<string, string>
  viewer: Person
  onMore: (() => Promise<void>) | undefined
}

/** Projects of a client, newest first. */
export const ProjectList = ({ label, rows, empty, recent, viewer, onMore }: ProjectListProps) => (
  <>
    {rows.length === 0 ? (
      <Row>
        <EmptyList message={empty} />
      </Row>
    ) : (
      <ol aria-label={label}>
        {rows.map((row, at) => (
          <ProjectRow key={row.id} row={row} number={at + 1} recent={recent.has(row.id)} viewer={viewer} />
        ))}
      </ol>
    )}
    {onMore && (
      <Row>
        <MoreOrders onMore={onMore} />
      </Row>
    )}
  </>
)

type ProjectRowProps = { row: OrderRow; number: number; recent: boolean; viewer: Person }

/** A project of a client: when it was opened, what it is called, where it stands. */
function ProjectRow({ row, number, recent, viewer }: ProjectRowProps) {
  const { id, openedAt, steps } = row
  const { name, number: title } = projectName(row)
  return (
    <Row
      as="li"
      className="project lines-py-3 rule-below relative"
      recent={recent}
      margin={
        <time className="when" dateTime={openedAt}>
          <span className="when-day">{day(openedAt)}</span> <span className="when-clock">{clock(openedAt)}</span>
        </time>
      }
    >
      <div className="project-line grid items-baseline">
        <span className="project-number pencil" aria-hidden="true">
          {number}
        </span>
        <span className="project-name serif-5-125 break-anywhere">
          <Link className="no-underline" to={`/order-detail/${id}`}>
            {name}
          </Link>{' '}
          {title && <small className="pencil">{title}</small>} <Unread count={unreadCount(row, viewer)} />
        </span>
        <span className="project-stands grid columns-auto-1 items-baseline gap-2 small break-anywhere column-2">
          <MiniProgress steps={steps} /> <span>{headlineText(row, viewer.role)}</span>
        </span>
      </div>
    </Row>
  )
}

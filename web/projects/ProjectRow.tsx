import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { currentStep, type OrderRow, unreadCount } from '#domain/order/row.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { Unread } from '#web/orders/Unread.tsx'
import './ProjectRow.css'

type ProjectRowProps = { row: OrderRow; number: number; recent: boolean; viewer: Person }

/** A project of a client: when it was opened, what it is called, where it stands. */
export function ProjectRow({ row, number, recent, viewer }: ProjectRowProps) {
  const { id, title, openedAt, steps } = row
  return (
    <Row
      as="li"
      className="project"
      recent={recent}
      margin={
        <time className="when" dateTime={openedAt}>
          <span className="when-day">{day(openedAt)}</span> <span className="when-clock">{clock(openedAt)}</span>
        </time>
      }
    >
      <div className="project-line">
        <span className="project-number" aria-hidden="true">
          {number}
        </span>
        <span className="project-name">
          <Link to={`/order-detail/${id}`}>{title}</Link>
          <Unread count={unreadCount(row, viewer)} />
        </span>
        <span className="project-stands">
          <MiniProgress steps={steps} /> {currentStep(steps)?.value ?? 'Every step is signed'}
        </span>
      </div>
    </Row>
  )
}

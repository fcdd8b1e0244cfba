import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { currentStep, type OrderRow, unread } from '#domain/order/row.ts'
import { Line } from '#web/kit/Leaf.tsx'
import { Tally } from '#web/kit/Tally.tsx'
import { clock12, day } from '#web/kit/time.ts'
import { Unread } from '#web/orders/Unread.tsx'
import './ProjectLine.css'

type ProjectLineProps = { row: OrderRow; number: number; wet: boolean; viewer: Person }

/** A project of a client: when it was opened, what it is called, where it stands. */
export function ProjectLine({ row, number, wet, viewer }: ProjectLineProps) {
  const { id, title, openedAt, steps } = row
  return (
    <Line
      as="li"
      className="project"
      wet={wet}
      margin={
        <time className="when" dateTime={openedAt}>
          <span className="when-day">{day(openedAt)}</span> <span className="when-clock">{clock12(openedAt)}</span>
        </time>
      }
    >
      <div className="project-line">
        <span className="project-number" aria-hidden="true">
          {number}
        </span>
        <span className="project-name">
          <Link to={`/order-detail/${id}`}>{title}</Link>
          <Unread count={unread(row, viewer)} />
        </span>
        <span className="project-stands">
          <Tally steps={steps} /> {currentStep(steps)?.value ?? 'Every step is signed'}
        </span>
      </div>
    </Line>
  )
}

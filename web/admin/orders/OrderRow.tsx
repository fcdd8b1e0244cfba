import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { currentStep, type OrderRow as Row, unreadCount } from '#domain/order/row.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { day, relative } from '#web/kit/time.ts'
import { Unread } from '#web/orders/Unread.tsx'

type OrderRowProps = {
  row: Row
  number: number
  recent: boolean
  viewer: Person
  /** The time to count back from: milliseconds since 1970. */
  now: number
}

/** An order in one row, with its client unless the title names them. The whole row links to it. */
export function OrderRow({ row, number, recent, viewer, now }: OrderRowProps) {
  const { id, title, clientName, steps, openedAt, lastAt } = row
  const waiting = unreadCount(row, viewer)
  return (
    <tr className={[recent && 'is-wet', waiting > 0 && 'is-unread'].filter(Boolean).join(' ') || undefined}>
      <td className="orders-no">{number}</td>
      <td className="orders-client">
        <Link to={`/order-detail/${id}`} data-row>
          {title}
        </Link>{' '}
        {!title.startsWith(clientName) && <span className="orders-whose">{clientName}</span>}
      </td>
      <td className="orders-step">
        <span className="orders-stands">
          <MiniProgress steps={steps} /> {currentStep(steps)?.value ?? 'Every step is signed'}
        </span>
      </td>
      <td className="orders-unread">
        <Unread count={waiting} />
      </td>
      <td className="orders-date">
        <time dateTime={openedAt}>{day(openedAt)}</time>
      </td>
      <td className="orders-ago">
        <time dateTime={lastAt}>{relative(lastAt, now)}</time>
      </td>
    </tr>
  )
}

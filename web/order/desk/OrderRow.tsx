import { memo } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import type { Person } from '#domain/event.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { currentWork } from '#domain/order/next-step.ts'
import { unreadCount } from '#domain/order/order.ts'
import { projectName } from '#domain/order/project-name.ts'
import type { OrderRow as Row } from '#domain/order/row.ts'
import { turnOf } from '#domain/order/turn.ts'
import { daysOverdue } from '#domain/order/worklist.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Unread } from '#web/kit/NewBadge.tsx'
import { day, relative, sinceDay, today } from '#web/kit/time.ts'

type OrderRowProps = {
  row: Row
  /** The section it stands in: what has left it stays there until the list is shown anew. */
  section: OrderStatus
  number: number
  recent: boolean
  viewer: Person
  /** The time to count back from: milliseconds since 1970. */
  now: number
  isChosen: boolean
  isPeeked: boolean
  onChoose(row: Row): void
  onPeek(row: Row): void
}

const turns = { agency: 'Us', client: 'Client' }
const ended: Record<OrderStatus, string> = { open: 'Reopened', completed: 'Completed', cancelled: 'Cancelled' }

/**
 * An order in one row, with its client unless the title names them. The whole row links to it. Rendered again only when it
 * has changed: there are many.
 */
export const OrderRow = memo(function OrderLine(props: OrderRowProps) {
  const { row, section, number, recent, viewer, now, isChosen, isPeeked } = props
  const { id, title, clientName, steps, openedAt, lastAt, status } = row
  const unread = unreadCount(row, viewer)
  const turn = turnOf(row)
  const late = daysOverdue(row, today(now))
  const called = projectName(row).name
  const whose = [clientName, called].filter((name) => !`${title} `.startsWith(`${name} `))
  const classes = [recent && 'is-wet', unread > 0 && 'is-unread', isChosen && 'is-chosen', isPeeked && 'is-peeked']
  return (
    <tr className={classes.filter(Boolean).join(' ') || undefined}>
      <td className="orders-choose">
        <label className="choose pointer place-center relative">
          <input type="checkbox" checked={isChosen} onChange={() => props.onChoose(row)} />
          <span className="sr">Select {title}</span>
        </label>
      </td>
      <td className="orders-no">{number}</td>
      <td className="orders-client break-anywhere">
        <Link className="no-underline" to={`/order-detail/${id}`} data-row={id} data-unread={unread > 0 || undefined}>
          {title}
        </Link>{' '}
        {whose.length > 0 && <span className="orders-whose block small">{whose.join(', ')}</span>}
      </td>
      <td className="orders-step small break-anywhere">
        <span className="flex items-baseline gap-3">
          <MiniProgress steps={steps} /> {status !== section && ended[status]}
          {status === section && (
            <span>
              {currentWork(row)}{' '}
              {turn && <small className="orders-since pencil text-1 nowrap">since {sinceDay(turn.since, now)}</small>}
            </span>
          )}
        </span>
      </td>
      <td className={turn?.with === 'agency' ? 'orders-turn is-us small' : 'orders-turn small'}>
        {turn && turns[turn.with]}
      </td>
      <td className="orders-unread text-right">
        <Unread count={unread} />
      </td>
      <td className="orders-date">
        <time dateTime={openedAt}>{day(openedAt)}</time>
      </td>
      <td className="orders-ago text-2 text-right nowrap">
        <time dateTime={lastAt}>{relative(lastAt, now)}</time>
        {late > 0 && <span className="block red">{plural(late, '{n} day overdue', '{n} days overdue')}</span>}
      </td>
      <td className="orders-peek text-right">
        <button
          type="button"
          className="quiet target small relative underline-low underline"
          aria-expanded={isPeeked}
          onClick={() => props.onPeek(row)}
        >
          Preview<span className="sr"> {title}</span>
        </button>
      </td>
    </tr>
  )
})

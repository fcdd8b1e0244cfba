import { Fragment, memo, type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import type { Person } from '#domain/event.ts'
import { grouped } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { currentWork } from '#domain/order/next-step.ts'
import { unreadCount } from '#domain/order/order.ts'
import { projectName } from '#domain/order/project-name.ts'
import type { OrderRow as Row } from '#domain/order/row.ts'
import { turnOf } from '#domain/order/turn.ts'
import { daysOverdue } from '#domain/order/worklist.ts'
import { EmptyList } from '#web/kit/Loading.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Unread } from '#web/kit/NewBadge.tsx'
import { day, relative, sinceDay, today, useNow } from '#web/kit/time.ts'
import { MoreOrders } from '#web/order/MoreOrders.tsx'
import './OrderTable.css'

type Chosen = ReadonlyMap<string, Row>

type OrderTableProps = {
  title: string
  status: OrderStatus
  rows: readonly Row[]
  /** How many there are; with `isCut` at least so many where it is the most that is counted. */
  count: number
  isCut: boolean
  /** The orders that something was just written in. */
  recent: ReadonlyMap<string, string>
  viewer: Person
  chosen: Chosen
  /** The order that is shown beside the list. */
  peeked: string | undefined
  onChoose(row: Row): void
  onChooseAll(chosen: Chosen): void
  onPeek(row: Row): void
  onMore: (() => Promise<void>) | undefined
  /** What is offered where there is none. */
  wayOn: ReactNode
}

/** A section of the orders, with how many there are. */
export function OrderTable(props: OrderTableProps) {
  const { title, status, rows, count, isCut, recent, viewer, chosen, peeked, onMore, wayOn } = props
  const id = useId()
  const now = useNow()
  const total = grouped(count) + (isCut && count >= 1_000 ? '+' : '')
  const all = rows.every((row) => chosen.has(row.id))
  const chooseAll = () => {
    const next = new Map(chosen)
    for (const row of rows) {
      if (all) next.delete(row.id)
      else next.set(row.id, row)
    }
    props.onChooseAll(next)
  }
  return (
    <section className="order-section pt-5" aria-labelledby={id}>
      <h2 className="flex items-baseline gap-2 pb-2 leading-11 text-6 ink-below" id={id}>
        {title} {count > 0 && <span className="order-count ink-2">{total}</span>}
      </h2>
      {rows.length === 0 ? (
        <>
          <EmptyList message="No Orders Found" />
          {wayOn}
        </>
      ) : (
        <table className="orders block w-full text-3 leading-13" aria-labelledby={id}>
          <thead className="block">
            <tr>
              <th scope="col" className="orders-choose">
                <label className="choose pointer place-center relative">
                  <input type="checkbox" checked={all} onChange={chooseAll} />
                  <span className="sr">Select all in {title}</span>
                </label>
              </th>
              <th scope="col" className="orders-no">
                No.
              </th>
              <th scope="col">Project and client</th>
              <th scope="col">Step</th>
              <th scope="col" className="orders-turn small">
                Waiting on
              </th>
              <th scope="col" className="orders-unread text-right">
                <span className="sr">Unread</span>
              </th>
              <th scope="col" className="orders-date">
                Started
              </th>
              <th scope="col" className="orders-ago text-2 text-right nowrap">
                Last activity
              </th>
              <th scope="col" className="orders-peek text-right">
                <span className="sr">Preview</span>
              </th>
            </tr>
          </thead>
          <tbody className="block">
            {rows.map((row, at) => (
              <OrderRow
                key={row.id}
                row={row}
                section={status}
                number={at + 1}
                recent={recent.has(row.id)}
                viewer={viewer}
                now={now}
                isChosen={chosen.has(row.id)}
                isPeeked={peeked === row.id}
                onChoose={props.onChoose}
                onPeek={props.onPeek}
              />
            ))}
          </tbody>
        </table>
      )}
      {onMore && (
        <>
          <p className="meta pt-3">
            Showing {rows.length} of {total}.
          </p>
          <MoreOrders onMore={onMore} />
        </>
      )}
    </section>
  )
}

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
const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { row, section, number, recent, viewer, now, isChosen, isPeeked } = props
  const { id, title, clientName, steps, openedAt, lastAt, status } = row
  const unread = unreadCount(row, viewer)
  const turn = turnOf(row)
  const overdueDays = daysOverdue(row, today(now))
  const project = projectName(row).name
  const subtitle = [...new Set([clientName, project])].filter((name) => !`${title} `.startsWith(`${name} `))
  const classes = [recent && 'is-wet', unread > 0 && 'is-unread', isChosen && 'is-chosen', isPeeked && 'is-peeked']
  return (
    <tr className={classes.filter(Boolean).join(' ') || undefined}>
      <td className="orders-choose">
        <label className="choose pointer place-center relative">
          <input type="checkbox" checked={isChosen} onChange={() => props.onChoose(row)} />
          <span className="sr">Select {title}</span>
        </label>
      </td>
      <td className="orders-no serif tabular ink-2">{number}</td>
      <td className="orders-client break-anywhere">
        <Link className="no-underline" to={`/order-detail/${id}`} data-row={id} data-unread={unread > 0 || undefined}>
          {title}
        </Link>{' '}
        {subtitle.length > 0 && (
          <span className="orders-whose block small">
            {subtitle.map((name, at) => (
              <Fragment key={name}>
                {at > 0 && ', '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </span>
        )}
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
      <td className="orders-date serif tabular text-1 ink-2 nowrap">
        <time dateTime={openedAt}>{day(openedAt)}</time>
      </td>
      <td className="orders-ago serif tabular text-2 ink-2 text-right nowrap">
        <time dateTime={lastAt}>{relative(lastAt, now)}</time>
        {overdueDays > 0 && (
          <span className="block red">{plural(overdueDays, '{n} day overdue', '{n} days overdue')}</span>
        )}
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

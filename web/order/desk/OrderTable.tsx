import { useId } from 'react'
import type { Person } from '#domain/event.ts'
import { grouped } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow as Row } from '#domain/order/row.ts'
import { EmptyList } from '#web/kit/Loading.tsx'
import { useNow } from '#web/kit/time.ts'
import { MoreOrders } from '#web/order/MoreOrders.tsx'
import { OrderRow } from './OrderRow.tsx'
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
}

/** A section of the orders, with how many there are. */
export function OrderTable(props: OrderTableProps) {
  const { title, status, rows, count, isCut, recent, viewer, chosen, peeked, onMore } = props
  const id = useId()
  const now = useNow()
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
        {title}{' '}
        {count > 0 && (
          <span className="order-count ink-2">
            {grouped(count)}
            {isCut && count >= 1_000 && '+'}
          </span>
        )}
      </h2>
      {rows.length === 0 ? (
        <EmptyList message="No Orders Found" />
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
            Showing {rows.length} of {grouped(count)}
            {isCut && count >= 1_000 && '+'}.
          </p>
          <MoreOrders onMore={onMore} />
        </>
      )}
    </section>
  )
}

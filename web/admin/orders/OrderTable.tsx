import { useId } from 'react'
import type { Person } from '#domain/event.ts'
import type { OrderRow as Row } from '#domain/order/row.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { MoreOrders } from '#web/orders/MoreOrders.tsx'
import { OrderRow } from './OrderRow.tsx'
import { useNow } from './useNow.ts'
import './OrderTable.css'

type OrderTableProps = {
  title: string
  rows: readonly Row[]
  /** The orders that something was just written in. */
  recent: ReadonlyMap<string, string>
  viewer: Person
  onMore: (() => Promise<void>) | undefined
}

/** A section of the orders, newest first. */
export function OrderTable({ title, rows, recent, viewer, onMore }: OrderTableProps) {
  const id = useId()
  const now = useNow()
  return (
    <section className="order-section" aria-labelledby={id}>
      <h2 id={id}>
        {title} {rows.length > 0 && <span className="order-count">{onMore ? `${rows.length}+` : rows.length}</span>}
      </h2>
      {rows.length === 0 ? (
        <EmptyState message="No Orders Found" />
      ) : (
        <table className="orders" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col" className="orders-no">
                No.
              </th>
              <th scope="col">Order and client</th>
              <th scope="col">Step</th>
              <th scope="col" className="orders-unread">
                <span className="sr">Unread</span>
              </th>
              <th scope="col" className="orders-date">
                Opened
              </th>
              <th scope="col" className="orders-ago">
                Last line
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <OrderRow key={row.id} row={row} number={at + 1} recent={recent.has(row.id)} viewer={viewer} now={now} />
            ))}
          </tbody>
        </table>
      )}
      {onMore && <MoreOrders onMore={onMore} />}
    </section>
  )
}

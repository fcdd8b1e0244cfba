import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { liveOrderList, type Section } from './list.ts'
import { section } from './rows.ts'

type LiveRows = {
  /** The rows of a section, newest first. */
  rowsIn(status: OrderStatus): OrderRow[]
  /** Whether a section goes on behind what is shown. */
  hasMore(status: OrderStatus): boolean
  /** Shows the next rows of a section. Throws `HttpError`. */
  more(status: OrderStatus): Promise<void>
  /** The orders that something was just written in, by id. */
  recent: ReadonlyMap<string, string>
}

/** A client’s orders, followed live from the sections it was loaded with. */
export function useRows(loaded: readonly Section[]): LiveRows {
  const [list] = useState(() => liveOrderList(loaded))
  const { rows, next, recent } = useSyncExternalStore(list.subscribe, list.now, list.now)
  useEffect(() => list.open(), [list])
  return {
    rowsIn: (status) => section(rows, status),
    hasMore: (status) => next[status] !== undefined,
    more: list.more,
    recent,
  }
}

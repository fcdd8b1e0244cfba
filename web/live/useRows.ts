import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OrderStatus } from '#domain/order/fields.ts'
import { liveOrderList, type Section } from './list.ts'
import { section } from './rows.ts'

/** A client’s orders, followed live from the sections it was loaded with. */
export function useRows(loaded: readonly Section[]) {
  const [list] = useState(() => liveOrderList(loaded))
  const { rows, next, recent } = useSyncExternalStore(list.subscribe, list.now, list.now)
  useEffect(() => list.open(), [list])
  return {
    /** The rows of a section, newest first. */
    rowsIn: (status: OrderStatus) => section(rows, status),
    /** Whether a section goes on behind what is shown. */
    hasMore: (status: OrderStatus) => next[status] !== undefined,
    /** Shows the next rows of a section. Throws `HttpError`. */
    more: list.more,
    /** The orders that something was just written in, by id. */
    recent,
  }
}

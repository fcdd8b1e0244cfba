import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { type ListName, liveOrderList, type Section } from './list.ts'
import { section } from './rows.ts'
import { useOfflineSince } from './socket.ts'

type LiveRows = {
  /** The rows of a section, newest first. */
  rowsIn(status: OrderStatus): OrderRow[]
  /** Whether a section goes on behind what is shown. */
  hasMore(status: OrderStatus): boolean
  /** Shows the next rows of a section. Throws `HttpError`. */
  more(status: OrderStatus): Promise<void>
  /** The orders that something was just written in, by id. */
  recent: ReadonlyMap<string, string>
  /** The time since which there is no connection to the server. */
  offlineSince: string | undefined
}

/** A list of orders that is followed live from the sections it was loaded with. */
export function useRows(name: ListName, loaded: readonly Section[]): LiveRows {
  const [list] = useState(() => liveOrderList(name, loaded))
  const { rows, next, recent } = useSyncExternalStore(list.subscribe, list.now, list.now)
  const offlineSince = useOfflineSince()
  useEffect(() => list.open(), [list])
  return {
    rowsIn: (status) => section(rows, status),
    hasMore: (status) => next[status] !== undefined,
    more: list.more,
    recent,
    offlineSince,
  }
}

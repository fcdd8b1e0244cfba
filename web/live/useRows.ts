import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WireEvent } from '#domain/event.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { liveOrderList, type Section } from './list.ts'
import { section } from './rows.ts'
import { followEvents } from './socket.ts'

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

/** Loads the page’s data again once a client’s first order is opened. For a page that says that there is none. */
export function useFirstOrder(): void {
  const { revalidate } = useRevalidator()
  const again = useEffectEvent(() => void revalidate())
  const onEvent = useEffectEvent(({ type }: WireEvent) => type === 'OrderOpened' && void revalidate())
  useEffect(() => followEvents(onEvent, again, again), []) // also what was opened before there was a line
}

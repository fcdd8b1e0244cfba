import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router-dom'
import { fromWire, type WireEvent } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { loadPages, type PageQuery } from '#web/kit/pages.ts'
import { liveList } from './live-list.ts'
import { applyRowEvent, type Rows, refreshed, rowsOf, section } from './rows.ts'
import { followEvents } from './socket.ts'

/** One section of a list as far as it was loaded; `next` is where its rest begins. */
export type Section = {
  status: OrderStatus
  rows: OrderRow[]
  next?: string | undefined
  /** The lists have not caught up with what this page knows. */
  stale?: true | undefined
}

type ListState = {
  rows: Rows
  /** Where the rest of a section begins; absent when all of it is here. */
  next: { readonly [Status in OrderStatus]?: string | undefined }
  /** The orders that something was just written in, each with the event. */
  recent: ReadonlyMap<string, string>
}

/** How many rows a section shows, and how many more at a time. */
export const pageSize = 50

/** Loads one section of a client’s orders from its beginning, or from where it was left, until it has at least so many rows. */
export async function loadSection(status: OrderStatus, atLeast = pageSize, from?: string): Promise<Section> {
  const load = (page: PageQuery) => call('userOrder', { query: { status, ...page } })
  const { data, next, stale } = await loadPages(Math.max(pageSize, atLeast), load, from)
  return { status, rows: data.map(rowFromWire), next, stale }
}

/** A client’s orders, followed while the list is open: each row by its revision, the whole by asking again. */
export function liveOrderList(sections: readonly Section[]) {
  const first: ListState = { rows: rowsOf(rowsIn(sections)), next: nextOf(sections), recent: new Map() }
  const list = liveList(first, { onEvent, load })
  const { now, show, subscribe, refresh, open } = list

  function onEvent(event: WireEvent) {
    const { orderId } = event
    if (!orderId) return
    const { rows } = now()
    const received = applyRowEvent(rows, orderId, fromWire<OrderEvent>(event))
    if (received.rows !== rows) {
      show({ rows: received.rows })
      if (received.rows.get(orderId)?.lastAt !== rows.get(orderId)?.lastAt) list.mark(orderId, event.id)
    }
    if (received.behind) void refresh()
  }

  /** Loads again what is shown: what was missed is in it. */
  async function load(): Promise<boolean> {
    const { rows: before, next } = now()
    const loaded = await Promise.all(sections.map(({ status }) => loadSection(status, section(before, status).length)))
    if (now().next !== next) return load() // it lacks the rows that were added
    const isStale = loaded.some(({ stale }) => stale)
    show({ rows: refreshed(rowsIn(loaded), isStale ? new Map() : before, now().rows), next: nextOf(loaded) })
    return !isStale
  }

  /** Adds the next rows of a section. Throws `HttpError`. */
  async function more(status: OrderStatus): Promise<void> {
    const from = now().next[status]
    if (from === undefined) return
    const page = await loadSection(status, pageSize, from)
    if (now().next[status] !== from) return more(status) // it was loaded again meanwhile, and ends elsewhere
    const rows = new Map(now().rows)
    for (const row of page.rows) if (row.revision > (rows.get(row.id)?.revision ?? -1)) rows.set(row.id, row)
    show({ rows, next: { ...now().next, [status]: page.next } })
    if (page.stale) void refresh()
  }

  return { subscribe, now, refresh, open, more }
}

const rowsIn = (sections: readonly Section[]): OrderRow[] => sections.flatMap(({ rows }) => rows)

const nextOf = (sections: readonly Section[]): ListState['next'] =>
  Object.fromEntries(sections.map(({ status, next }) => [status, next]))

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

import { fromWire, type WireEvent } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/wire.ts'
import { call } from '#web/api.ts'
import { recentMs } from './order.ts'
import { applyRowEvent, type Rows, refreshed, rowsOf, section } from './rows.ts'
import { acquireSocket, onConnected } from './socket.ts'

/** The calls that answer a list of orders. */
export type ListName = 'userOrder' | 'getOrders'

/** One section of a list as far as it was loaded; `next` is where its rest begins. */
export type Section = {
  status: OrderStatus
  rows: OrderRow[]
  next?: string
  /** The lists have not caught up with what this page knows. */
  stale: boolean
}

export type ListState = {
  rows: Rows
  /** Where the rest of a section begins; absent when all of it is here. */
  next: { readonly [Status in OrderStatus]?: string | undefined }
  /** The orders that something was just written in, each with the event. */
  recent: ReadonlyMap<string, string>
}

/** How many rows a section shows, and how many more at a time. */
export const pageSize = 50

// Before a list that could not be loaded is asked for once more: milliseconds.
const pause = 2_000

/** Loads one section from its beginning, or from where it was left, until it has at least so many rows. */
export async function loadSection(name: ListName, status: OrderStatus, atLeast = 1, after?: string): Promise<Section> {
  const rows: OrderRow[] = []
  let next = after
  let stale = false
  do {
    const answer = await call(name, { query: { status, limit: pageSize, after: next } })
    rows.push(...answer.data.map(rowFromWire))
    next = answer.next
    stale ||= answer.stale ?? false
  } while (next && rows.length < atLeast)
  return { status, rows, stale, ...(next ? { next } : {}) }
}

/** A list that follows its orders while it is open: each row by its revision, the whole by asking again. */
export function liveList(name: ListName, sections: readonly Section[]) {
  let now: ListState = { rows: rowsOf(rowsIn(sections)), next: nextOf(sections), recent: new Map() }
  const watchers = new Set<() => void>()
  let refreshing = false
  let behind = false
  let listening = false

  function show(changes: Partial<ListState>) {
    now = { ...now, ...changes }
    for (const changed of watchers) changed()
  }

  function applyEvents(event: WireEvent) {
    const { orderId } = event
    if (!orderId) return
    const received = applyRowEvent(now.rows, orderId, fromWire<OrderEvent>(event))
    if (received.rows !== now.rows) {
      const landed = received.rows.get(orderId)?.lastAt !== now.rows.get(orderId)?.lastAt
      show({ rows: received.rows, ...(landed ? { recent: new Map(now.recent).set(orderId, event.id) } : {}) })
      if (landed)
        setTimeout(() => show({ recent: new Map([...now.recent].filter(([, id]) => id !== event.id)) }), recentMs)
    }
    if (received.behind) void refresh()
  }

  /** Loads again what is shown, until that succeeds: what was missed is in the list. */
  async function refresh(): Promise<void> {
    if (refreshing) {
      behind = true
      return
    }
    refreshing = true
    behind = false
    const before = now.rows
    try {
      const loaded = await Promise.all(
        sections.map(({ status }) => loadSection(name, status, section(before, status).length)),
      )
      const known = loaded.some(({ stale }) => stale) ? new Map() : before
      show({ rows: refreshed(rowsIn(loaded), known, now.rows), next: nextOf(loaded) })
    } catch {
      setTimeout(() => listening && refresh(), pause + Math.random() * pause)
    }
    refreshing = false
    if (behind) await refresh()
  }

  return {
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    now: () => now,

    /** Adds the next rows of a section. Throws `HttpError`. */
    async more(status: OrderStatus): Promise<void> {
      const page = await loadSection(name, status, 1, now.next[status])
      const rows = new Map(now.rows)
      for (const row of page.rows) if (row.revision > (rows.get(row.id)?.revision ?? -1)) rows.set(row.id, row)
      show({ rows, next: { ...now.next, [status]: page.next } })
    },

    /**
     * Follows until the returned function is called. What was written since the list was loaded is asked for at once.
     */
    open(): () => void {
      const { socket, release } = acquireSocket()
      listening = true
      socket.on('event', applyEvents)
      const stop = onConnected(refresh)
      if (socket.connected) void refresh()
      return () => {
        listening = false
        socket.off('event', applyEvents)
        stop()
        release()
      }
    },
  }
}

const rowsIn = (sections: readonly Section[]): OrderRow[] => sections.flatMap(({ rows }) => rows)

const nextOf = (sections: readonly Section[]): ListState['next'] =>
  Object.fromEntries(sections.map(({ status, next }) => [status, next]))

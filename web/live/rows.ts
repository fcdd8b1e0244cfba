import type { Recorded } from '#domain/event.ts'
import { movesRow, type OrderEvent, traitsOf } from '#domain/order/actions.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { classify } from './stream.ts'

/** The rows of a list by order id. */
export type Rows = ReadonlyMap<string, OrderRow>

export const rowsOf = (rows: Iterable<OrderRow>): Rows => new Map(Array.from(rows, (row) => [row.id, row]))

/** The rows of one section, newest first. */
export const section = (rows: Rows, status: OrderStatus): OrderRow[] =>
  [...rows.values()]
    .filter((row) => row.status === status)
    .sort((a, b) => b.openedAt.localeCompare(a.openedAt) || b.id.localeCompare(a.id))

/** When the newest event in some rows was written, if there are any. */
export const lastAt = (rows: readonly OrderRow[]): string | undefined =>
  rows
    .map((row) => row.lastAt)
    .sort()
    .at(-1)

/**
 * Applies one event. `behind`: the list has to be loaded again. Events are missing, an order that is not shown may have
 * moved into the list, or a newer server wrote what this page does not know.
 */
export function applyRowEvent(
  rows: Rows,
  orderId: string,
  event: Recorded<OrderEvent>,
): { rows: Rows; behind: boolean } {
  const row = rows.get(orderId)
  if (!row && event.type !== 'OrderOpened') return { rows, behind: movesRow(event) }
  const verdict = classify(row?.revision ?? -1, event)
  if (verdict === 'gap') return { rows, behind: true }
  if (verdict === 'drop') return { rows, behind: false }
  const next = traitsOf(event) ? evolveRow(row, event) : undefined
  return next ? { rows: new Map(rows).set(orderId, next), behind: false } : { rows, behind: true }
}

/**
 * The list as it was answered, with the events received while the answer was under way. The later revision of a row
 * wins. A row that is not as it was `before` stays even where the answer does not have it yet.
 */
export function refreshed(answered: readonly OrderRow[], before: Rows, now: Rows): Rows {
  const rows = new Map(rowsOf(answered))
  for (const [id, row] of now) {
    const there = rows.get(id)
    if (there ? row.revision > there.revision : row !== before.get(id)) rows.set(id, row)
  }
  return rows
}

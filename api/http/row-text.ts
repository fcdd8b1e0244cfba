import { wireRow } from '#domain/contract/orders.ts'
import { strip } from '#domain/contract/strip.ts'
import type { Person } from '#domain/event.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowToWire } from '#domain/order/wire.ts'

const texts = new WeakMap<OrderRow, Map<string, string>>()

/**
 * A row as its reader is sent it, as JSON. The text is kept for as long as the row is: the store hands out the same
 * frozen row until it changes, and writing fifty of them as JSON takes longer than finding them.
 */
export function rowText(row: OrderRow, reader: Person): string {
  const byReader = texts.get(row) ?? new Map<string, string>()
  texts.set(row, byReader)
  const text = byReader.get(reader.id) ?? JSON.stringify(strip(wireRow, rowToWire(row, reader)))
  byReader.set(reader.id, text)
  return text
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Sample } from '#domain/testing.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { record } from '#projections/testing.ts'

/**
 * Records so many events, a multiple of 2,000, of an order that is there or of one that begins with what is given, in a
 * folder that no server has open: lists that have to be made of them take a while.
 */
export async function recordLongHistory(dataDir: string, length: number, orderId: string, ...first: Sample[]) {
  const events = openSqliteEvents(join(dataDir, 'events.db'))
  const by = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
  const at = new Date().toISOString()
  if (first.length > 0) await record(events, `order-${orderId}`, ...first)
  for (let revision = 0; revision < length; revision += 2_000) {
    const toggled = Array.from({ length: 2_000 }, (_, n) => ({
      ...{ type: 'StepToggled', id: randomUUID(), by, at },
      data: { step: 1 + (n % 8), done: n % 2 === 0 },
    }))
    await events.append(`order-${orderId}`, revision, toggled)
  }
  await events.close()
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { NewEvent } from '#domain/event.ts'
import { streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import { openSqliteEvents } from '../events/sqlite.ts'
import { openFloor } from './floor-tables.ts'
import { type SampleOrder, sampleOrders, toggles } from './sample-orders.ts'

/** How many streams are appended to at once. They share commits. */
const together = 1_000

/** Writes the sample orders into the product's event store, as it would have recorded them. */
export async function seedProduct(folder: string, count: number): Promise<void> {
  const store = openSqliteEvents(join(folder, 'events.db'))
  let appends: Promise<unknown>[] = []
  for (const order of sampleOrders(count)) {
    appends.push(store.append(streamOf(orders, order.id), -1, factsOf(order)))
    if (appends.length < together) continue
    await Promise.all(appends)
    appends = []
  }
  await Promise.all(appends)
  await store.close()
}

/** Writes the same orders into the floor's tables. */
export async function seedFloor(folder: string, count: number): Promise<void> {
  const database = openFloor(join(folder, 'floor.db'))
  const event = database.prepare('insert into events (stream, revision, id, type, content) values (?, ?, ?, ?, ?)')
  const row = database.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ?)')
  database.exec('begin')
  for (const order of sampleOrders(count)) {
    const facts = factsOf(order)
    for (const [revision, { id, type, ...content }] of facts.entries()) {
      event.run(streamOf(orders, order.id), revision, id, type, JSON.stringify(content))
    }
    const progress = JSON.stringify(order.steps.map((step) => ({ ...step, status: 0 })))
    const { id, client, title, at } = order
    row.run(id, facts.length - 1, client.id, client.name, title, at, at, progress)
  }
  database.exec('commit')
  database.close()
}

function factsOf(order: SampleOrder): NewEvent<OrderEvent>[] {
  const { client, number, title, at, steps, questions } = order
  const opened = { type: 'OrderOpened' as const, data: { clientId: client.id, number, title, steps, questions } }
  return [
    { id: randomUUID(), ...opened, by: client, at },
    ...Array.from(toggles(order), (toggle) => ({ id: randomUUID(), ...toggle })),
  ]
}

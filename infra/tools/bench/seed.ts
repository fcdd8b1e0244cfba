import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type NewEvent, streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { EventStore } from '#infra/events/store.ts'
import { openFloor } from './floor-tables.ts'
import {
  messagesOf,
  type SampleOrder,
  sampleOrders,
  seededEvents,
  staff,
  talkativeOrder,
  toggles,
} from './sample-orders.ts'

/**
 * How many orders, and how many of them are open: all unless told. With `messages` there is one order
 * more, that has so many. With `history` each order has so many events, a day apart. `interleaved`: orders that are seeded
 * together have each event in turn.
 */
export type Seeded = { orders: number; open?: number; messages?: number; history?: number; interleaved?: true }

/**
 * Writes the sample orders into an event store, as the product would have recorded them: so many streams at once, and
 * closes it. Answers the position of the last event.
 */
export async function seedProduct(
  store: EventStore,
  { orders, open, messages, history, interleaved }: Seeded,
  together: number,
): Promise<number> {
  if (messages !== undefined) await recordMessages(store, messages)
  let appends: Promise<unknown>[] = []
  for (const order of sampleOrders(orders, open)) {
    const events = eventsOf(history === undefined ? order : { ...order, history, every: day })
    appends.push(record(store, order, events, interleaved ? 1 : batchSize))
    if (appends.length < together) continue
    await Promise.all(appends)
    appends = []
  }
  await Promise.all(appends)
  const end = await store.end()
  await store.close()
  return Number(end)
}

/** The events of an order in appends that are not too large for any store. */
async function record(store: EventStore, order: SampleOrder, events: NewEvent[], size = batchSize): Promise<void> {
  for (let at = 0; at < events.length; at += size) {
    await store.append(streamOf(orders, order.id), at - 1, events.slice(at, at + size))
  }
}

/** The order that has many messages. */
async function recordMessages(store: EventStore, count: number): Promise<void> {
  const first = sampleOrders(1).next().value!
  const order = { ...first, id: talkativeOrder, history: 1, completed: false }
  const { client: by, at } = order
  const messages = messagesOf(count).map((message) => ({ id: randomUUID(), ...message, by, at }))
  await record(store, order, [...eventsOf(order), ...messages])
}

const batchSize = 500
const day = 24 * 60 * 60 * 1000

/** Writes the same orders into the floor's tables. Answers the position of the last event. */
export async function seedFloor(folder: string, count: number): Promise<number> {
  const database = openFloor(join(folder, 'floor.db'))
  const event = database.prepare('insert into events (stream, revision, id, type, content) values (?, ?, ?, ?, ?)')
  const row = database.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ?)')
  database.exec('begin')
  for (const order of sampleOrders(count)) {
    const events = eventsOf(order)
    for (const [revision, { id, type, ...content }] of events.entries()) {
      event.run(streamOf(orders, order.id), revision, id, type, JSON.stringify(content))
    }
    const progress = JSON.stringify(order.steps.map((step) => ({ ...step, status: 0 })))
    const { id, client, title, at } = order
    row.run(id, events.length - 1, client.id, client.name, title, at, at, progress)
  }
  database.exec('commit')
  database.close()
  return seededEvents(count)
}

function eventsOf(order: SampleOrder): NewEvent<OrderEvent>[] {
  const { client, number, title, at, steps, questions, completed } = order
  const closing = { type: 'OrderCompleted' as const, data: {}, by: staff, at }
  const opened = { type: 'OrderOpened' as const, data: { clientId: client.id, number, title, steps, questions } }
  return [
    { id: randomUUID(), ...opened, by: client, at },
    ...[...toggles(order), ...(completed ? [closing] : [])].map((event) => ({ id: randomUUID(), ...event })),
  ]
}

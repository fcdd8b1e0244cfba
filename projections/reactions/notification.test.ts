import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, type NewEvent, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders, sentence, traitsOf } from '#domain/order/actions.ts'
import { scenarios } from '#domain/order/testing.ts'
import { asha, meera, opened } from '#domain/samples.ts'
import type { EventStore } from '#infra/events/store.ts'
import { createNotifications } from './notification.ts'
import { testScene } from './testing.ts'

/** Events of an order, stored and in the read models; and what notifications read of the store after that. */
async function scene() {
  const { events, directory, projections } = await testScene()
  let read = 0
  const counted: Pick<EventStore, 'read'> = {
    async *read(...which) {
      for await (const event of events.read(...which)) {
        read++
        yield event
      }
    },
  }
  return {
    notificationOf: createNotifications(counted, directory),
    eventsRead: () => read,
    async happens(stream: string, after: number, happened: readonly NewEvent[]) {
      await events.append(stream, after, happened)
      const end = await events.end()
      await Promise.all(projections.all.map((each) => each.reached(end, 5_000)))
      return (await Array.fromAsync(events.read(stream))) as Recorded<OrderEvent>[]
    },
  }
}

it('says of each event what the order says of it, for each person it concerns', async () => {
  const { notificationOf, happens } = await scene()
  const histories = fc.sample(scenarios(), { seed: 20261116, numRuns: 40 })
  for (const [at, history] of histories.entries()) {
    // In a store no two events have the same id, in whatever streams they are.
    const unique = (text: string) => text.replaceAll('00000000-0000', `${String(at).padStart(8, '0')}-0000`)
    const happened = history.map(({ id, type, data, by, at }) => ({ id, type, data, by, at }))
    const events = await happens(`order-${at}`, -1, JSON.parse(unique(JSON.stringify(happened))))
    for (const [revision, event] of events.entries()) {
      const order = fold(orders, events.slice(0, revision + 1))
      const notification = await notificationOf(event)
      expect(notification?.sentence).toBe(
        traitsOf(event)?.notifies === 'other side' ? sentence(event, order) : undefined,
      )
    }
  }
})

// spec: 11.37
it('reads nothing of a long history again', async () => {
  const { notificationOf, happens, eventsRead } = await scene()
  const message = () => ({
    id: randomUUID(),
    type: 'MessageSent',
    data: { text: 'Good morning' },
    by: asha,
    at: opened.at,
  })
  const first = { ...opened, id: randomUUID() }
  const events = await happens('order-1', -1, [first, ...Array.from({ length: 600 }, message)])
  for (const event of events.slice(-5)) expect((await notificationOf(event))?.sentence).toBe('“Good morning”')
  expect(eventsRead()).toBe(0)
  const amended = { ...message(), type: 'AnswersAmended', data: { answers: { 1: 'Tea' } } }
  const last = (await happens('order-1', 600, [amended])).at(-1)
  expect((await notificationOf(last!))?.sentence).toMatch(/^Changed the answer to “/)
  expect(eventsRead()).toBe(1)
})

it('names the API key that a program did it with', async () => {
  const { notificationOf, happens } = await scene()
  const by = { ...meera, via: 'Month-end export' }
  const sent = { id: randomUUID(), type: 'MessageSent', data: { text: 'Good morning' }, by, at: opened.at }
  const [, event] = await happens('order-1', -1, [{ ...opened, id: randomUUID() }, sent])
  expect((await notificationOf(event!))?.by).toBe(`${meera.name} (API key “Month-end export”)`)
})

import { expect, it, onTestFinished } from 'vitest'
import { asha, meera, opened, renamed, signed } from '#domain/samples.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { storeEpoch } from '#infra/store-epoch.ts'
import { startProjections } from './all.ts'
import { listOrders } from './order/list-orders.ts'
import { type Reaction, react } from './reactions/reaction.ts'
import { record, testClock, testStores } from './testing.ts'

type Stores = { events: EventStore; documents: DocumentStore }
const soon = 5_000

/** The read models, caught up, and what was said of them. */
async function start({ events, documents }: Stores) {
  const said: string[] = []
  const note = (_: unknown, message?: string) => void said.push(message ?? '')
  const log = { warn: note, error: note }
  const onError = (error: Error) => {
    throw error
  }
  const projections = await startProjections(events, documents, onError, { log })
  onTestFinished(() => projections.close())
  await Promise.all(projections.all.map(({ caughtUp }) => caughtUp))
  const titles = async () => {
    const { documents } = await listOrders(projections, {}, { viewer: meera, today: '2026-11-16' })
    return documents.map(({ id, title }) => [id, title])
  }
  return { ...projections, titles, said }
}

/** A copy of the events with one order; after it came another order, and a name for the first. The copy is put back. */
async function anOlderCopyIsPutBack() {
  const stores = await testStores()
  await record(stores.events, 'order-1', opened)
  const later = await stores.copyEvents()
  await record(later.events, 'order-2', opened)
  await record(later.events, 'order-1', renamed)
  const before = await start(later)
  const epoch = await storeEpoch(later.documents)
  expect((await before.titles()).length).toBe(2)
  await before.close()
  return { stores, epoch, ...(await stores.putBack()) }
}

// spec: 11.9
it('makes lists again when an older copy of the events was put back, and says so', async () => {
  const { events, documents } = await anOlderCopyIsPutBack()
  const { titles, said, orders } = await start({ events, documents })
  expect(await titles()).toEqual([['1', opened.data.title]])
  expect(new Set(said)).toEqual(new Set(['events are missing that a read model was made from; it is being rebuilt']))
  const { position } = await record(events, 'order-3', opened)
  expect(await orders.reached(position, soon)).toBe(true)
  expect((await titles()).map(([id]) => id).sort()).toEqual(['1', '3'])
})

it('makes lists again when others were recorded in the places of those that are lost', async () => {
  const { events, documents } = await anOlderCopyIsPutBack()
  await record(events, 'order-4', opened, signed, renamed) // as many and more, before the lists are looked at
  const { titles } = await start({ events, documents })
  expect((await titles()).map(([id]) => id).sort()).toEqual(['1', '4'])
})

it('is another epoch from then on, and stays that', async () => {
  const { events, documents, epoch, stores } = await anOlderCopyIsPutBack()
  await (await start({ events, documents })).close()
  const renewed = await storeEpoch(documents)
  expect(renewed).not.toBe(epoch)
  const again = await stores.reopen()
  const { said } = await start(again)
  expect([await storeEpoch(again.documents), said]).toEqual([renewed, []])
})

it('goes on where it was with documents from before events were noted beside positions', async () => {
  const stores = await testStores()
  await record(stores.events, 'order-1', opened)
  const first = await start(stores)
  await first.close()
  const checkpoints = stores.documents.collection<{ id: string; revision: number; event?: string }>('checkpoints')
  const { event: _, ...old } = (await checkpoints.get('orders_1'))!
  await stores.documents.write([{ collection: 'checkpoints', put: { ...old, revision: old.revision + 1 } }])
  const second = await start(stores)
  expect([await second.titles(), second.said]).toEqual([[['1', opened.data.title]], []])
})

it.each([
  'OrderRenamed',
  'OrderRenamed.v1', // named with its version, as what an older program knows in an earlier one alone
])('makes lists again that an older program made without events which this one knows: %s', async (type) => {
  const stores = await testStores()
  await record(stores.events, 'order-1', opened, renamed, { ...renamed, type: 'OrderPolished' })
  const first = await start(stores)
  const titles = await first.titles()
  await first.close()
  const { documents } = stores
  const checkpoints = documents.collection<{ id: string; revision: number; unknown?: string[] }>('checkpoints')
  const noted = (await checkpoints.get('orders_1'))!
  expect(noted.unknown).toEqual(['OrderPolished'])
  const row = (await documents.collection('orders_1').get('1'))!
  await documents.write([
    { collection: 'orders_1', put: { ...row, revision: row.revision + 1, title: opened.data.title } as never },
    { collection: 'checkpoints', put: { ...noted, revision: noted.revision + 1, unknown: [type] } as never },
  ])
  const second = await start(stores)
  expect(await second.titles()).toEqual(titles)
})

/** Says what was said in talks, two minutes later. */
function echo(about: Pick<Reaction<unknown>, 'fromFirst'>) {
  const heard: unknown[] = []
  const reaction: Reaction<unknown> = {
    name: 'echo',
    ...about,
    plan: async ({ id, data, at }) => ({ tasks: [{ id, due: Date.parse(at) + 120_000, work: data, group: 'one' }] }),
    perform: async (work) => void heard.push(...work),
  }
  return { reaction, heard }
}

async function startEcho({ events, documents }: Stores, about: Pick<Reaction<unknown>, 'fromFirst'> = {}) {
  const { reaction, heard } = echo(about)
  const ending = new AbortController()
  const clock = testClock('2026-11-16T09:00:00.000Z')
  const said: string[] = []
  const note = (_: unknown, message?: string) => void said.push(message ?? '')
  const reacting = await react(reaction, {
    ...{ events, documents, clock, signal: ending.signal },
    log: { warn: note, error: note } as never,
  })
  const stop = async () => {
    ending.abort()
    await reacting.stopped
  }
  onTestFinished(stop)
  return {
    ...{ heard, said, stop },
    async settled() {
      await reacting.settled(await events.end())
      clock.advance(60 * 60_000)
      await reacting.settled(await events.end())
      return heard
    },
    planned: async () => reacting.settled(await events.end()),
  }
}

const said = (words: string, minute: number) =>
  ({ type: 'Said', data: words, by: asha, at: `2026-11-16T09:0${minute}:00.000Z` }) as never

// spec: 11.9
it('does nothing twice and misses nothing when an older copy of the events was put back', async () => {
  const stores = await testStores()
  const first = await startEcho(stores)
  await record(stores.events, 'talk-1', said('one', 0))
  expect(await first.settled()).toEqual(['one'])
  await first.stop()
  const later = await stores.copyEvents()
  const second = await startEcho(later)
  await record(later.events, 'talk-1', said('lost', 1), said('lost too', 2))
  await second.planned()
  await second.stop()

  const old = await stores.putBack()
  await record(old.events, 'talk-1', said('new', 3)) // in the place of one that is lost
  const third = await startEcho(old)
  expect(await third.settled()).toEqual(['new'])
  expect(third.said).toEqual(['events are missing that a reaction had followed; it continues with the events since'])
  await third.stop()
  const fourth = await startEcho(await stores.reopen())
  expect([await fourth.settled(), fourth.said]).toEqual([[], []])
})

it('plans anew for what is left, where it follows from the first event on: what was done may be lost', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said('one', 0))
  const later = await stores.copyEvents()
  const first = await startEcho(later, { fromFirst: true })
  await record(later.events, 'talk-1', said('lost', 1))
  expect(await first.settled()).toEqual(['one', 'lost'])
  await first.stop()
  const second = await startEcho(await stores.putBack(), { fromFirst: true })
  expect(await second.settled()).toEqual(['one'])
  expect(second.said).toEqual(['events are missing that a reaction had followed; it begins again with the first event'])
})

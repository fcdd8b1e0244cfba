import { expect, it, onTestFinished } from 'vitest'
import { asha, opened, renamed, signed } from '#domain/samples.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { startProjections } from './all.ts'
import { countOrders, listOrders } from './order/list-orders.ts'
import { readProjections } from './reader.ts'
import { rebuild } from './rebuild.ts'
import { record, testStores } from './testing.ts'

const soon = 5_000

async function bothSides() {
  const { events, documents } = await testStores()
  const keeper = await startProjections(
    events,
    documents,
    (error) => {
      throw error
    },
    { saveAfter: 1 },
  )
  onTestFinished(() => keeper.close())
  return { events, documents, keeper, reader: readProjections(events, documents) }
}

it('reads what another process keeps, as far as the reader asks for', async () => {
  const { events, reader } = await bothSides()
  const { position } = await record(events, 'order-1', opened, signed, renamed)
  expect(await reader.orders.reached(position, soon)).toBe(true)
  const { documents } = await listOrders(reader, { clientId: asha.id }, { viewer: asha, today: '2026-11-16' })
  expect(documents).toMatchObject([{ id: '1', revision: 2, title: renamed.data.title }])
  expect(await reader.orders.position()).toBe(position)
  // Also where no document was touched: waiters must not wait in vain.
  expect(await reader.files.reached(position, soon)).toBe(true)
  await reader.accounts.caughtUp
})

it('asks once which collection is read, for all the counts of a list', async () => {
  const { events, documents } = await bothSides()
  let looks = 0
  const collection: typeof documents.collection = (name) => {
    if (name === 'projections') looks += 1
    return documents.collection(name)
  }
  const reader = readProjections(events, { ...documents, collection })
  const viewpoint = { viewer: asha, today: '2026-11-16' }
  await countOrders(reader, {}, viewpoint) // makes what the viewer needs
  looks = 0
  await countOrders(reader, {}, viewpoint)
  expect(looks).toBe(1)
})

it('says how far they are folded, also to a caller that waits for nothing', async () => {
  const { events, keeper, reader } = await bothSides()
  const { position } = await record(events, 'order-1', opened)
  await keeper.orders.reached(position, soon)
  expect(await reader.orders.position()).toBe(position)
})

it('says in time that it is not there yet', async () => {
  const { events, keeper, reader } = await bothSides()
  await keeper.close()
  const { position } = await record(events, 'order-1', opened)
  expect(await reader.orders.reached(position, 50)).toBe(false)
})

// spec: 11.34
it('waits for as long as it takes until a worker keeps them, saying so, and through a store that is away', async () => {
  const { events, documents } = await testStores()
  await record(events, 'order-1', opened)
  let away = true
  const failing = {
    ...events,
    end: async () => {
      if (away) throw new Unavailable('The event store')
      return events.end()
    },
  }
  const said: string[] = []
  const log = { warn: (_: object, line?: string) => void said.push(line ?? '') } as never
  const reader = readProjections(failing, documents, { log, sayEveryMs: 20 })
  onTestFinished(() => reader.close())
  const caughtUp = reader.accounts.caughtUp.then(() => true)
  away = false
  await expect.poll(() => said.length).toBeGreaterThan(1)
  expect(said[0]).toBe('waiting for the lists from the process that maintains them')
  const keeper = await startProjections(events, documents, (error) => said.push(error.message), { saveAfter: 1 })
  onTestFinished(() => keeper.close())
  expect(await caughtUp).toBe(true)
})

it('goes on with the documents that were made again', async () => {
  const { events, documents, keeper, reader } = await bothSides()
  const { position } = await record(events, 'order-1', opened)
  await reader.orders.reached(position, soon)
  await keeper.close()
  await rebuild(events, documents)
  expect(await reader.orders.collection.count()).toBe(1)
})

it('has what it needs for counting and finding fast in documents that were made again, too', async () => {
  const { events, documents, keeper } = await bothSides()
  const made: string[] = []
  let isFull = false
  const collection = ((name: string) => {
    const found = documents.collection(name)
    const noting =
      (ensure: typeof found.ensureIndex): typeof ensure =>
      async (fields) => {
        made.push(`${name}: ${fields.join(', ')}`)
        if (isFull) throw new Error('no space left')
        await ensure(fields)
      }
    return { ...found, ensureIndex: noting(found.ensureIndex), ensureCounts: noting(found.ensureCounts) }
  }) as typeof documents.collection
  const reader = readProjections(events, { ...documents, collection })
  const viewpoint = { viewer: asha, today: '2026-11-16' }
  const madeBy = async () => {
    await countOrders(reader, {}, viewpoint)
    return made.splice(0)
  }
  const before = await madeBy()
  expect(before).toHaveLength(3)
  expect(await madeBy()).toEqual([])
  await keeper.close()
  await rebuild(events, documents)
  isFull = true
  const again = before.map((each) => each.replace('orders_1', 'orders_2'))
  expect((await madeBy()).slice(0, 3)).toEqual(again)
  isFull = false
  await expect.poll(madeBy).toEqual(again)
  await expect.poll(madeBy).toEqual([])
})

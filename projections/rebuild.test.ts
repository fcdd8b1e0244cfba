import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demo, meera } from '#domain/samples.ts'
import { openMongoDocuments } from '#infra/documents/mongodb.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { openStores } from '#infra/open.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { everyProjection, startProjections } from './all.ts'
import { listOrders } from './order/list-orders.ts'
import { readModelDifferences } from './read-model-differences.ts'
import { rebuild } from './rebuild.ts'
import { guarded, record, testStores } from './testing.ts'

const program = fileURLToPath(new URL('./rebuild.ts', import.meta.url))

const agency = demo({
  now: '2026-11-20T09:00:00.000Z',
  hash: (password) => `hashed ${password}`,
  idOf: (email) => email.split('@')[0]!,
  orderIdOf: (clientId, number) => `${clientId}-${number}`,
})

/** Lets the projections catch up, as a server does that starts and ends. */
async function catchUp(events: EventStore, documents: DocumentStore) {
  const { all, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await Promise.all(all.map(({ caughtUp }) => caughtUp))
  await close()
}

/** The demo agency, recorded and projected. */
async function longhand(elsewhere?: DocumentStore) {
  const { events, documents: embedded } = await testStores()
  const documents = elsewhere ?? embedded
  for (const { id, events: recordedEvents } of agency.accounts) await record(events, `account-${id}`, ...recordedEvents)
  for (const { id, events: recordedEvents } of agency.orders) await record(events, `order-${id}`, ...recordedEvents)
  await catchUp(events, documents)
  return { events, documents }
}

it('finds no differences in read models that were projected live', async () => {
  const { events, documents } = await longhand()
  expect(await documents.collection('orders_1').count()).toBe(6)
  expect(await readModelDifferences(events, documents)).toEqual([])
})

it('does not call it a difference to be behind', async () => {
  const { events, documents } = await longhand()
  await record(events, 'order-late', agency.orders[0]!.events[0]!)
  expect(await readModelDifferences(events, documents)).toEqual([])
  await catchUp(events, documents)
  expect(await documents.collection('orders_1').count()).toBe(7)
  expect(await readModelDifferences(events, documents)).toEqual([])
})

it('finds a document that is wrong, one that is missing and one too many', async () => {
  const { events, documents } = await longhand()
  const [wrong] = (await documents.collection('orders_1').find({ where: { id: 'asha-1' } })).documents
  await documents.write([
    { collection: 'orders_1', put: { ...wrong!, revision: wrong!.revision + 1 } },
    { collection: 'orders_1', remove: 'asha-2' },
    { collection: 'accounts_1', put: { id: 'ghost', revision: 0 } },
  ])
  expect((await readModelDifferences(events, documents)).map((line) => line.slice(0, 20))).toEqual([
    expect.stringContaining('orders asha-1 is {'),
    expect.stringContaining('orders asha-2 is und'),
    expect.stringContaining('accounts ghost is {"'),
  ])
})

it('makes everything again beside what is there, and leaves nothing of the old', async () => {
  const { events, documents } = await longhand()
  await documents.write([
    { collection: 'orders_1', remove: 'asha-2' },
    { collection: 'accounts_1', put: { id: 'ghost', revision: 0 } },
  ])
  await rebuild(events, documents)
  expect(await readModelDifferences(events, documents)).toEqual([])
  expect(await documents.collection('orders_1').count()).toBe(0)
  expect(await documents.collection('orders_2').count()).toBe(6)
  await rebuild(events, documents)
  expect(await documents.collection('orders_2').count()).toBe(0)
  expect(await readModelDifferences(events, documents)).toEqual([])

  const { orders, accounts, close } = await startProjections(events, documents, () => {})
  const viewpoint = { viewer: meera, today: '2026-11-16' }
  expect((await listOrders({ orders, accounts }, {}, viewpoint)).documents).toHaveLength(6)
  expect(await orders.collection.count({ clientId: 'asha' })).toBe(3)
  await close()
})

it('leaves the read models as they are when an event cannot be folded', async () => {
  const { events, documents } = await longhand()
  const broken = { ...agency.orders[0]!.events[0]!, data: {} } as (typeof agency.orders)[0]['events'][0]
  await record(events, 'order-broken', broken)
  await expect(rebuild(events, documents)).rejects.toThrow('orders can’t apply OrderOpened')
  expect(await readModelDifferences(events, documents)).toEqual([])
  expect(await documents.collection('orders_1').count()).toBe(6)
})

it('is refused as a program where there are no events, and begins none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-rebuild-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const run = promisify(execFile)(process.execPath, [program], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  await expect(run).rejects.toMatchObject({ stderr: `Nothing to rebuild: ${dataDir} has no events.db.\n` })
  expect(await readdir(dataDir)).toEqual([])
})

it('is refused as a program where a restore did not finish, and says so', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-rebuild-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await mkdir(join(dataDir, '.restoring'))
  const run = promisify(execFile)(process.execPath, [program], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  await expect(run).rejects.toMatchObject({ stderr: expect.stringMatching(/^The restore into .* did not finish/) })
})

it('gives the lease back as a program when an event cannot be folded', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-rebuild-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const stores = await openStores({ dataDir })
  const broken = { ...agency.orders[0]!.events[0]!, data: {} } as (typeof agency.orders)[0]['events'][0]
  await record(stores.events, 'order-broken', broken)
  await stores.close()
  const run = promisify(execFile)(process.execPath, [program], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('can’t apply OrderOpened') })
  const { documents, close } = await openStores({ dataDir })
  onTestFinished(close)
  expect(await documents.collection('leases').get('worker')).toMatchObject({ holder: '' })
})

describe.runIf(process.env.MONGODB_URL)('on MongoDB', () => {
  it('read models stopped between documents and checkpoint come out right, and so do those made again', async () => {
    const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
    const url = Object.assign(new URL(process.env.MONGODB_URL!), { pathname: `/${name}` }).href
    const [store, client] = [await openMongoDocuments(url), await new MongoClient(url).connect()]
    onTestFinished(async () => {
      await store.close()
      await client.db(name).dropDatabase()
      await client.close()
    })
    let stopped = 0
    const stopping = guarded(store, async (changes) => {
      const documents = changes.filter(({ collection }) => collection !== 'checkpoints')
      if ([0, changes.length].includes(documents.length)) return
      stopped++
      await store.write(documents)
      throw new Unavailable('The document store')
    })
    const { events } = await longhand(stopping)
    expect(stopped).toBeGreaterThan(0)
    const { documents: embedded } = await longhand()
    for (const collection of ['orders_1', 'accounts_1']) {
      expect(await store.collection(collection).find()).toEqual(await embedded.collection(collection).find())
    }
    await rebuild(events, store)
    expect(await readModelDifferences(events, store)).toEqual([])
    const collections = (await client.db(name).listCollections().toArray()).map((each) => each.name).sort()
    expect(collections).toEqual(
      [...everyProjection.map((each) => `${each.name}_2`), 'checkpoints', 'projections'].sort(),
    )
  })
})

import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openGate } from '#infra/testing/gate.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { documentStoreContract } from './contract.ts'
import { openMongoDocuments } from './mongodb.ts'

const url = process.env.MONGODB_URL

/** A database of the test's own on the server, which may be reached another way. */
async function inDatabase(through = url!) {
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const at = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    open: () => openMongoDocuments(at(through)),
    async database() {
      const client = await new MongoClient(at(url!)).connect()
      return { database: client.db(name), close: () => client.close() }
    },
    async remove() {
      const client = await new MongoClient(at(url!)).connect()
      await client.db(name).dropDatabase()
      await client.close()
    },
  }
}

describe.runIf(url)('with a server', () => {
  documentStoreContract('the document store on MongoDB', inDatabase)
})

const put = (id: string, revision = 0, rest = {}) => ({ collection: 'books', put: { id, revision, ...rest } })

async function opened() {
  const { open, database, remove } = await inDatabase()
  const [store, beside] = [await open(), await database()]
  onTestFinished(async () => {
    await Promise.all([store.close(), beside.close()])
    await remove()
  })
  return { store, database: beside.database }
}

describe.runIf(url)('a document', () => {
  it('ends at its newest revision, however many write it at once', async () => {
    const { store } = await opened()
    const revisions = Array.from({ length: 20 }, (_, n) => n)
    await Promise.all(revisions.map((revision) => store.write([put('a', revision), put(`only ${revision}`, revision)])))
    expect(await store.collection('books').get('a')).toMatchObject({ revision: 19 })
    expect(await store.collection('books').count()).toBe(21)
  })

  it('is kept under its id, with its fields as they are', async () => {
    const { store, database } = await opened()
    await store.write([put('a', 3, { by: 'x', gone: undefined, shelf: { place: 1.5 } })])
    expect(await database.collection('books').find().toArray()).toEqual([
      { _id: 'a', revision: 3, by: 'x', shelf: { place: 1.5 } },
    ])
  })

  it('has the indexes that were asked for', async () => {
    const { store, database } = await opened()
    await store.collection('books').ensureIndex(['by', 'shelf.place'])
    const keys = (await database.collection('books').indexes()).map(({ key }) => Object.keys(key))
    expect(keys).toEqual([['_id'], ['by', 'shelf.place', '_id']])
  })

  it('goes on without an index where it has as many as the server allows', async () => {
    const { store } = await opened()
    for (let n = 0; n < 70; n++) await store.collection('books').ensureIndex([`read.${n}`])
  })

  it('comes before the checkpoint that counts on it', async () => {
    const { store } = await opened()
    const tooLarge = put('a', 0, { title: 'x'.repeat(17 * 1024 * 1024) })
    await expect(
      store.write([tooLarge, { collection: 'checkpoints', put: { id: 'books', revision: 1 } }]),
    ).rejects.toThrow()
    expect(await store.collection('checkpoints').count()).toBe(0)
  })
})

describe.runIf(url)('when the server goes away', () => {
  async function behindGate() {
    const gate = await openGate(url!)
    const { open, database, remove } = await inDatabase(`${gate.url}?directConnection=true`)
    const [store, beside] = [await open(), await database()]
    store.started()
    onTestFinished(async () => {
      await Promise.all([store.close(), beside.close()])
      await gate.close()
      await remove()
    })
    return { gate, open, store, books: store.collection('books'), database: beside.database }
  }

  it.each(['shut', 'hang'] as const)('reading is unavailable within two seconds (%s)', async (how) => {
    const { gate, store, books } = await behindGate()
    await store.write([put('a')])
    await gate[how]()
    const page = Array.from({ length: 100 }, (_, at) => `${at}`)
    for (const read of [() => books.get('a'), () => books.getMany(page), () => books.find(), () => books.count()]) {
      const began = performance.now()
      await expect(read()).rejects.toBeInstanceOf(Unavailable)
      expect(performance.now() - began).toBeLessThan(2_000)
    }
    const writing = store.write([put('b')]).catch((error) => error)
    await gate.open()
    await vi.waitFor(() => books.get('a'), { timeout: 15_000 })
    expect([undefined, expect.any(Unavailable)]).toContainEqual(await writing)
    await store.write([put('c')])
    expect(await books.get('c')).toBeDefined()
  })

  it('a start waits for one that is slow', async () => {
    const { gate, open, store, books } = await behindGate()
    await store.write([put('a')])
    const starting = await open()
    onTestFinished(() => starting.close())
    gate.hang()
    const found = starting.collection('books').get('a')
    await expect(books.get('a')).rejects.toBeInstanceOf(Unavailable)
    await gate.open()
    expect(await found).toBeDefined()
  })

  // The driver's next heartbeat goes to a connection that is destroyed and has not yet said so: it never ends.
  it('it is found again though all connections broke off in one moment', async () => {
    const sockets: Socket[] = []
    const collect = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
    subscribe('net.client.socket', collect)
    onTestFinished(() => void unsubscribe('net.client.socket', collect))
    const { gate, store, books } = await behindGate()
    await store.write([put('a')])
    await pause(700) // the driver asks for the state of the server at most every 500 ms
    gate.mute()
    const [monitor, ...others] = sockets.filter(({ remotePort }) => remotePort === Number(new URL(gate.url).port))
    const written = () => others.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    const before = written()
    const lost = books.get('a').catch((error) => error)
    await vi.waitFor(() => expect(written()).toBeGreaterThan(before))
    monitor!.destroy()
    for (const socket of others) socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    expect(await lost).toBeInstanceOf(Unavailable)
    await gate.open()
    await vi.waitFor(() => store.write([put('b')]), { timeout: 30_000 })
    expect(await books.getMany(['a', 'b'])).toHaveLength(2)
  }, 40_000)

  it('a write whose answer is lost is unavailable, and done; doing it again is harmless', async () => {
    const { gate, store, books, database } = await behindGate()
    await store.write([put('a')])
    gate.mute()
    const changes = [put('a', 1, { title: 'Mole' }), put('b')]
    const lost = expect(store.write(changes)).rejects.toBeInstanceOf(Unavailable)
    await vi.waitFor(async () => expect(await database.collection('books').countDocuments()).toBe(2), 20_000)
    await gate.shut()
    await lost
    await gate.open()
    await vi.waitFor(() => store.write(changes), 15_000)
    expect(await books.getMany(['a', 'b'])).toHaveLength(2)
    expect(await books.get('a')).toMatchObject({ revision: 1, title: 'Mole' })
  })

  it('everything is unavailable once it is closed', async () => {
    const { store } = await opened()
    await store.close()
    await store.close()
    await expect(store.collection('books').get('a')).rejects.toBeInstanceOf(Unavailable)
    await expect(store.write([])).rejects.toBeInstanceOf(Unavailable)
  })
})

describe('a server that cannot be used', () => {
  it('is named in a sentence when no one is there', async () => {
    const gate = await openGate('mongodb://localhost:1')
    await gate.shut()
    await expect(openMongoDocuments(gate.url)).rejects.toThrow(/^Cannot use MONGODB_URL: .*ECONNREFUSED/)
  })

  it('is named in a sentence when the address is none, and the password is not', async () => {
    const wrong = openMongoDocuments('mongodb://atelier:secret@')
    await expect(wrong).rejects.toBeInstanceOf(Misconfigured)
    await expect(wrong).rejects.not.toThrow(/secret/)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteDocuments } from './documents/sqlite.ts'
import { type DocumentStore, Fenced } from './documents/store.ts'
import { takeLease } from './lease.ts'
import { Unavailable } from './unavailable.ts'

/** Documents as several processes have them, where one can go away for itself: it hears and says nothing more. */
async function shared() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-lease-'))
  const store = openSqliteDocuments(join(folder, 'documents.db'))
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  function reach() {
    let paused = Promise.resolve()
    let resume = () => {}
    const documents: DocumentStore = {
      ...store,
      soleWriter: false,
      collection: (name) => {
        const collection = store.collection<never>(name)
        return { ...collection, get: (id: string) => paused.then(() => collection.get(id)) } as never
      },
      write: (...what) => paused.then(() => store.write(...what)),
    }
    return {
      documents,
      /** Stops the process in the midst of what it does, until the returned function is called. */
      pause() {
        ;({ promise: paused, resolve: resume } = Promise.withResolvers<void>())
        return () => resume()
      },
    }
  }
  const said: string[] = []
  const log = { warn: (_: unknown, message?: string) => void said.push(message ?? '') } as never
  const take = (documents: DocumentStore, name: string, options = {}) =>
    takeLease(documents, { name, log, pace: 0.02, ...options })
  return { store, reach, take, said }
}

const note = (id: string) => [{ collection: 'tasks', put: { id, revision: 0 } }]

it('lets one process write, and a second wait, saying so, until the first gives it back', async () => {
  const { store, reach, take, said } = await shared()
  const first = await take(reach().documents, 'one')
  let second: Awaited<ReturnType<typeof take>> | undefined
  const waiting = take(reach().documents, 'two').then((lease) => {
    second = lease
    return lease
  })
  await expect
    .poll(() => said)
    .toEqual(['another process maintains the read models and sends emails: waiting for it to stop'])
  await first.documents.write(note('by the first'))
  // Many times as long as a dead one would be waited for.
  const { revision } = (await store.collection('leases').get('worker'))!
  await expect
    .poll(async () => (await store.collection('leases').get('worker'))!.revision - revision)
    .toBeGreaterThan(20)
  expect(second).toBeUndefined()
  await first.release()
  await (await waiting).documents.write(note('by the second'))
  expect(await store.collection('tasks').count()).toBe(2)
  await second!.release()
})

// spec: 11.32
it('goes to another once its holder shows no sign, and the holder that wakes up writes nothing', async () => {
  const { store, reach, take } = await shared()
  const process = reach()
  const first = await take(process.documents, 'one')
  const wake = process.pause()
  const late = first.documents.write(note('late'))
  late.catch(() => {})
  const second = await take(reach().documents, 'two')
  await second.documents.write(note('by the second'))
  wake()
  await expect(late).rejects.toBeInstanceOf(Fenced)
  await first.lost
  await expect(first.documents.write([])).rejects.toBeInstanceOf(Fenced)
  await first.release() // gives nothing back that is another's
  await second.documents.write(note('and again'))
  expect((await store.collection('tasks').find()).documents.map(({ id }) => id)).toEqual(['and again', 'by the second'])
  await second.release()
})

it('is given back where it shows at that moment that it is alive', async () => {
  const { store, reach, take } = await shared()
  const { documents } = reach()
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  let isHeld = false
  let writes = 0
  const held: DocumentStore = {
    ...documents,
    async write(...what) {
      writes++
      if (isHeld) await go
      await documents.write(...what)
    },
  }
  const lease = await take(held, 'one')
  isHeld = true
  const before = writes
  await expect.poll(() => writes, { interval: 1 }).toBeGreaterThan(before)
  const released = lease.release()
  letGo()
  await released
  expect(await store.collection('leases').get('worker')).toMatchObject({ holder: '' })
})

// spec: 11.32
it('is known to be lost by a holder that writes nothing meanwhile', async () => {
  const { reach, take } = await shared()
  const first = await take(reach().documents, 'one')
  const second = await take(reach().documents, 'two', { force: true })
  await first.lost
  await second.release()
})

it('is taken at once by who is told to, as a rebuild is', async () => {
  const { reach, take } = await shared()
  const first = await take(reach().documents, 'one')
  const rebuild = await take(reach().documents, 'rebuild', { force: true })
  await expect(first.documents.write(note('late'))).rejects.toBeInstanceOf(Fenced)
  await first.lost
  await rebuild.release()
})

it('does not take the holder for dead while the store was away for both', async () => {
  const { store, reach, take, said } = await shared()
  let away = false
  let failures = 0
  const together = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    collection: (name) => {
      const collection = documents.collection<never>(name)
      const get = async (id: string) => {
        if (away) {
          failures++
          throw new Unavailable('The document store')
        }
        return collection.get(id)
      }
      return { ...collection, get } as never
    },
  })
  const first = await take(together(reach().documents), 'one', { pace: 0.05 })
  const waiting = take(together(reach().documents), 'two', { pace: 0.05 })
  await expect.poll(() => said.length).toBe(1)
  away = true
  await expect.poll(() => failures).toBeGreaterThan(20) // longer than a sign is waited for
  away = false
  await first.documents.write(note('still the first'))
  expect(await store.collection('tasks').count()).toBe(1)
  await first.release()
  await (await waiting).release()
})

it('is this process’s at once where it took it and only the answer was lost', async () => {
  const { store, reach, take, said } = await shared()
  const { documents } = reach()
  let isLost = false
  const losing: DocumentStore = {
    ...documents,
    async write(...what) {
      await documents.write(...what)
      if (isLost) return
      isLost = true
      throw new Unavailable('The document store')
    },
  }
  const lease = await take(losing, 'one')
  expect(await store.collection('leases').get('worker')).toMatchObject({ term: 1 })
  expect(said).toEqual([])
  await lease.documents.write(note('by the one'))
  await lease.release()
})

it('is free at once where no other process can have the documents open', async () => {
  const { store, take, said } = await shared()
  const killed = await take(store, 'killed')
  const next = await take(store, 'next')
  await expect(killed.documents.write([])).rejects.toBeInstanceOf(Fenced)
  await next.documents.write(note('next'))
  expect(said).toEqual([])
})

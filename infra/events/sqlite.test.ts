import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventStoreContract } from './contract.ts'
import { openSqliteEvents } from './sqlite.ts'

const inFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-events-'))
  return {
    open: async () => openSqliteEvents(join(folder, 'events.db')),
    remove: () => rm(folder, { recursive: true }),
  }
}

eventStoreContract('the event store on SQLite', inFolder)

it('refuses a second store on the same file with a clear sentence', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  await expect(open()).rejects.toThrow('another Atelier is running with this data folder')
  await store.close()
  await (await open()).close()
  await remove()
})

it('records what was appended right before it is closed', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  const said = { id: randomUUID(), type: 'Said', data: {}, by, at: '2026-11-16T09:00:00.000Z' }
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.prependListener('uncaughtException', note)
  const appending = store.append('talk-1', -1, [said])
  await store.close()
  expect(await appending).toMatchObject([{ revision: 0 }])
  await new Promise(setImmediate)
  process.off('uncaughtException', note)
  expect(errors).toEqual([])
  await remove()
})

it('tells those who follow from the end on before those who keep lists', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  const ending = new AbortController()
  const heardBy: string[] = []
  const following = (['lists', 'people', 'other lists'] as const).map(async (who) => {
    const place = who === 'people' ? 'end' : 0n
    for await (const { events } of store.follow(place, ending.signal)) heardBy.push(...events.map(() => who))
  })
  const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  const said = { id: randomUUID(), type: 'Said', data: {}, by, at: '2026-11-16T09:00:00.000Z' }
  await store.append('talk-1', -1, [said])
  await expect.poll(() => heardBy.length).toBe(3)
  expect(heardBy[0]).toBe('people')
  ending.abort()
  await Promise.all(following)
  await store.close()
  await remove()
})

it('stores what many events end with a few times, and reads each byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-events-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'events.db')
  const ending = (of: string) =>
    `,"sealed":[{"key":"5ea1.Ny","value":"own"},{"key":"5ea1.F3","id":"${of}","value":"${'x'.repeat(250)}"}]}`
  const contents = Array.from(
    { length: 1_000 },
    (_, n) => `{"data":{"n":${n},"text":"{\\"key\\":\\"\\""},"by":{"id":"m"},"at":"2026"${ending(`part ${n % 3}`)}`,
  )
  const store = openSqliteEvents(path)
  const events = contents.map((content) => ({ id: randomUUID(), type: 'MessageSent', content }))
  await Promise.all(
    ['order-a', 'order-b'].map((stream, at) => store.append(stream, -1, events.slice(500 * at, 500 * (at + 1)))),
  )
  await store.close()
  expect((await stat(path)).size / events.length).toBeLessThan(400) // their contents alone are that long
  const again = openSqliteEvents(path)
  onTestFinished(() => again.close())
  expect((await Array.fromAsync(again.everyStored())).map(({ content }) => content)).toEqual(contents)
  const read = await Array.fromAsync(again.read('order-b'))
  expect(read.map(({ data }) => (data as { n: number }).n)).toEqual(events.slice(500).map((_, n) => 500 + n))
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
  await expect(open()).rejects.toThrow('another Atelier is running on this data folder')
  await store.close()
  await (await open()).close()
  await remove()
})

it('tells those who follow from the end on before those who keep lists', async () => {
  const { open, remove } = await inFolder()
  const store = await open()
  const ending = new AbortController()
  const told: string[] = []
  const following = (['lists', 'people', 'other lists'] as const).map(async (who) => {
    const place = who === 'people' ? 'end' : 0n
    for await (const { events } of store.follow(place, ending.signal)) told.push(...events.map(() => who))
  })
  const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  const said = { id: randomUUID(), type: 'Said', data: {}, by, at: '2026-11-16T09:00:00.000Z' }
  await store.append('talk-1', -1, [said])
  await expect.poll(() => told.length).toBe(3)
  expect(told[0]).toBe('people')
  ending.abort()
  await Promise.all(following)
  await store.close()
  await remove()
})

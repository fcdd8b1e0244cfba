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

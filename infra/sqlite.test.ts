import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openSqlite } from './sqlite.ts'

it('cuts the log once nothing is written for a while, and not while a connection reads it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const folder = await mkdtemp(join(tmpdir(), 'atelier-log-'))
  const path = join(folder, 'notes.db')
  const { database, close } = openSqlite(path, 'restore it', (fresh) => fresh.exec('create table notes (text text)'))
  onTestFinished(async () => {
    vi.useRealTimers()
    close()
    await rm(folder, { recursive: true })
  })
  const logSize = async () => (await stat(`${path}-wal`)).size
  const write = () => database.prepare('insert into notes values (?)').run('x'.repeat(50_000))
  const seconds = (count: number) => vi.advanceTimersByTime(1_000 * count)

  for (let written = 0; written < 5; written++) {
    write()
    seconds(10)
    expect(await logSize()).toBeGreaterThan(50_000)
  }
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select count(*) from notes')
  write()
  seconds(60)
  expect(await logSize()).toBeGreaterThan(50_000)
  reader.close()
  seconds(20)
  expect(await logSize()).toBe(0)
  write()
  expect(database.prepare('select count(*) as count from notes').get()).toEqual({ count: 7 })
})

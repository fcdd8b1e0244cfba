import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openSqliteEvents } from './events/sqlite.ts'
import { openSqlite } from './sqlite.ts'

const commits = 12
const [headerSize, frameSize] = [32, 24 + 4_096]
const path = (folder: string) => join(folder, 'events.db')
const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const

/** The files of a store whose process was killed after its commits, of an event each. */
let database: Buffer
let log: Buffer

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-log-'))
  const store = openSqliteEvents(path(folder))
  for (let n = 0; n < commits; n++) {
    const event = {
      id: randomUUID(),
      type: 'Said',
      data: { text: 'x'.repeat(3_000) },
      by,
      at: '2026-11-16T09:00:00.000Z',
    }
    await store.append('talk-1', n - 1, [event])
  }
  await cp(folder, `${folder}.killed`, { recursive: true })
  await store.close()
  database = await readFile(path(`${folder}.killed`))
  log = await readFile(`${path(`${folder}.killed`)}-wal`)
  for (const made of [folder, `${folder}.killed`]) await rm(made, { recursive: true })
})

/** Opens a store with this log: returns its messages and number of events, or the refusal. */
async function opened(log: Buffer): Promise<{ refused: string } | { said: string[]; events: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path(folder), database)
  await writeFile(`${path(folder)}-wal`, log)
  const said: string[] = []
  try {
    const store = openSqliteEvents(path(folder), (line) => said.push(line))
    const events = Number(await store.end())
    await store.close()
    return { said, events }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

function flipped(at: number): Buffer {
  const copy = Buffer.from(log)
  copy[at]! ^= 1 << (at % 8)
  return copy
}

/** Where the last frame of each commit begins. */
const commitFrames = () =>
  Array.from({ length: (log.length - headerSize) / frameSize }, (_, n) => headerSize + n * frameSize).filter(
    (at) => log.readUInt32BE(at + 4) > 0,
  )

it('opens a log that is whole, and one that ends in the middle of a commit, without a word', async () => {
  expect(await opened(log)).toEqual({ said: [], events: commits })
  expect(await opened(log.subarray(0, commitFrames().at(-1)! - 100))).toEqual({ said: [], events: commits - 1 })
  expect(await opened(Buffer.alloc(0))).toMatchObject({ said: [] })
})

it('loses no commit without a word, whichever bit of the log is flipped', async () => {
  const inHeaders = [0, ...commitFrames()].flatMap((from) => Array.from({ length: 12 }, (_, n) => from + 2 * n))
  const anywhere = Array.from({ length: Math.floor(log.length / 1_499) }, (_, n) => 1_499 * n)
  for (const at of [...inHeaders, ...anywhere]) {
    const result = await opened(flipped(at))
    const isNamed =
      'refused' in result ? / is damaged/.test(result.refused) : result.said.length > 0 || result.events === commits
    expect([at, isNamed, result]).toEqual([at, true, result])
  }
})

it('refuses a log in which commits after a damaged place cannot be read, with what to do', async () => {
  const { refused } = (await opened(flipped(commitFrames()[3]! + 100))) as { refused: string }
  expect(refused).toMatch(
    /events\.db-wal is damaged, and changes in it cannot be read: restore a backup \(npm run restore\)\.$/,
  )
})

it('goes on where only the last commit is incomplete, as a power failure leaves it, and says so', async () => {
  const cut = Buffer.from(log).fill(0, commitFrames().at(-1)! + 2_000)
  expect(await opened(cut)).toEqual({
    said: [expect.stringContaining('the last commit is incomplete')],
    events: commits - 1,
  })
})

it('does not mind what an earlier log left behind the end of this one', async () => {
  const earlier = Buffer.from(log)
  const end = commitFrames().at(-7)! + frameSize
  for (let at = end; at < log.length; at += frameSize) earlier.fill(7, at + 8, at + 24)
  expect(await opened(earlier)).toEqual({ said: [], events: commits - 6 })
})

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

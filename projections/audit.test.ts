import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { fileShared, opened } from '#domain/samples.ts'
import { openEventStoreDb } from '#infra/events/eventstoredb.ts'
import { readAddress } from '#infra/events/eventstoredb-address.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { record } from './testing.ts'

const program = fileURLToPath(new URL('audit.ts', import.meta.url))

/** Runs `npm run audit` without npm. */
const audit = (dataDir: string, env: Record<string, string> = {}, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const settings = { ...process.env, EVENTSTORE_URL: '', MONGODB_URL: '', S3_ENDPOINT: '', S3_BUCKET: '' }
    const options = { env: { ...settings, DATA_DIR: dataDir, ...env } }
    const child = execFile(process.execPath, [...nodeFlags, program, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode!, out, err }),
    )
  })

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'atelier-audit-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

it('says that all is as it was recorded, and what is not, with exit code 1', async () => {
  const dataDir = await folder()
  const path = join(dataDir, 'events.db')
  const store = openSqliteEvents(path)
  for (const stream of ['order-a', 'order-b']) await record(store, stream, opened, fileShared)

  await store.close()
  expect(await audit(dataDir)).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 events in 2 streams: all as they were recorded.'),
    err: '',
  })

  const database = new DatabaseSync(path)
  database.exec("update events set content = replace(content, 'FileShared', 'x'), id = id || 'x' where position = 4")
  database.close()
  const damaged = await audit(dataDir)
  expect(damaged.out).toMatch(/altered: order-b, revision 1, FileShared, position 4: it is not what was recorded/)
  expect(damaged).toMatchObject({ code: 1, err: '' })
})

it('says for ever which events were recorded without a hash behind those that have one', async () => {
  const dataDir = await folder()
  const path = join(dataDir, 'events.db')
  const store = openSqliteEvents(path)
  await record(store, 'order-a', opened)
  await store.close()
  const database = new DatabaseSync(path)
  database.exec(`insert into events (position, stream, revision, id, type, content)
    select 2, stream, 1, 'x', 'StepToggled', content from events`)
  database.close()
  const said = /The events 2 to 2 were given their hashes at 20\S+Z, not when they were recorded/
  expect(await audit(dataDir)).toMatchObject({ code: 0, out: expect.stringMatching(said) })
  // Not only when it is found.
  expect(await audit(dataDir)).toMatchObject({ code: 0, out: expect.stringMatching(said), err: '' })
})

it('leaves a backup as it is: with another byte in it, it would not be restored', async () => {
  const [dataDir, backup] = [await folder(), await folder()]
  const path = join(dataDir, 'events.db')
  const store = openSqliteEvents(path)
  await record(store, 'order-a', opened)
  await store.close()
  const database = new DatabaseSync(path)
  database.exec(`vacuum into '${join(backup, 'events.db')}'`) // as a backup is made
  database.close()
  await writeFile(join(backup, 'manifest.json'), '{}')
  const before = await readFile(join(backup, 'events.db'))
  expect(await audit(dataDir, {}, `--from=${backup}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 event in 1 stream: all as they were recorded.'),
  })
  expect(before.equals(await readFile(join(backup, 'events.db')))).toBe(true)
  expect((await readdir(backup)).sort()).toEqual(['events.db', 'manifest.json'])
})

it('says that there is nothing to verify', async () =>
  expect(await audit(await folder())).toMatchObject({ code: 1, err: expect.stringContaining('has no events.db') }))

it('walks EventStoreDB', async () => {
  const double = await startDouble()
  onTestFinished(double.close)
  const store = openEventStoreDb(readAddress(double.url), 'atelier.')
  await record(store, 'order-a', opened, fileShared)
  await record(store, 'order-b', opened, fileShared)
  await store.close()
  const entry = double.entries.filter(({ stream }) => stream.startsWith('atelier.')).at(-1)!
  const env = { EVENTSTORE_URL: double.url }
  const dataDir = await folder()
  expect(await audit(dataDir, env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 events in 2 streams: all'),
  })
  entry.data = Buffer.from(Buffer.from(entry.data).toString().replace('"by"', '"bY"'))
  expect(await audit(dataDir, env)).toMatchObject({
    code: 1,
    out: expect.stringContaining('altered: order-b, revision 1, FileShared'),
  })
})

it('verifies the events of a server that goes on recording, and holds up nobody', async () => {
  const dataDir = await folder()
  const path = join(dataDir, 'events.db')
  const store = openSqliteEvents(path, () => {})
  onTestFinished(() => store.close())
  for (let n = 0; n < 300; n++) await record(store, `order-${n}`, opened, fileShared)

  let ended = false
  let recorded = 0
  const people = (async () => {
    for (let n = 300; !ended; n++) {
      await record(store, `order-${n}`, opened, fileShared) // would be refused where the reader is in its way
      recorded++
    }
  })()
  const sound = await audit(dataDir)
  expect(sound).toMatchObject({ code: 0, err: '' })
  expect(recorded).toBeGreaterThan(0)
  const [, events] = /(\d[\d,]*) events in [\d,]+ streams: all as they were recorded/.exec(sound.out)!
  expect(Number(events!.replaceAll(',', ''))).toBeGreaterThanOrEqual(600)
  expect(sound.out).toContain('as of now: a server runs on it')

  // Another process changes what is stored while the server has it open.
  const database = new DatabaseSync(path, { timeout: 5_000 })
  database.exec(
    "update events set content = replace(content, 'Asha', 'Usha') where stream = 'order-7' and revision = 0",
  )
  database.close()
  const damaged = await audit(dataDir)
  ended = true
  await people
  expect(damaged).toMatchObject({ code: 1, err: '' })
  expect(damaged.out).toMatch(/altered: order-7, revision 0, OrderOpened, position 15: it is not what was recorded/)
})

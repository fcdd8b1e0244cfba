import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { fileShared, meera, opened, registered } from '#domain/samples.ts'
import { stores as storeAggregate, storeId } from '#domain/store/store.ts'
import { createBackup } from '#infra/backup/create.ts'
import { fileFolders } from '#infra/backup/manifest.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { openEventStoreDb } from '#infra/events/eventstoredb.ts'
import { readAddress } from '#infra/events/eventstoredb-connection.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { openLog } from '#infra/log.ts'
import { openStores } from '#infra/open.ts'
import { nextHead, recordHeadOfDay } from '#infra/proof/daily-heads.ts'
import { createSigner } from '#infra/proof/signature.ts'
import { newSecret } from '#infra/secret.ts'
import type { Settings } from '#infra/settings.ts'

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

// spec: 11.22
it('says that all is as it was recorded, and what is not, with exit code 1', async () => {
  const dataDir = await folder()
  const path = join(dataDir, 'events.db')
  const store = openSqliteEvents(path)
  for (const stream of ['order-a', 'order-b']) await record(store, stream, opened, fileShared)

  await store.close()
  expect(await audit(dataDir)).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 events in 2 streams: all unchanged.'),
    err: '',
  })

  const database = new DatabaseSync(path)
  database.exec("update events set content = replace(content, 'FileShared', 'x'), id = id || 'x' where position = 4")
  database.close()
  const damaged = await audit(dataDir)
  expect(damaged.out).toMatch(
    /altered: order-b, revision 1, FileShared, position 4: it was changed after it was recorded/,
  )
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
  const said = /Events 2 to 2 got their hashes later, at 20\S+Z/
  expect(await audit(dataDir)).toMatchObject({ code: 0, out: expect.stringMatching(said) })
  // Not only when it is found.
  expect(await audit(dataDir)).toMatchObject({ code: 0, out: expect.stringMatching(said), err: '' })
})

it('leaves a backup as it is: with another byte in it, it would not be restored', async () => {
  const { dataDir, backup } = await backedUp()
  const names = await readdir(backup)
  const before = await readFile(join(backup, 'events.db'))
  expect(await audit(dataDir, {}, `--from=${backup}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 event in 1 stream: all unchanged.'),
  })
  expect(before.equals(await readFile(join(backup, 'events.db')))).toBe(true)
  expect(await readdir(backup)).toEqual(names)
})

it('reads the keys of a folder by the master key of the settings, and says that files in a bucket are not in a backup', async () => {
  const masterKey = Buffer.alloc(32, 1).toString('base64')
  const { dataDir, backup } = await backedUp({ masterKey, s3: { bucket: 'atelier' } }, fileShared)
  const env = { MASTER_KEY: masterKey }
  expect(await audit(dataDir, env, `--from=${backup}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /The files are not compared: they are in a bucket.*\n2 events in 1 stream: all unchanged/,
    ),
  })
  await rm(join(dataDir, 'files'), { recursive: true })
  const { code, out } = await audit(await folder(), env, `--from=${dataDir}`)
  expect([code, out]).toEqual([1, expect.stringContaining('file: damaged or missing: 1.')])
})

it('names a file that can’t be read, and goes on', async () => {
  const dataDir = await folder()
  const stores = await openStores({ dataDir })
  const filename = `${'a'.repeat(32)}.pdf`
  const folderInstead = join(dataDir, fileFolders[0], filename)
  await mkdir(folderInstead)
  const { size } = await stat(folderInstead)
  const file = { ...fileShared.data.file, filename, size, sha256: '0' }
  await record(stores.events, 'order-a', opened, { ...fileShared, data: { file } })
  await stores.close()
  const { code, out, err } = await audit(dataDir)
  expect([code, err]).toEqual([1, ''])
  expect(out).toMatch(
    /of the order a, sent by Asha Rao .*: can’t be read \(EISDIR: .*\)\.\n1 file: damaged or missing: 1\./,
  )
  expect(out).toContain('2 events in 1 stream: all unchanged.')
})

it('names a logo of the agency that is missing', async () => {
  const dataDir = await folder()
  const stores = await openStores({ dataDir })
  const logo = { filename: 'logo-1.png', icon: 'logo-2.png', width: 800, height: 200 }
  await record(stores.events, 'agency-1', { type: 'AgencyRevised', data: { logo }, by: meera, at: opened.at })
  await stores.files.put(logo.filename, Readable.from(['a picture']))
  await stores.close()
  const { code, out } = await audit(dataDir)
  expect(out).toMatch(
    /The logo \(logo-2\.png\) of the agency, sent by Meera .*: is missing\.\n2 files: damaged or missing: 1\./,
  )
  expect(code).toBe(1)
})

it('names everybody whose key is missing, also behind an order whose first event cannot be read', async () => {
  const dataDir = await folder()
  const [keys, before] = [join(dataDir, 'keys'), join(await folder(), 'keys')]
  await (await openStores({ dataDir })).close()
  await cp(keys, before, { recursive: true })
  const stores = await openStores({ dataDir })
  await record(stores.events, 'order-a', opened, fileShared)
  for (const id of ['asha', 'ravi'])
    await record(stores.events, `account-${id}`, { ...registered, by: { ...registered.by, id } })
  await stores.close()
  await rm(keys, { recursive: true })
  await cp(before, keys, { recursive: true })
  const database = new DatabaseSync(join(dataDir, 'events.db'))
  database.exec("update events set content = 'x' where stream = 'order-a' and revision = 0")
  database.close()
  const { code, out, err } = await audit(dataDir)
  const missing = [...out.matchAll(/(\S+)’s personal data key is missing or damaged/g)].map(([, person]) => person)
  expect([code, err, missing.toSorted()]).toEqual([1, '', ['asha', 'ravi']])
})

/** A data folder with an order, and a backup of it. Its files would be in the bucket of `source`. */
async function backedUp({ masterKey, s3 }: Partial<Settings> = {}, ...more: Parameters<typeof record>[2][]) {
  const dataDir = await folder()
  const stores = await openStores({ dataDir, masterKey })
  await record(stores.events, 'order-a', opened, ...more)
  const { folder: backup } = await createBackup({ dataDir, s3 }, {})
  await stores.close()
  return { dataDir, backup }
}

/** A store with a head of 23 November that the server has signed, which has its keys open until the test has ended. */
async function withHead() {
  const dataDir = await folder()
  const stores = await openStores({ dataDir })
  let isOpen = true
  const close = async () => {
    if (isOpen) await stores.close()
    isOpen = false
  }
  onTestFinished(close)
  await record(stores.events, 'order-a', opened)
  const signer = createSigner(await stores.keys.secret('installation', newSecret()))
  const handler = createCommandHandler(stores.events)
  const now = () => Date.now() + 2 * 24 * 60 * 60_000
  await recordHeadOfDay({ events: stores.events, handler, signer, log: openLog(), now })
  await record(stores.events, 'order-b', opened)
  const { head } = (await handler.load(storeAggregate, storeId)).state
  return { dataDir, signer, head: head!, close, stores }
}

it('takes the heads of days that the server has signed, by the keys that it has open, and says what it cannot know', async () => {
  const { dataDir, signer, head } = await withHead()
  const { code, out } = await audit(dataDir)
  expect(code).toBe(0)
  expect(out).toContain(
    `The newest daily fingerprint is from ${head.day}, 0 days ago. It covers 1 event; 2 events came after it.`,
  )
  expect(out).toContain(`are checked against the server’s key: ${signer.publicKey}`)
  expect(out).toContain('Compare it with a fingerprint kept elsewhere')
  const compared = await audit(dataDir, {}, `--head=${head.day}:${head.hash}`)
  expect([compared.code, compared.out]).toEqual([0, expect.stringContaining('matches yours')])
})

it('refuses a head that another key has signed, by the server’s own key or the one that is named', async () => {
  const { dataDir, head, close, stores } = await withHead()
  const forger = createSigner('a key that somebody else has made for this')
  const events = { ...stores.events, at: async () => undefined }
  const forged = await nextHead(events, { day: '2126-01-01', before: head, signer: forger })
  const by = { id: 'atelier', name: 'Atelier', role: 'admin' } as const
  const event = { type: 'DailyHeadRecorded', data: forged, id: 'forged', by, at: '2126-01-01T00:00:00.000Z' }
  await stores.events.append('store-1', 0, [event as never])
  await close()
  const said = `The fingerprint of 2126-01-01 is signed with the key ${forger.publicKey}, which is not the server’s.`
  for (const options of [[], [`--key=${head.key}`]]) {
    expect(await audit(dataDir, {}, ...options)).toMatchObject({ code: 1, out: expect.stringContaining(said) })
  }
  // Without the keys of the server the audit cannot say so, unless it is named.
  await rm(join(dataDir, 'keys'), { recursive: true })
  const alone = await audit(dataDir)
  expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('To check that it is the server’s')])
  expect((await audit(dataDir, {}, `--key=${head.key}`)).code).toBe(1)
})

// spec: 11.27
it('finds a cut tail, heads and all, by a head that was kept elsewhere', async () => {
  const { dataDir, head, close } = await withHead()
  await close()
  const database = new DatabaseSync(join(dataDir, 'events.db'))
  database.exec('delete from events where position > 1; update sealed set last = 1')
  database.exec("delete from heads where stream <> 'order-a'")
  database.close()
  expect((await audit(dataDir)).out).toContain(
    'There is no daily fingerprint yet. This store alone can’t show whether its end was cut off',
  )
  expect(await audit(dataDir, {}, `--head=${head.day}:${head.hash}`)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`The fingerprint of ${head.day} is missing, though you kept one`),
  })
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

// spec: 11.20
it('verifies the events of a server that goes on recording, and holds up no request', async () => {
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
  const [, events] = /(\d[\d,]*) events in [\d,]+ streams: all unchanged/.exec(sound.out)!
  expect(Number(events!.replaceAll(',', ''))).toBeGreaterThanOrEqual(600)
  expect(sound.out).toContain('current state; a server is running on it')

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
  expect(damaged.out).toMatch(
    /altered: order-7, revision 0, OrderOpened, position 15: it was changed after it was recorded/,
  )
})

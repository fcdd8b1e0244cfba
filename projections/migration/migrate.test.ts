import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import { clientErased, demo, fileDeleted, fileReplaced, fileShared, meera, opened } from '#domain/samples.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { verifyStream } from '#infra/events/verify.ts'
import { openStores, type Stores } from '#infra/open.ts'
import { newSecret } from '#infra/secret.ts'
import { openServerSecrets } from '#infra/server-secrets.ts'
import { readSettings } from '#infra/settings.ts'
import { removeBucket, removeDatabase } from '#infra/testing/servers.ts'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { startProjections } from '#projections/all.ts'
import { listOrders } from '#projections/order/list-orders.ts'
import { readModelDifferences } from '#projections/read-model-differences.ts'
import { record, testStores } from '#projections/testing.ts'
import { compareDocuments, copyDocuments } from './documents.ts'

const agency = demo({
  now: '2026-11-20T09:00:00.000Z',
  hash: (password) => `hashed ${password}`,
  idOf: (email) => email.split('@')[0]!,
  orderIdOf: (clientId, number) => `${clientId}-${number}`,
})

/** The stores without settings, whatever servers the tests were given. */
const embedded = { EVENTSTORE_URL: '', MONGODB_URL: '', S3_ENDPOINT: '', S3_BUCKET: '' }
type Env = Record<string, string>

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'atelier-migrate-'))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

async function inStores<T>(env: Env, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(readSettings(env))
  return work(stores).finally(() => stores.close())
}

/** The demo agency in a data folder, with its files, a draft, and streams that were written in turns. */
async function longhand(): Promise<Env> {
  const dataDir = await folder()
  await inStores({ DATA_DIR: dataDir }, async ({ events, documents, files }) => {
    for (const { id, events: recordedEvents } of agency.accounts)
      await record(events, `account-${id}`, ...recordedEvents)
    const longest = Math.max(...agency.orders.map((order) => order.events.length))
    for (let turn = 0; turn < longest; turn += 2) {
      for (const { id, events: recordedEvents } of agency.orders) {
        if (turn < recordedEvents.length) await record(events, `order-${id}`, ...recordedEvents.slice(turn, turn + 2))
      }
    }
    await record(events, 'order-with-files', opened, fileShared, fileReplaced)
    await files.put('price-list-1.pdf', Readable.from(['what each sari costs '.repeat(2_000)]))
    await files.put('price-list-2.pdf', Readable.from(['what each sari costs '.repeat(300_000)])) // more than one part
    await files.put('empty.txt', Readable.from([]))
    const draft = { id: 'asha', revision: 3, answers: { 1: { id: 1, answer: 'Half a sent', at: 5 } } }
    await documents.write([{ collection: 'drafts', put: draft }])
  })
  return { DATA_DIR: dataDir }
}

async function everyEvent({ events }: Stores): Promise<Omit<Recorded, 'position'>[]> {
  const all: Omit<Recorded, 'position'>[] = []
  const ending = new AbortController()
  for await (const batch of events.follow(0n, ending.signal)) {
    for (const { position: _, ...event } of batch.events) all.push(event)
    if (batch.caughtUp) ending.abort()
  }
  return all
}

/** The last hash of each stream. */
const hashes = (env: Env) =>
  inStores(env, async (stores) => {
    const streams = new Set((await everyEvent(stores)).map(({ stream }) => stream))
    return Promise.all([...streams].map(async (stream) => [stream, await verifyStream(stores.events, stream)]))
  })

/** All that has to be the same on both sides. */
const contents = (env: Env) =>
  inStores(env, async (stores) => {
    const files: Record<string, string> = {}
    for await (const name of stores.files.list()) files[name] = await text((await stores.files.get(name))!)
    return {
      events: await everyEvent(stores),
      files,
      drafts: (await stores.documents.collection('drafts').find()).documents,
    }
  })

/** The servers there are, each with a place of this test's own; what there is not stays embedded. */
async function servers(): Promise<Env> {
  const double = await startDouble()
  onTestFinished(double.close)
  const { MONGODB_URL: mongodb, S3_ENDPOINT: endpoint } = process.env
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const bucket = name.replaceAll('_', '-')
  const env: Env = { DATA_DIR: await folder(), EVENTSTORE_URL: double.url }
  if (mongodb) {
    env.MONGODB_URL = Object.assign(new URL(mongodb), { pathname: `/${name}` }).href
    onTestFinished(() => removeDatabase(mongodb, name))
  }
  if (endpoint) {
    Object.assign(env, { S3_ENDPOINT: endpoint, S3_BUCKET: bucket })
    onTestFinished(() => removeBucket(endpoint, bucket))
  }
  return env
}

/** The settings as a file, which keeps a password out of the command. */
async function written(env: Env): Promise<string> {
  const path = join(await folder(), 'settings')
  await writeFile(
    path,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  return path
}

const program = fileURLToPath(new URL('migrate.ts', import.meta.url))

/** Runs `npm run migrate` without npm. `ended` says how it went. */
function start(args: string[], env: Env) {
  const child = spawn(process.execPath, [...nodeFlags, program, ...args], {
    env: { ...process.env, ...embedded, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout!), text(child.stderr!)])
  const ended = once(child, 'exit').then(async ([code]) => {
    const [out, err] = await said
    return { code: code as number | null, out, err }
  })
  return { child, ended }
}

const migrate = (from: string, to: Env) => start([`--from=${from}`], to).ended

it('moves everything to servers and back, and the first start makes the read models', async () => {
  const [here, there, back] = [await longhand(), await servers(), { DATA_DIR: await folder() }]
  const before = await contents(here)
  const moved = await migrate(here.DATA_DIR!, there)
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toMatch(
    new RegExp(
      `Source and target are the same: ${before.events.length} events in 11 streams, 3 files \\(6\\.3 MB\\), 1 draft, 0 tasks`,
    ),
  )
  expect(await contents(there)).toEqual(before)
  expect(await hashes(there)).toEqual(await hashes(here))
  expect(await migrate(await written(there), back)).toMatchObject({ code: 0, err: '' })
  expect(await hashes(back)).toEqual(await hashes(here))
  expect(await contents(back)).toEqual(before)

  await inStores(there, async ({ events, documents }) => {
    const { orders, accounts, all, close } = await startProjections(events, documents, (error) => {
      throw error
    })
    await Promise.all(all.map(({ caughtUp }) => caughtUp))
    const viewpoint = { viewer: meera, today: '2026-11-16' }
    expect((await listOrders({ orders, accounts }, {}, viewpoint)).documents).toHaveLength(7)
    await close()
    expect(await readModelDifferences(events, documents)).toEqual([])
  })
})

it('goes on where it was killed, and records nothing twice', async () => {
  const here = await longhand()
  const double = await startDouble()
  onTestFinished(double.close)
  const there = { DATA_DIR: await folder(), EVENTSTORE_URL: double.url }
  const ours = () => double.entries.filter(({ stream }) => stream.startsWith('atelier.'))
  double.faults.appendDelay = 20
  const { child, ended } = start([`--from=${here.DATA_DIR}`], there)
  await expect.poll(() => ours().length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(10)
  child.kill('SIGKILL')
  await ended
  double.heal()
  const before = await contents(here)
  expect(ours().length).toBeLessThan(before.events.length)

  const again = await migrate(here.DATA_DIR!, there)
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toMatch(/Copied \d+ events after \d+ that were there/)
  expect(ours()).toHaveLength(before.events.length)
  expect(await contents(there)).toEqual(before)
  expect((await migrate(here.DATA_DIR!, there)).out).toContain(
    `Copied 0 events after ${before.events.length} that were there`,
  )
})

it.each([
  ['another stream', 'account-stranger', undefined],
  ['another fact in the same place', 'account-meera', undefined],
  ['the same fact, with other words', 'account-meera', 'the same id'],
])('writes nothing where there is %s', async (_, stream, sameId) => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const [first] = (await contents(here)).events
  const id = sameId ? first!.id : randomUUID()
  await inStores(there, ({ events }) => events.append(stream, -1, [{ ...agency.accounts[1]!.events[0]!, id }]))
  const before = await contents(there)
  const { code, err } = await migrate(here.DATA_DIR!, there)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The target already contains other data: .*Nothing was written.*\n$/),
  ])
  expect(await contents(there)).toEqual(before)
})

it('writes nothing where something has happened since an earlier move', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await migrate(here.DATA_DIR!, there)
  await inStores(there, ({ events }) => record(events, 'order-with-files', fileDeleted))
  const before = await contents(there)
  const { code, err } = await migrate(here.DATA_DIR!, there)
  expect([code, err]).toEqual([1, expect.stringMatching(/FileDeleted .* is not in the source\. Nothing was written/)])
  expect(await contents(there)).toEqual(before)
})

it.runIf(process.env.MONGODB_URL)('leaves files where they are, when both sides keep them there', async () => {
  const [here, { MONGODB_URL, EVENTSTORE_URL }] = [await longhand(), await servers()]
  const there = { ...here, MONGODB_URL: MONGODB_URL!, EVENTSTORE_URL: EVENTSTORE_URL! }
  const before = await contents(here)
  const { code, out } = await migrate(here.DATA_DIR!, there)
  expect([code, out]).toEqual([0, expect.stringContaining('The files stay where they are.')])
  expect(await contents(there)).toEqual(before)
})

it('writes nothing where someone has written drafts', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await inStores(there, ({ documents }) => documents.write([{ collection: 'drafts', put: { id: 'x', revision: 1 } }]))
  const { code, err } = await migrate(here.DATA_DIR!, there)
  expect([code, err]).toEqual([1, expect.stringContaining('documents (drafts) but no events')])
  expect((await contents(there)).events).toEqual([])
})

it('finds a byte that has changed in a file', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await migrate(here.DATA_DIR!, there)
  const name = 'price-list-2.pdf'
  const file = await open(join(there.DATA_DIR, 'files', 'files', name), 'r+')
  await file.write(Buffer.from('!'), 0, 1, 1_000)
  await file.close()
  const { code, err } = await migrate(here.DATA_DIR!, there)
  expect([code, err]).toEqual([1, expect.stringContaining(`The file ${name} differs: SHA-256`)])
})

it('finds a file too many, and one of another size, before it writes anything', async () => {
  for (const name of ['stranger.txt', 'empty.txt']) {
    const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
    await inStores(there, ({ files }) => files.put(name, Readable.from(['theirs'])))
    const { code, err } = await migrate(here.DATA_DIR!, there)
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^The target .*${name}.*\\.\n$`))])
    expect(await contents(there)).toEqual({ events: [], drafts: [], files: { [name]: 'theirs' } })
  }
})

it('moves nothing that is not what was recorded', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const database = new DatabaseSync(join(here.DATA_DIR!, 'events.db'))
  database.exec(`update events set content = replace(content, '"at":"20', '"at":"19') where stream = 'account-meera'`)
  database.close()
  const { code, err } = await migrate(here.DATA_DIR!, there)
  expect([code, err]).toEqual([1, expect.stringMatching(/The source is damaged: account-meera, revision 0.*\n$/)])
  expect((await contents(there)).events).toEqual([])
})

it('moves nothing out of stores that are in use', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await inStores(here, async () => {
    const { code, err } = await migrate(here.DATA_DIR!, there)
    expect([code, err]).toEqual([1, expect.stringMatching(/^.*events\.db is in use: another Atelier is running.*\n$/)])
  })
})

it('takes what was done in the source since for done in the target too', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const task = {
    id: 'news',
    revision: 0,
    group: 'asha',
    due: 1,
    latest: 1,
    items: [{ id: 'one', position: '9999' }],
    position: '3',
  }
  const reached = (revision: number, position: string) => ({
    collection: 'reactions',
    put: { id: 'mail', revision, position },
  })
  await inStores(here, ({ documents }) => documents.write([{ collection: 'tasks_mail', put: task }, reached(1, '3')]))
  expect((await migrate(here.DATA_DIR!, there)).out).toContain('1 task still to be done')
  await inStores(there, async ({ documents, events }) => {
    const moved = await documents.collection<typeof task & Document>('tasks_mail').get('news')
    expect(moved!.items).toEqual([{ id: 'one', position: String(await events.end()) }])
  })
  await inStores(here, ({ documents }) =>
    documents.write([{ collection: 'tasks_mail', remove: 'news' }, reached(2, '5')]),
  )
  expect((await migrate(here.DATA_DIR!, there)).out).toContain('0 tasks still to be done')
})

it('leaves nothing in the target of a person who was erased in the source since', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const put = { id: 'ravi', revision: 3, answers: {} }
  await inStores(here, ({ documents }) => documents.write([{ collection: 'drafts', put }]))
  expect((await migrate(here.DATA_DIR!, there)).out).toContain('2 drafts')
  const isReadable = async () => (await readFile(join(there.DATA_DIR, 'documents.db'))).includes('Half a sent')
  expect(await isReadable()).toBe(true)
  await inStores(here, async ({ events, keys, documents, files }) => {
    for (const name of clientErased.data.files) await files.remove(name)
    await keys.destroy('asha')
    await documents.write([{ collection: 'drafts', remove: 'asha' }])
    await record(events, 'order-with-files', clientErased)
  })
  expect(await migrate(here.DATA_DIR!, there)).toMatchObject({ code: 0, out: expect.stringContaining('1 draft,') })
  const { drafts, files } = await contents(there)
  expect([drafts, files]).toEqual([[put], { 'empty.txt': '' }])
  expect(await isReadable()).toBe(false)
})

it('removes a file from the target that was deleted in the source since, and none that no event deletes', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await migrate(here.DATA_DIR!, there)
  await inStores(here, async ({ events, files }) => {
    await record(events, 'order-with-files', fileDeleted)
    for (const { filename } of fileDeleted.data.files) await files.quarantine.take(filename)
  })
  await inStores(there, ({ files }) => files.put('stranger.txt', Readable.from(['theirs'])))
  const before = await contents(there)
  const refused = await migrate(here.DATA_DIR!, there)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('doesn’t have: stranger.txt.')])
  expect(await contents(there)).toEqual(before)
  await inStores(there, ({ files }) => files.remove('stranger.txt'))
  expect(await migrate(here.DATA_DIR!, there)).toMatchObject({ code: 0, out: expect.stringContaining('1 file ') })
  expect(await contents(there)).toEqual(await contents(here))
})

it('removes a file from the target that was unused, and is in quarantine in the source since', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  await inStores(here, ({ files }) => files.put('unused.txt', Readable.from(['sent for nothing'])))
  await migrate(here.DATA_DIR!, there)
  await inStores(here, ({ files }) => files.quarantine.take('unused.txt'))
  expect(await migrate(here.DATA_DIR!, there)).toMatchObject({ code: 0 })
  expect(await contents(there)).toEqual(await contents(here))
})

it('brings documents some hundred at a time', async () => {
  const [{ documents: source }, { documents: target }] = [await testStores(), await testStores()]
  const entries = Array.from({ length: 600 }, (_, n) => ({ id: `entry-${n}`, revision: 0 }))
  await source.write(entries.map((put) => ({ collection: 'security_log', put })))
  let writes = 0
  const write: DocumentStore['write'] = (...what) => {
    writes++
    return target.write(...what)
  }
  await copyDocuments(source, { ...target, write }, new Map())
  expect(writes).toBeLessThan(20)
  await compareDocuments(source, target, new Map())
  await target.write([{ collection: 'security_log', remove: 'entry-7' }])
  await expect(compareDocuments(source, target, new Map())).rejects.toThrow('entry-7 of security_log differs')
})

it('tells which secrets would have to be the same, and none of them', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const privateKey = 'QCxRe0b1rjqo9bPcMGWqa7pPRTDQtDS2bFRmDJxhzCw'
  await writeFile(join(here.DATA_DIR!, 'session.secret'), 'a secret that signs the cookies of everybody')
  await writeFile(join(here.DATA_DIR!, 'vapid.secret'), privateKey)
  const { out } = await migrate(here.DATA_DIR!, there)
  expect(out).toContain(`SESSION_SECRET equals ${join(here.DATA_DIR!, 'session.secret')}`)
  const [, publicKey] = /VAPID_PUBLIC_KEY is (B[\w-]{86})\./.exec(out)!
  expect(out).not.toContain(privateKey)
  expect(out).not.toContain('a secret that signs')
  const keys = { VAPID_PUBLIC_KEY: publicKey!, VAPID_PRIVATE_KEY: privateKey }
  const set = { ...there, SESSION_SECRET: 'a secret that signs the cookies of everybody', ...keys }
  expect((await migrate(here.DATA_DIR!, set)).out).not.toMatch(/SESSION_SECRET|VAPID/)
})

it('goes by the settings where the files of former secrets are left in the data folder', async () => {
  const [dataDir, to] = [await folder(), await folder()]
  const start = (env: Env) =>
    inStores({ DATA_DIR: dataDir, ...env }, async (stores) => {
      await openServerSecrets(readSettings({ DATA_DIR: dataDir, ...env }), stores)
      if ((await stores.events.end()) === 0n) await record(stores.events, 'order-a', opened)
    })
  await start({})
  const [session, master] = await Promise.all(
    ['session.secret', 'keys/master.key'].map((name) => readFile(join(dataDir, name), 'utf8')),
  )
  const env = { MASTER_KEY: newSecret(), SESSION_SECRET: newSecret() }
  await start({ ...env, MASTER_KEY_BEFORE: master!, SESSION_SECRET_BEFORE: session! })
  const { code, err, out } = await migrate(dataDir, { DATA_DIR: to, ...env })
  expect([code, err]).toEqual([0, ''])
  expect(out).not.toContain('SESSION_SECRET')
  for (const set of [{}, { SESSION_SECRET: session! }] as Env[]) {
    const other = await migrate(dataDir, { DATA_DIR: await folder(), MASTER_KEY: env.MASTER_KEY, ...set })
    expect(other.out).toContain('logged out unless SESSION_SECRET equals the source’s settings.')
  }
})

it('says in a sentence what is wrong with its sides', async () => {
  const [here, empty] = [await longhand(), await folder()]
  const dataDir = here.DATA_DIR!
  const refused = async (args: string[], env: Env) => {
    const { code, err } = await start(args, env).ended
    return [code, err.trim()]
  }
  expect(await refused([], { DATA_DIR: empty })).toEqual([
    1,
    expect.stringMatching(/^Usage: npm run migrate -- --from=.* \[--to=/),
  ])
  expect(await refused(['--from=/nowhere'], { DATA_DIR: empty })).toEqual([
    1,
    '/nowhere is not a data folder or settings file.',
  ])
  expect(await refused([`--from=${empty}`], here)).toEqual([
    1,
    `There are no events to move: ${empty} has no events.db.`,
  ])
  expect(await refused([`--from=${dataDir}`], here)).toEqual([1, expect.stringContaining('are the same event store')])
  expect(await refused([`--from=${dataDir}`], { ...here, EVENTSTORE_URL: 'esdb://nowhere:2113?tls=false' })).toEqual([
    1,
    expect.stringContaining('are the same document store'),
  ])
})

// spec: 2.108
it('seals what was not sealed yet, goes on where it was, and leaves nothing personal in the target’s events', async () => {
  const here = { DATA_DIR: await folder() }
  const there = { DATA_DIR: await folder() }
  const unsealed = openSqliteEvents(join(here.DATA_DIR, 'events.db'))
  for (const { id, events } of agency.accounts) await record(unsealed, `account-${id}`, ...events)
  for (const { id, events } of agency.orders) await record(unsealed, `order-${id}`, ...events)
  await unsealed.close()
  const { out } = await migrate(here.DATA_DIR, there)
  expect(out).toMatch(/Encrypted the personal data of [\d,]+ events on the way/)
  const marks = ['asha@neelgirilooms', 'Asha Rao', 'looms are loud']
  const found = async ({ DATA_DIR }: { DATA_DIR: string }) => {
    const bytes = await readFile(join(DATA_DIR, 'events.db'))
    return marks.filter((text) => bytes.includes(text))
  }
  expect([await found(here), await found(there)]).toEqual([marks, []])
  await inStores(there, async ({ events }) => {
    const [registered] = await Array.fromAsync(events.read(`account-${agency.accounts[0]!.id}`))
    expect(registered).toMatchObject(agency.accounts[0]!.events[0]!)
    for await (const { stream } of events.heads()) expect((await verifyStream(events, stream)).damage).toBeUndefined()
  })
  const count = await inStores(there, async ({ events }) => (await Array.fromAsync(events.everyStored())).length)
  expect((await migrate(here.DATA_DIR, there)).out).toContain('Copied 0 events')
  expect(await inStores(there, async ({ events }) => (await Array.fromAsync(events.everyStored())).length)).toBe(count)
  await inStores(there, ({ events }) => record(events, 'order-written-since', opened))
  expect((await migrate(here.DATA_DIR, there)).err).toContain('is not in the source')
})

it('moves the keys along, and with them who was erased', async () => {
  const [here, there] = [await longhand(), { DATA_DIR: await folder() }]
  const [gone, stays] = agency.accounts.filter(({ events }) => events[0]!.type === 'AccountRegistered')
  const at = await inStores(here, ({ keys }) => keys.destroy(gone!.id))
  const { out } = await migrate(here.DATA_DIR!, there)
  expect(out).toContain('Moved the personal data keys')
  expect(out).not.toContain('Encrypted the personal data')
  await inStores(there, async ({ events, keys }) => {
    expect(await Array.fromAsync(keys.destroyed())).toEqual([{ person: gone!.id, at }])
    const [erased] = await Array.fromAsync(events.read(`account-${gone!.id}`))
    expect(erased).toMatchObject({ data: { name: 'erased', email: '' } })
    const [there] = await Array.fromAsync(events.read(`account-${stays!.id}`))
    expect(there).toMatchObject(stays!.events[0]!)
  })
})

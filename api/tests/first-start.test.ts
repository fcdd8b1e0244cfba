import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { prepareServerProcess, runToEnd, shared } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { accounts } from '#domain/account/actions.ts'
import { streamOf } from '#domain/event.ts'
import { registered } from '#domain/samples.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { openStores } from '#infra/open.ts'

// In processes of their own: a process whose start waits for what nothing will wake ends, and in a test's process there
// is always something left that keeps it alive.

vi.setConfig({ testTimeout: 90_000 }) // a start takes a second, or ten on a busy machine

async function emptyEventStoreDb() {
  const double = await startDouble()
  onTestFinished(double.close)
  return double
}

async function dataFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-first-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

it('the server opens on an empty EventStoreDB', async () => {
  const { url, entries } = await emptyEventStoreDb()
  const keysDir = await dataFolder()
  const server = await prepareServerProcess('api', { EVENTSTORE_URL: url, KEYS_DIR: keysDir })
  onTestFinished(() => server.remove())
  await server.start()
  const admin = new Visitor(server.url)
  expect((await admin.post('/api/login', adminLogin)).status).toBe(200)
  const { id } = (await admin.get('/api/session')).body
  await server.kill()
  expect(entries.filter(({ data }) => Buffer.from(data).includes('$argon2id'))).toEqual([])
  const { events, close } = await openStores({ dataDir: await dataFolder(), eventStoreUrl: url, keysDir })
  const [registered] = await Array.fromAsync(events.read(streamOf(accounts, id)))
  await close()
  const { passwordHash: hash } = registered!.data as { passwordHash: string }
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) // OWASP's recommendation
})

it('the server waits for an EventStoreDB that starts at the same time, and says so', async () => {
  const double = await emptyEventStoreDb()
  await double.down()
  const server = await prepareServerProcess('api', { EVENTSTORE_URL: double.url })
  onTestFinished(() => server.remove())
  const started = server.start()
  started.catch(() => {}) // it is awaited below
  await expect
    .poll(() => server.warned)
    .toContainEqual(expect.stringMatching(/^Waiting for the event store, up to \d+ s more/))
  await double.up()
  await started
  expect((await new Visitor(server.url).post('/api/login', adminLogin)).status).toBe(200)
})

it('what is killed has left its compiled code to the next start', async () => {
  const compiled = await dataFolder()
  const server = await prepareServerProcess('api', { NODE_COMPILE_CACHE: compiled })
  onTestFinished(() => server.remove())
  await server.start()
  await server.kill()
  expect((await readdir(compiled, { recursive: true })).length).toBeGreaterThan(100)
})

it('the worker follows an empty EventStoreDB', async () => {
  const { url } = await emptyEventStoreDb()
  const worker = await prepareServerProcess('worker', { ...shared, EVENTSTORE_URL: url })
  onTestFinished(() => worker.remove())
  await worker.start()
  expect(await (await fetch(`${worker.url}/readyz`)).json()).toMatchObject({ ready: true })
})

it('everything is moved to an empty EventStoreDB', async () => {
  const [from, to, double] = [await dataFolder(), await dataFolder(), await emptyEventStoreDb()]
  const { events, close } = await openStores({ dataDir: from })
  await events.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
  await close()
  const moved = await runToEnd('migrate', [`--from=${from}`], { DATA_DIR: to, EVENTSTORE_URL: double.url })
  expect([moved.code, moved.err]).toEqual([0, ''])
  expect(moved.out).toContain('Source and target are the same: 1 event in 1 stream')
  expect(double.entries.filter(({ stream }) => stream === 'atelier.account-asha')).toHaveLength(1)
})

it('the read models of an empty EventStoreDB are made again', async () => {
  const { url } = await emptyEventStoreDb()
  const made = await runToEnd('rebuild', [], { DATA_DIR: await dataFolder(), EVENTSTORE_URL: url })
  expect([made.code, made.err]).toEqual([0, ''])
})

/** Where connections are taken and nothing is ever answered: host and port. */
async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'atelier', AWS_SECRET_ACCESS_KEY: 'atelier' }

it.each([
  ['EVENTSTORE_URL', (host: string) => ({ EVENTSTORE_URL: `esdb://${host}?tls=false`, EVENTSTORE_START_SECONDS: '1' })],
  ['MONGODB_URL', (host: string) => ({ MONGODB_URL: `mongodb://${host}/atelier` })],
  ['S3_BUCKET', (host: string) => ({ S3_ENDPOINT: `http://${host}`, S3_BUCKET: 'atelier', ...keys })],
])('a server that takes us and never answers is told of in a sentence: %s', async (setting, settings) => {
  const host = await silentServer()
  const { code, err } = await runToEnd('api', [], { DATA_DIR: await dataFolder(), ...settings(host) })
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^[^\n]*${setting}[^\n]*\\.\n$`))])
})

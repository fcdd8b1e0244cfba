import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Answer, type LiveConnection, startTestServer, type Visitor } from '#api/testing/test-server.ts'
import type { WireEvent } from '#domain/event.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { maxApiKeys } from '#projections/integrations/api-keys.ts'
import { maxWebhooks } from '#projections/integrations/webhooks.ts'

/** A folder for the keys of several servers. */
async function keyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Servers, as many as asked for, on one event store. */
async function started(count = 1) {
  const double = await startDouble()
  onTestFinished(double.close)
  const keysDir = await keyFolder()
  const servers = []
  for (let n = 0; n < count; n++) {
    const server = await startTestServer({ eventStoreUrl: double.url, keysDir })
    onTestFinished(server.close)
    servers.push(server)
  }
  return { double, servers, keysDir }
}

const toggle = (admin: Visitor, orderId: string, progressId: number) =>
  admin.put('/api/update-progress-status', { orderId, progressId })

const revisionsOf = (orderId: string, events: WireEvent[]) =>
  events.filter((event) => event.orderId === orderId).map(({ revision }) => revision)

async function opened(line: Promise<LiveConnection>): Promise<LiveConnection> {
  const open = await line
  onTestFinished(() => void open.close())
  return open
}

// What happens while it is away: away.test.ts.

it('does the main job on EventStoreDB', async () => {
  const { servers } = await started()
  const server = servers[0]!
  const [admin, client] = [await server.admin(), await server.client()]
  const id = await client.order()
  const line = await opened(client.connect())
  expect(await line.watch(id)).toMatchObject({ events: [{ type: 'OrderOpened', revision: 0 }] })

  const { status, body } = await toggle(admin, id, 1)
  expect(status).toBe(200)
  const received = await line.waitFor((events) => revisionsOf(id, events).includes(1))
  expect(received.at(-1)).toEqual(body.events[0])

  const last = await toggle(admin, id, 2)
  await line.waitFor((events) => revisionsOf(id, events).includes(2))
  expect(revisionsOf(id, line.received)).toEqual([1, 2])
  expect(await line.watch(id)).toMatchObject({ events: [0, 1, 2].map((revision) => ({ revision })) })
  const { body: list } = await admin.get('/api/get-orders', { 'After-Position': last.body.position })
  expect(list.data).toMatchObject([{ id, revision: 2 }])
})

it('counts keys and webhooks with what was revoked and removed a moment ago', async () => {
  const { double, servers } = await started()
  const admin = await servers[0]!.admin()
  const createKey = () => admin.post('/api/create-api-key', { name: 'Month-end export', scopes: ['orders:read'] })
  const addWebhook = () => admin.post('/api/add-webhook', { url: 'https://example.com/in', events: ['OrderOpened'] })
  const idOf = ({ body }: Answer): string => body.events[0].stream.replace(/^(api-key|webhook)-/, '')
  const [id, webhookId] = [idOf(await createKey()), idOf(await addWebhook())]
  for (let n = 1; n < maxApiKeys; n++) await createKey()
  for (let n = 1; n < maxWebhooks; n++) await addWebhook()
  expect([(await createKey()).status, (await addWebhook()).status]).toEqual([409, 409])
  double.faults.readDelay = 200
  await admin.put('/api/revoke-api-key', { id })
  expect((await createKey()).status).toBe(201)
  await admin.ask('DELETE', `/api/remove-webhook?webhookId=${webhookId}`)
  expect((await addWebhook()).status).toBe(201)
})

it('is live across two servers, and stays so when the store is silent as one of them has to ask', async () => {
  const { double, servers } = await started(2)
  const [here, there] = [servers[0]!, servers[1]!]
  const [client, admin] = [await here.client(), await here.admin()]
  const elsewhere = await there.admin()
  const line = await opened(elsewhere.connect())
  const id = await client.order()
  await line.waitFor((events) => revisionsOf(id, events).includes(0))

  // The other server has never read this order: to know who may hear of the step it has to.
  double.faults.lostReads = 1_000
  const answer = await toggle(admin, id, 1)
  expect(answer.status).toBe(503)
  double.heal()
  await line.waitFor((events) => revisionsOf(id, events).includes(1))
  expect((await toggle(elsewhere, id, 2)).status).toBe(200)
  await line.waitFor((events) => revisionsOf(id, events).includes(2))
  expect(revisionsOf(id, line.received)).toEqual([0, 1, 2])
})

// spec: 11.34
it('opens although the store answers slowly', async () => {
  const { double, servers, keysDir } = await started()
  const admin = await servers[0]!.admin()
  for (const name of ['Longhand', 'Shorthand', 'Longhand', 'Shorthand', 'Longhand']) {
    expect((await admin.put('/api/update-agency', { name })).status).toBe(200)
  }
  // At the start each attempt has seconds, afterwards less than the settings take to be read now.
  double.faults.readDelay = 250
  const slow = await startTestServer({ eventStoreUrl: double.url, keysDir })
  onTestFinished(slow.close)
  expect((await slow.visitor().get('/healthz')).status).toBe(200)
})

it('seeds the demo into an empty store, and only there', async () => {
  const double = await startDouble()
  onTestFinished(double.close)
  const keysDir = await keyFolder()
  const seeded: number[] = []
  for (let n = 0; n < 2; n++) {
    const server = await startTestServer({ eventStoreUrl: double.url, keysDir, demo: true })
    await server.close()
    seeded.push(double.entries.filter(({ stream }) => stream.startsWith('atelier.order-')).length)
  }
  expect(seeded[0]).toBeGreaterThan(10)
  expect(seeded[1]).toBe(seeded[0])
})

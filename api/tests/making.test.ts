import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Double, startDouble } from '#infra/events/testing/double.ts'
import { adminLogin, startTestServer, type Visitor } from '../testing/test-server.ts'

// The event store hands out its first events alone until the test lets it go on: lists are being made for as long as that.

async function startStore() {
  const double = await startDouble()
  onTestFinished(double.close)
  const keysDir = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  onTestFinished(() => rm(keysDir, { recursive: true }))
  return { double, settings: { eventStoreUrl: double.url, keysDir } }
}

/** A start samples the first hundred events; a list of these is made only then. */
const sampled = 100

/** An order with more events than a start samples. */
async function orderWithHistory(client: Visitor) {
  const orderId = await client.order()
  for (let n = 0; n < sampled; n++) await client.post('/api/send-message', { orderId, text: `Question ${n}` })
  return orderId
}

/** Has the lists made up to the last event, and no further. Answers what lets them go on. */
const holdAtLast = (double: Double) =>
  double.holdSubscriptionsAt(double.entries.findLast(({ stream }) => stream.includes('order-'))!)

it('answers while its lists are being made, and says how far they are', async () => {
  const { double, settings } = await startStore()
  const server = await startTestServer(settings)
  onTestFinished(server.close)
  const [admin, client] = [await server.admin(), await server.client()]
  const orderId = await orderWithHistory(client)
  const [{ revision }] = (await admin.get(`/api/get-single-order?id=${orderId}`)).body.data
  await server.stop()
  for (const name of await readdir(server.dataDir)) {
    if (name.startsWith('documents.db')) await rm(join(server.dataDir, name))
  }
  const goOn = holdAtLast(double)
  await server.start()

  const visitor = Object.assign(server.visitor(), { cookie: admin.cookie })
  const ready = await visitor.get('/readyz')
  expect(ready.status).toBe(503)
  expect(ready.body.making.orders).toBeLessThan(100)
  const list = await visitor.get('/api/get-orders')
  expect(list.status).toBe(200)
  expect(list.headers.get('List-Progress')).toMatch(/^[\d.]+$/)
  expect(list.body.stale).toBe(true)
  // What is not in a list that is being made may be there all the same.
  const file = await visitor.get('/uploads/nothing-of-this-name.png')
  expect([file.status, file.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(file.body.message).toMatch(/^The lists are being made: \d+ %/)
  // An order is read from its events.
  const order = await visitor.get(`/api/get-single-order?id=${orderId}`)
  expect(order.body.data[0].revision).toBe(revision)

  goOn()
  await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200)
  const made = await visitor.get('/api/get-orders')
  expect([made.headers.has('List-Progress'), made.body.data[0].revision]).toEqual([false, revision])
  expect((await visitor.get('/uploads/nothing-of-this-name.png')).status).toBe(404)
})

it('asks the admin of the settings to come again, as long as nobody can say whether there is an admin', async () => {
  const { double, settings } = await startStore()
  const first = await startTestServer({ ...settings, admin: undefined })
  await orderWithHistory(await first.client())
  await first.close()
  const goOn = holdAtLast(double)
  const server = await startTestServer(settings)
  onTestFinished(server.close)
  const logIn = () => server.visitor().post('/api/login', adminLogin)
  const early = await logIn()
  expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(early.body.message).toMatch(/^The lists are being made: \d+ %/)
  const other = { ...adminLogin, email: 'somebody@else.example' }
  expect((await server.visitor().post('/api/login', other)).status).toBe(401)

  goOn()
  await expect.poll(async () => (await logIn()).status).not.toBe(503)
  expect((await logIn()).status).toBe(200)
})

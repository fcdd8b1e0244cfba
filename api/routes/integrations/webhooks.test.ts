import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { signatureHeaders } from '#infra/webhooks/sender.ts'

let server: TestServer
let admin: Visitor
let http: Server
let url: string
let answer: (response: ServerResponse) => void
let received: { path: string; headers: Record<string, string>; raw: string }[]
beforeAll(async () => {
  server = await startTestServer({ webhooks: { loopback: true } })
  admin = await server.admin()
  http = createServer(async (request, response) => {
    received.push({ path: request.url!, headers: request.headers as Record<string, string>, raw: await text(request) })
    answer(response)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => http.once('listening', listening))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/in`
})
beforeEach(() => {
  answer = (response) => response.end('Thank you')
  received = []
})
afterAll(async () => {
  http.close()
  await server.close()
})

type Added = { id: string; secret: string }
async function add(events: string[] = ['OrderRenamed']): Promise<Added> {
  const { status, body, text } = await admin.post('/api/add-webhook', { url, events })
  expect([status, text]).toEqual([201, expect.any(String)])
  return { id: body.events[0].stream.slice('webhook-'.length), secret: body.secret }
}
const remove = (id: string) => admin.ask('DELETE', `/api/remove-webhook?webhookId=${id}`)

async function list() {
  const { position } = (await admin.put('/api/update-agency', { name: randomUUID() })).body
  return (await admin.get('/api/get-webhooks', { 'After-Position': position })).body.data
}
const inList = async (webhook: Added) => (await list()).find(({ id }: { id: string }) => id === webhook.id)
const logOf = async ({ id }: Added) => (await admin.get(`/api/get-deliveries?webhookId=${id}`)).body.data

describe('a webhook', () => {
  it('is noted what happens, signed by the secret that it was given', async () => {
    const webhook = await add()
    const orderId = await (await server.client()).order()
    const renamed = await admin.put('/api/rename-order', { orderId, title: 'Looms, second site' })
    await server.settled()
    expect(received).toHaveLength(1)
    const [{ headers, raw }] = received as [(typeof received)[number]]
    expect(JSON.parse(raw)).toEqual(renamed.body.events[0])
    const at = Number(headers['webhook-timestamp']) * 1000
    expect(headers).toMatchObject(signatureHeaders([webhook.secret], headers['webhook-id']!, at, raw))
    expect(await inList(webhook)).toMatchObject({ url, last: { status: 200, answer: 'Thank you' } })
    await remove(webhook.id)
  })

  it.each([
    ['https://192.168.1.20/orders', 'This URL is in a private network. Please use a public https:// URL.'],
    ['https://metadata.google.internal/', 'This URL is in a private network. Please use a public https:// URL.'],
    ['http://books.example.com/in', 'The URL must start with https://'],
    ['nonsense', 'Please enter the webhook’s URL'],
  ])('is not added at %s', async (url, message) => {
    const { status, body } = await admin.post('/api/add-webhook', { url, events: ['*'] })
    expect([status, body.fields]).toEqual([400, { url: message }])
  })

  // spec: 10.7
  it('is noted elsewhere, and of something else, with the secret and the log that it has', async () => {
    const webhook = await add(['OrderCompleted'])
    await admin.post('/api/test-webhook', { webhookId: webhook.id })
    const change = { webhookId: webhook.id, url: `${url}/moved`, events: ['OrderRenamed'] }
    const { status, body } = await admin.put('/api/update-webhook', change)
    expect([status, body.events[0]]).toMatchObject([200, { type: 'WebhookRevised', by: { name: 'meera' } }])
    received = []
    const orderId = await (await server.client()).order()
    await admin.put('/api/rename-order', { orderId, title: 'Looms, third site' })
    await server.settled()
    expect(received).toHaveLength(1)
    const [{ headers, raw, path }] = received as [(typeof received)[number]]
    expect(path).toBe('/in/moved')
    const at = Number(headers['webhook-timestamp']) * 1000
    expect(headers).toMatchObject(signatureHeaders([webhook.secret], headers['webhook-id']!, at, raw))
    expect(await inList(webhook)).toMatchObject({ url: change.url, events: change.events, owner: 'meera' })
    expect((await logOf(webhook)).map(({ type }: { type: string }) => type)).toEqual(['OrderRenamed', 'WebhookTested'])
    await remove(webhook.id)
  })

  // spec: 10.7
  it('is not moved to an address that it would not have been added at, nor by one who saw an older one', async () => {
    const { id: webhookId } = await add()
    const move = (to: string, headers = {}) => admin.put('/api/update-webhook', { webhookId, url: to }, headers)
    const inside = await move('https://192.168.1.20/orders')
    expect([inside.status, inside.body.fields?.url]).toMatchObject([400, /private network/])
    expect((await move(`${url}/moved`, { 'If-Match': '"0"' })).status).toBe(200)
    expect((await move(`${url}/elsewhere`, { 'If-Match': '"0"' })).status).toBe(412)
    await remove(webhookId)
    expect((await move(url)).status).toBe(404)
  })

  it('never leads to this machine unless the settings say so', async () => {
    const usual = await startTestServer()
    try {
      const { status } = await (await usual.admin()).post('/api/add-webhook', { url, events: ['*'] })
      expect(status).toBe(400)
    } finally {
      await usual.close()
    }
  })

  // security: 11.3
  it('shows its secret once: nowhere else, and not to the stores', async () => {
    const { id, secret } = await add()
    const rotated = await admin.put('/api/rotate-webhook-secret', { webhookId: id })
    expect(rotated.body.secret).toMatch(/^whsec_/)
    const switched = await admin.put('/api/switch-webhook', { webhookId: id, on: false })
    const everything = [switched.text, (await admin.get('/api/get-webhooks')).text, (await remove(id)).text]
    const files = (await readdir(server.dataDir)).filter((name) => name.includes('.db'))
    for (const name of files) everything.push(await readFile(`${server.dataDir}/${name}`, 'latin1'))
    for (const key of [secret, rotated.body.secret]) {
      for (const text of everything) expect(text.includes(key.slice('whsec_'.length))).toBe(false)
    }
    for (const text of everything.slice(0, 3)) expect(text).not.toContain('"secret"')
  })

  it('is added once by a request that is sent again, and answered again', async () => {
    const again = { 'Idempotency-Key': randomUUID() }
    const ask = () => admin.post('/api/add-webhook', { url, events: ['OrderRenamed'] }, again)
    const [first, second] = [await ask(), await ask()]
    expect([second.status, second.body]).toEqual([201, first.body])
    await remove(first.body.events[0].stream.slice('webhook-'.length))
  })

  it('answers with no secret again that another has replaced since, nor with that of a webhook that was removed', async () => {
    const overtaken = [409, expect.stringContaining('was removed or got another secret since')]
    const again = { 'Idempotency-Key': randomUUID() }
    const adding = () => admin.post('/api/add-webhook', { url, events: ['OrderRenamed'] }, again)
    const webhookId = (await adding()).body.events[0].stream.slice('webhook-'.length)
    const rotate = (headers = {}) => admin.put('/api/rotate-webhook-secret', { webhookId }, headers)
    const first = await rotate(again)
    expect((await rotate(again)).body).toEqual(first.body)
    expect((await rotate()).status).toBe(200)
    for (const ask of [adding, () => rotate(again)]) {
      const { status, body } = await ask()
      expect([status, body.message]).toEqual(overtaken)
    }
    const latest = { 'Idempotency-Key': randomUUID() }
    await rotate(latest)
    await remove(webhookId)
    const { status, body } = await rotate(latest)
    expect([status, body.message]).toEqual(overtaken)
  })

  // spec: 10.9
  it('is tested by hand, and says what it answered', async () => {
    const webhook = await add()
    const well = await admin.post('/api/test-webhook', { webhookId: webhook.id })
    expect(well.body).toMatchObject({
      delivered: true,
      message: 'Delivered (status 200)',
      delivery: { state: 'delivered' },
    })
    expect(JSON.parse(received[0]!.raw)).toMatchObject({ type: 'WebhookTested', data: {}, by: { name: 'meera' } })
    answer = (response) => response.writeHead(500).end('Broken')
    const broken = await admin.post('/api/test-webhook', { webhookId: webhook.id })
    expect(broken.body).toMatchObject({ delivered: false, message: 'Failed (status 500)' })
    expect((await logOf(webhook)).map(({ state }: { state: string }) => state)).toEqual(['failed', 'delivered'])
    await remove(webhook.id)
  })

  // spec: 10.9
  it('is sent by hand what failed', async () => {
    const webhook = await add()
    answer = (response) => response.writeHead(503).end('Closed')
    const orderId = await (await server.client()).order()
    await admin.put('/api/rename-order', { orderId, title: 'Looms, third site' })
    await server.settled()
    const [failed] = await logOf(webhook)
    expect(failed).toMatchObject({ type: 'OrderRenamed', orderId, state: 'waiting', tries: 1 })
    expect((await inList(webhook)).failingSince).toBeDefined()
    answer = (response) => response.end()
    const { body } = await admin.post('/api/replay-delivery', { webhookId: webhook.id, deliveryId: failed.id })
    expect(body).toMatchObject({ delivered: true, delivery: { state: 'delivered', tries: 2 } })
    expect(received[1]!.raw).toBe(received[0]!.raw)
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
    expect((await inList(webhook)).failingSince).toBeUndefined()
    server.advanceTime(60 * 60 * 1000)
    await server.settled()
    expect(received).toHaveLength(2)
    await remove(webhook.id)
  })

  it('is tried again by itself as often and as soon, however often it is sent by hand', async () => {
    const webhook = await add()
    answer = (response) => response.writeHead(503).end('Closed')
    await admin.put('/api/rename-order', { orderId: await (await server.client()).order(), title: 'Looms' })
    await server.settled()
    const [{ id: deliveryId }] = await logOf(webhook)
    for (let n = 0; n < 3; n++) await admin.post('/api/replay-delivery', { webhookId: webhook.id, deliveryId })
    server.advanceTime(5_000)
    await server.settled()
    const [{ tries, lastAt, nextAt }] = await logOf(webhook)
    expect([tries, Date.parse(nextAt) - Date.parse(lastAt)]).toEqual([5, 30_000])
    await remove(webhook.id)
  })

  it('keeps its log in pages', async () => {
    const webhook = await add()
    for (let n = 0; n < 3; n++) await admin.post('/api/test-webhook', { webhookId: webhook.id })
    const first = await admin.get(`/api/get-deliveries?webhookId=${webhook.id}&limit=2`)
    const next = encodeURIComponent(first.body.next)
    const second = await admin.get(`/api/get-deliveries?webhookId=${webhook.id}&limit=2&after=${next}`)
    expect([first.body.data.length, second.body.data.length, second.body.next]).toEqual([2, 1, undefined])
    await remove(webhook.id)
  })

  it('is followed by the open pages of admins, without its secret', async () => {
    const page = await admin.connect()
    const webhook = await add()
    const made = await admin.post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] })
    const heard = await page.waitFor(({ length }) => length >= 2)
    expect(heard).toMatchObject([{ type: 'WebhookAdded' }, { type: 'ApiKeyCreated', data: { name: 'A till' } }])
    const noted = JSON.stringify(heard)
    for (const word of ['secret', 'digest', webhook.secret, made.body.key]) expect(noted).not.toContain(word)
    page.close()
    await remove(webhook.id)
  })

  it('that is removed is gone', async () => {
    const webhook = await add()
    expect((await remove(webhook.id)).status).toBe(200)
    expect(await inList(webhook)).toBeUndefined()
    expect((await admin.post('/api/test-webhook', { webhookId: webhook.id })).status).toBe(404)
    expect((await remove(webhook.id)).status).toBe(404)
  })
})

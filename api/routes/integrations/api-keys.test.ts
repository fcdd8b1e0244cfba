import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Answer, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let orderId: string
/** The position of the order's first event: a list that is read after it has the order. */
let opened: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = [await server.admin(), await server.client()]
  ;({ orderId, position: opened } = (await client.submit()).body)
})
afterAll(() => server.close())

type Made = { id: string; key: string; answer: Answer }

/** A new key of the admin's. */
async function makeKey(scopes: string[], more: object = {}, by = admin): Promise<Made> {
  const answer = await by.post('/api/create-api-key', { name: 'Month-end export', scopes, ...more })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return { id: answer.body.events[0].stream.slice('api-key-'.length), key: answer.body.key, answer }
}

/** A program: it sends the key, and nothing that a browser would. */
async function ask(method: string, path: string, key: string, body?: unknown, more: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text }
}

const message = (text: string) => ({ orderId, text })
async function list() {
  const { position } = (await admin.put('/api/update-agency', { name: randomUUID() })).body
  return (await admin.get('/api/get-api-keys', { 'After-Position': position })).body.data
}
const inList = async (id: string) => (await list()).find((each: { id: string }) => each.id === id)

describe('an API key', () => {
  // spec: 10.1
  // security: 4.3
  it('makes the calls of its scopes, and no others', async () => {
    const { key } = await makeKey(['orders:read'])
    const read = await ask('GET', '/api/get-orders', key, undefined, { 'After-Position': opened })
    expect([read.status, read.body.data[0].id]).toEqual([200, orderId])
    const written = await ask('POST', '/api/send-message', key, message('Good morning'))
    expect([written.status, written.body.message]).toEqual([403, 'This API key needs the scope orders:write'])
    expect((await ask('GET', '/api/get-leads', key)).status).toBe(403)
  })

  it.each([
    ['GET', '/api/session'],
    ['POST', '/api/create-api-key'],
    ['GET', '/api/get-api-keys'],
    ['PUT', '/api/change-password'],
    ['POST', '/api/invite-admin'],
    ['POST', '/api/sign-out-everywhere'],
  ])('never makes calls that are for people: %s %s', async (method, path) => {
    const { key } = await makeKey(['orders:read', 'orders:write', 'settings:write'])
    const { status, body } = await ask(method, path, key, method === 'GET' ? undefined : {})
    expect([status, body.message]).toEqual([403, 'API keys can’t use this endpoint'])
  })

  it('is said in the history, by its name and its owner', async () => {
    const { key } = await makeKey(['orders:write'])
    expect((await ask('POST', '/api/send-message', key, message('Your report is ready'))).status).toBe(200)
    const [latest] = (await client.get(`/api/get-history?id=${orderId}&limit=1`)).body.data
    expect(latest).toMatchObject({
      data: { text: 'Your report is ready' },
      by: { name: 'meera', role: 'admin', via: 'Month-end export' },
    })
  })

  it.each(['/api/openapi.json', '/api/docs', '/api/schemas/order-events.json'])(
    'makes no difference to what anyone may read, good or not: %s',
    async (path) => {
      const { key } = await makeKey(['orders:read'])
      for (const Authorization of [`Bearer ${key}`, `Bearer atl_${'x'.repeat(43)}`])
        expect((await fetch(server.url + path, { headers: { Authorization } })).status).toBe(200)
    },
  )

  it('enters leads in the name of its owner', async () => {
    const { key } = await makeKey(['leads:write'])
    const lead = { name: 'Zubin', email: 'zubin@leads.example', phone: '+919845012399', source: 'customer-filter' }
    expect((await ask('POST', '/api/submit-details', key, lead)).status).toBe(200)
    const newest = async () => (await admin.get('/api/get-activity?kind=leads')).body.data[0]?.by
    await expect.poll(newest).toMatchObject({ name: 'meera', role: 'admin', via: 'Month-end export' })
  })

  // spec: 10.1
  it('can be read once, and never again', async () => {
    const { key, id } = await makeKey(['orders:read'])
    expect(key).toMatch(/^atl_[\w-]{43}$/)
    expect(await inList(id)).toMatchObject({
      start: key.slice(0, 8),
      name: 'Month-end export',
      scopes: ['orders:read'],
    })
    const everything = await Promise.all([
      admin.get('/api/get-api-keys'),
      admin.put('/api/revoke-api-key', { id }),
      ask('GET', '/api/get-orders', key),
    ])
    for (const { text } of everything) expect(text).not.toContain(key.slice(8))
  })

  // spec: 10.2
  // security: 4.3
  it('is stored as a digest only', async () => {
    const own = await startTestServer()
    const { key } = (await (await own.admin()).post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] }))
      .body
    await own.stop()
    onTestFinished(() => own.start().then(() => own.close()))
    const store = openSqliteEvents(`${own.dataDir}/events.db`)
    const stored: string[] = []
    for await (const { events, caughtUp } of store.follow(0n, new AbortController().signal)) {
      stored.push(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
      if (caughtUp) break
    }
    await store.close()
    expect(stored.join()).toContain('ApiKeyCreated')
    expect(stored.join()).not.toContain(key.slice(8))
  })

  it('is made once by a request that is sent again, and answered again', async () => {
    const again = { 'Idempotency-Key': randomUUID() }
    const body = { name: 'Sent twice', scopes: ['orders:read'] }
    const first = await admin.post('/api/create-api-key', body, again)
    const second = await admin.post('/api/create-api-key', body, again)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await ask('GET', '/api/get-orders', first.body.key)).status).toBe(200)
    // A key that opens nothing any more is no answer: what would be copied is dead.
    const id = first.body.events[0].stream.slice('api-key-'.length)
    expect((await admin.put('/api/revoke-api-key', { id })).status).toBe(200)
    const { status, body: refused } = await admin.post('/api/create-api-key', body, again)
    expect([status, refused.message]).toEqual([409, expect.stringContaining('the key no longer works')])
  })

  // spec: 10.3
  // security: 4.3
  it('opens nothing from the moment it is revoked', async () => {
    const { key, id } = await makeKey(['orders:read'])
    expect((await ask('GET', '/api/get-orders', key)).status).toBe(200)
    expect((await admin.put('/api/revoke-api-key', { id })).status).toBe(200)
    const { status, headers, body } = await ask('GET', '/api/get-orders', key)
    expect([status, headers.get('WWW-Authenticate'), body.message]).toEqual([
      401,
      'Bearer',
      'This API key is invalid, expired or revoked',
    ])
    expect((await inList(id)).revokedAt).toBeDefined()
  })

  it('of an admin who was removed opens nothing either once they are invited again', async () => {
    const email = 'devika@longhand.example'
    const password = 'thirty-two-columns'
    const join = async (nth: number) => {
      await admin.post('/api/invite-admin', { email })
      const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email, nth))![1]
      const devika = Object.assign(server.visitor(), { password })
      await devika.post('/api/accept-invitation', { token, name: 'Devika Menon', phone: '98450 54321', password })
      return devika
    }
    const devika = await join(1)
    const { key, id } = await makeKey(['orders:read'], {}, devika)
    await admin.put('/api/remove-admin', { personId: (await devika.get('/api/session')).body.id })
    const now = await makeKey(['orders:read'], {}, await join(2))
    const statuses = [key, now.key].map(async (each) => (await ask('GET', '/api/get-orders', each)).status)
    expect(await Promise.all(statuses)).toEqual([401, 200])
    // The list says so.
    expect([(await inList(id)).ended, (await inList(now.id)).ended]).toEqual([true, undefined])
  })

  it('that was made after a change of the address ends as that is undone, and no other', async () => {
    const own = await startTestServer()
    onTestFinished(() => own.close())
    const thief = await own.admin()
    const { email } = (await thief.get('/api/session')).body
    const newKey = async () => (await makeKey(['orders:read'], {}, thief)).key
    const tokenIn = async (address: string, path: string) =>
      new RegExp(`/${path}/([\\w.-]+)`).exec(await own.mailTo(address, (await own.mailsTo(address)).length || 1))![1]
    const before = await newKey()
    await thief.post('/api/request-address-change', { email: 'thief@example.com', password: thief.password })
    const mails = (await own.mailsTo(email)).length
    await thief.put('/api/change-address', { token: await tokenIn('thief@example.com', 'change-address') })
    await own.mailTo(email, mails + 1)
    const stolen = await newKey()
    const undo = { token: await tokenIn(email, 'undo-address-change') }
    expect((await own.visitor().put('/api/undo-address-change', undo)).status).toBe(200)
    const statuses = [before, stolen].map(
      async (key) => (await fetch(`${own.url}/api/get-orders`, { headers: { Authorization: `Bearer ${key}` } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 401])
  })

  it('needs no cookie rules, and takes no cookie into account', async () => {
    const { key } = await makeKey(['orders:write'])
    const fromElsewhere = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await ask('POST', '/api/send-message', key, message('From a till'), fromElsewhere)).status).toBe(200)
    // With a key that opens nothing, a session beside it opens nothing either.
    const wrong = `atl_${'x'.repeat(43)}`
    const headers = { ...fromElsewhere, Cookie: admin.cookie }
    expect((await ask('POST', '/api/send-message', wrong, message('Forged'), headers)).status).toBe(401)
    expect((await admin.post('/api/send-message', message('Forged'), fromElsewhere)).status).toBe(403)
  })

  it.each(['nonsense', 'atl_', `atl_${'x'.repeat(43)}`, `atl_${'x'.repeat(5_000)}`, '../../etc'])(
    'that was never made opens nothing: %.20s',
    async (key) => expect((await ask('GET', '/api/get-orders', key)).status).toBe(401),
  )

  it('is good after a restart, and for other servers of the same data', async () => {
    const { key } = await makeKey(['orders:read'])
    await server.restart()
    expect((await ask('GET', '/api/get-orders', key)).status).toBe(200)
    ;[admin, client] = [
      Object.assign(server.visitor(), { cookie: admin.cookie, password: admin.password }),
      Object.assign(server.visitor(), { cookie: client.cookie }),
    ]
  })

  // spec: 10.3
  it('shows when it was last used, to the minute', async () => {
    const { key, id } = await makeKey(['orders:read'])
    expect((await inList(id)).lastUsedAt).toBeUndefined()
    await ask('GET', '/api/get-orders', key)
    await expect.poll(async () => (await inList(id)).lastUsedAt).toMatch(/:00\.000Z$/)
    const { lastUsedAt: first } = await inList(id)
    server.advanceTime(61_000)
    await ask('GET', '/api/get-orders', key)
    await expect.poll(async () => (await inList(id)).lastUsedAt).not.toBe(first)
  })

  it('shows its last use also after a clock that was ahead was put back', async () => {
    const { key, id } = await makeKey(['orders:read'])
    server.advanceTime(10 * 60_000)
    await ask('GET', '/api/get-orders', key)
    await expect.poll(async () => (await inList(id)).lastUsedAt).toBeDefined()
    const { lastUsedAt: ahead } = await inList(id)
    server.advanceTime(-10 * 60_000)
    await ask('GET', '/api/get-orders', key)
    await expect.poll(async () => (await inList(id)).lastUsedAt < ahead).toBe(true)
  })

  // spec: 10.1
  // security: 4.3
  it('ends when it expires', async () => {
    const { key, id } = await makeKey(['orders:read'], { days: 1 })
    expect((await inList(id)).expires).toBeDefined()
    expect((await ask('GET', '/api/get-orders', key)).status).toBe(200)
    server.advanceTime(24 * 60 * 60 * 1000)
    expect((await ask('GET', '/api/get-orders', key)).status).toBe(401)
  })

  it.each([
    [{ name: '', scopes: ['orders:read'] }, 'name'],
    [{ name: 'A till', scopes: [] }, 'scopes'],
    [{ name: 'A till', scopes: ['sessions'] }, 'scopes.0'],
    [{ name: 'A till', scopes: ['orders:read'], days: 'ever' }, 'days'],
  ])('is not made of %j', async (body, field) => {
    const answer = await admin.post('/api/create-api-key', body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
  })
})

describe('too many calls', () => {
  let limited: TestServer
  let key: string
  beforeEach(async () => {
    const limits = {
      ...defaultLimits,
      apiKey: { address: { times: 6, seconds: 60 }, account: { times: 3, seconds: 60 } },
    }
    limited = await startTestServer({ limits })
    onTestFinished(() => limited.close())
    const made = await (await limited.admin()).post('/api/create-api-key', { name: 'A', scopes: ['orders:read'] })
    key = made.body.key
  })
  const statuses = async (key: string, times: number) => {
    const found: number[] = []
    for (let n = 0; n < times; n++) {
      const response = await fetch(`${limited.url}/api/get-orders`, { headers: { Authorization: `Bearer ${key}` } })
      if (response.status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
      found.push(response.status)
    }
    return found
  }

  // spec: 10.4
  it('with a key are told to wait, and not that it is wrong', async () =>
    expect(await statuses(key, 5)).toEqual([200, 200, 200, 429, 429]))
  it('by someone who guesses keys are told to wait, whatever the key', async () => {
    expect(await statuses('guessed', 7)).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect(await statuses(key, 1)).toEqual([429])
  })

  it('by a program are counted apart from its owner’s, and none is a lead that it enters', async () => {
    const own = await startTestServer({
      limits: {
        ...defaultLimits,
        details: { address: { times: 1, seconds: 3600 }, account: { times: 1, seconds: 3600 } },
        message: { address: { times: 9, seconds: 3600 }, account: { times: 1, seconds: 3600 } },
      },
    })
    onTestFinished(() => own.close())
    const [owner, orderId] = [await own.admin(), await (await own.client()).order()]
    const { key } = (await owner.post('/api/create-api-key', { name: 'A', scopes: ['leads:write', 'orders:write'] }))
      .body
    const withKey = async (path: string, body: object) =>
      (
        await fetch(own.url + path, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status
    const lead = { name: 'Zubin', phone: '+919845012399', source: 'customer-filter' }
    for (const n of [1, 2, 3])
      expect(await withKey('/api/submit-details', { ...lead, email: `${n}@leads.example` })).toBe(200)
    const reminder = { orderId, text: 'A friendly reminder' }
    expect([await withKey('/api/send-message', reminder), await withKey('/api/send-message', reminder)]).toEqual([
      200, 429,
    ])
    expect((await owner.post('/api/send-message', reminder)).status).toBe(200)
  })
})

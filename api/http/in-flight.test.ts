import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { hashing } from '#api/routes/account/passwords.ts'
import { unread } from '#api/testing/downloaded.ts'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { openLog } from '#infra/log.ts'
import { Busy } from '#infra/unavailable.ts'
import { createInFlight } from './in-flight.ts'

let server: TestServer

describe('messages that are sent', () => {
  afterEach(() => server.close())

  // spec: 11.40
  it('are so many in a minute and no more', async () => {
    server = await startTestServer({ limits: defaultLimits })
    const asha = await server.client()
    const orderId = await asha.order()
    const statuses = []
    for (let n = 0; n < 61; n++) {
      statuses.push((await asha.post('/api/send-message', { orderId, text: `Hello ${n}` })).status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })
})

describe('what is costly', () => {
  afterEach(() => server.close())
  const password = 'bread-at-six-gone-by-ten'

  // spec: 11.42
  // security: 2.8
  it('goes on twice at a time for one account, whose third read waits, and others do not', async () => {
    server = await startTestServer({ limits: defaultLimits })
    const [asha, zoya] = [await server.client(), await server.client()]
    const [orderId, other] = [await asha.order(), await zoya.order()]
    await asha.share(orderId, [picture('large.png', 20 * 1024 * 1024)])
    const linkOf = async (visitor: Visitor): Promise<string> =>
      (await visitor.post('/api/request-data', { password })).body.link
    const held = [await unread(asha, await linkOf(asha)), await unread(asha, await linkOf(asha))]
    let isRead = false
    const third = asha.get(`/api/verify-history?id=${orderId}`).finally(() => {
      isRead = true
    })
    for (let n = 0; n < 5; n++) expect((await zoya.get(`/api/verify-history?id=${other}`)).status).toBe(200)
    expect((await zoya.get(await linkOf(zoya))).status).toBe(200)
    expect((await asha.get(`/api/get-single-order?id=${orderId}`)).status).toBe(200)
    expect(isRead).toBe(false)
    held[0]!.destroy()
    expect((await third).body.access).toBe(true)
  })

  // spec: 11.42
  // security: 2.8
  it('is so many logins at once, of which addresses take turns, and who asks for more is told to come again', async () => {
    const login = { address: { times: 1_000, seconds: 60 }, account: { times: 1_000, seconds: 60 } }
    server = await startTestServer({ limits: { ...defaultLimits, login }, trustProxy: 1 })
    const asha = await server.client()
    const { email } = (await asha.get('/api/session')).body
    let answered = 0
    const strangers = Array.from({ length: 300 }, async (_, n) => {
      const answer = await server.visitor().post('/api/login', { email: `stranger-${n}@example.com`, password })
      answered++
      return answer
    })
    await expect.poll(() => answered).toBeGreaterThan(0)
    const own = await server.visitor().post('/api/login', { email, password }, { 'X-Forwarded-For': '203.0.113.9' })
    expect([own.status, answered < 300]).toEqual([200, true])
    const answers = await Promise.all(strangers)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.headers.get('Retry-After')).toBe('2')
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(300 - refused.length)
  })

  // security: 2.8
  it.each([
    ['who is logged in enters a password', '/api/request-data'],
    ['who comes back logs in', '/api/login'],
  ])('keeps no known account waiting: %s while strangers log in from the same address', async (_, path) => {
    const login = { address: { times: 1_000, seconds: 60 }, account: { times: 1_000, seconds: 60 } }
    server = await startTestServer({ limits: { ...defaultLimits, login } })
    const asha = await server.client()
    const { email } = (await asha.get('/api/session')).body
    let refused = 0
    const strangers = Array.from({ length: 300 }, async (_, n) => {
      const { status } = await server.visitor().post('/api/login', { email: `stranger-${n}@example.com`, password })
      if (status === 503) refused++
    })
    const answered = Promise.allSettled(strangers)
    await expect.poll(() => refused).toBeGreaterThan(0)
    expect((await asha.post(path, { email, password })).status).toBe(200)
    await answered
  })
})

// security: 2.8
it('has the devices of one account share a turn, so that a login of another waits for none but what is under way', async () => {
  server = await startTestServer({ limits: { ...defaultLimits, login: defaultLimits.apiKey } })
  onTestFinished(() => server.close())
  const formOf = async (visitor: Visitor) => ({
    email: (await visitor.get('/api/session')).body.email,
    password: 'bread-at-six-gone-by-ten',
  })
  const zoya = await server.client()
  const before = { ...hashing }
  onTestFinished(() => void Object.assign(hashing, before))
  Object.assign(hashing, { memoryCost: 19_456, timeCost: 12 }) // all come before the second is compared
  const asha = await server.client()
  const [ofAsha, ofZoya] = [await formOf(asha), await formOf(zoya)]
  const devices = Array.from({ length: 8 }, () => server.visitor())
  for (const device of devices) await device.post('/api/login', ofAsha)
  let answered = 0
  const logins = devices.map((device) => device.post('/api/login', ofAsha).finally(() => answered++))
  await Promise.race(logins)
  expect((await zoya.post('/api/login', ofZoya)).status).toBe(200)
  expect(answered).toBeLessThan(5)
  await Promise.all(logins)
})

// security: 2.8
it('has all others go on between two strangers who come at once', async () => {
  let turn = 0
  const turnsOfRefusals: number[] = []
  const log = openLog({ write: (line) => void (line.includes('too many requests') && turnsOfRefusals.push(turn)) })
  const login = { address: { times: 1, seconds: 600 }, account: { times: 1, seconds: 600 } }
  server = await startTestServer({ limits: { ...defaultLimits, login }, securityLog: true, admin: undefined }, log)
  onTestFinished(() => server.close())
  const { port } = new URL(server.url)
  const body = JSON.stringify({ email: 'stranger@example.com', password: 'nothing-good-comes-of-it' })
  const head = `POST /api/login HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\n`
  const request = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = connect(Number(port), '127.0.0.1').resume()
  socket.write(request.repeat(50))
  for (; turnsOfRefusals.length < 49; turn++) await nextTurn()
  socket.destroy()
  expect(new Set(turnsOfRefusals).size).toBeGreaterThan(40)
})

describe('what is under way', () => {
  const never = () => new Promise<never>(() => {})

  // security: 2.7
  it('is bounded for an account, for reading and changing each, and not by what another does', async () => {
    const inFlight = createInFlight(true)
    for (let n = 0; n < 20; n++) void inFlight.ofAccount('change', 'asha', never)
    await expect(inFlight.ofAccount('change', 'asha', never)).rejects.toMatchObject({ name: 'TooMany', seconds: 1 })
    expect(await inFlight.ofAccount('read', 'asha', async () => 'read')).toBe('read')
    expect(await inFlight.ofAccount('change', 'ravi', async () => 'changed')).toBe('changed')
  })

  // spec: 11.40
  it('is bounded for a stream, for all callers together, until something of it is done, or has failed', async () => {
    const inFlight = createInFlight(true)
    const { promise, reject } = Promise.withResolvers<never>()
    const first = inFlight.ofStream('order-1', () => promise)
    for (let n = 1; n < 100; n++) void inFlight.ofStream('order-1', never)
    await expect(inFlight.ofStream('order-1', never)).rejects.toThrow(Busy)
    expect(await inFlight.ofStream('order-2', async () => 'changed')).toBe('changed')
    reject(new Error('no'))
    await expect(first).rejects.toThrow('no')
    expect(await inFlight.ofStream('order-1', async () => 'changed')).toBe('changed')
  })
})

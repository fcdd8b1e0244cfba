import { afterEach, describe, expect, it } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits, type LimitName } from '#domain/contract/limits.ts'
import { rateLimitKey } from './limits.ts'

let server: TestServer
const rate = (times: number) => ({ times, seconds: 600 })
const start = async (limits: Partial<Record<LimitName, [address: number, account: number]>>, trustProxy?: number) => {
  const own = Object.entries(limits).map(([name, [address, account]]) => [
    name,
    { address: rate(address), account: rate(account) },
  ])
  server = await startTestServer({ limits: { ...defaultLimits, ...Object.fromEntries(own) }, trustProxy })
}
const login = async (email: string, headers: Record<string, string> = {}) => {
  const { status } = await server.visitor().post('/api/login', { email, password: 'wrong password' }, headers)
  return status
}

describe('asking too often', () => {
  afterEach(() => server.close())

  // security: 2.4
  it('is refused to an address, with the time to wait', async () => {
    await start({ login: [3, 100] })
    const statuses = []
    for (const n of [1, 2, 3, 4]) statuses.push(await login(`${n}@example.com`))
    expect(statuses).toEqual([401, 401, 401, 429])
    const answer = await server.visitor().post('/api/login', adminLogin)
    expect([answer.status, answer.body]).toEqual([
      429,
      { message: 'Too many attempts. Please try again in 10 minutes.' },
    ])
    const wait = Number(answer.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
  })

  // security: 2.4
  it('is refused to a whole /48 of IPv6 addresses after eight times as much, and to no other', async () => {
    await start({ login: [2, 1_000] }, 1)
    const from = (network: number, site = 'a') =>
      login(`${site}-${network}@example.com`, { 'X-Forwarded-For': `2001:db8:${site}:${network.toString(16)}::1` })
    const statuses: number[] = []
    for (let network = 0; network < 8; network++) statuses.push(await from(network), await from(network))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect([await from(8), await from(9), await from(8, 'b')]).toEqual([429, 429, 401])
  })

  it('is refused for an account, however its address is written, and for no other', async () => {
    await start({ login: [100, 2] })
    expect([await login('a@example.com'), await login(' A@Example.com'), await login('a@EXAMPLE.com')]).toEqual([
      401, 401, 429,
    ])
    expect(await login('b@example.com')).toBe(401)
  })

  it('is refused to someone with a session, as the account they are', async () => {
    await start({ upload: [100, 1], password: [100, 1] })
    const [one, two] = [await server.client(), await server.client()]
    expect([(await one.submit()).status, (await one.submit()).status, (await two.submit()).status]).toEqual([
      201, 429, 201,
    ])
    const change = { current: 'wrong password', password: 'a-second-crop-of-figs' }
    const answers = [await one.put('/api/change-password', change), await one.put('/api/change-password', change)]
    expect(answers.map(({ status }) => status)).toEqual([400, 429])
  })

  it('is refused to a client who changes this and that without end, and to no one else', async () => {
    await start({ change: [100, 3] })
    const [one, two] = [await server.client(), await server.client()]
    const choose = (client: Visitor, mail: boolean) => client.put('/api/choose-notifications', { mail })
    const answers = [
      ...[await choose(one, false), await one.ask('DELETE', '/api/remove-calendar'), await choose(one, true)],
      ...[await choose(one, false), await one.get('/api/session'), await choose(two, false)],
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200, 200])
    expect(Number(answers[3]!.headers.get('Retry-After'))).toBeGreaterThan(500)
  })

  it.each([
    ['login', '/api/login'],
    ['register', '/api/register'],
    ['register', '/api/set-up-admin'],
    ['register', '/api/accept-invitation'],
    ['otp', '/api/checkotp'],
    ['code', '/api/checkotp/otp'],
    ['proof', '/api/request-device-code'],
    ['proof', '/api/prove-device'],
    ['reset', '/api/update-password'],
    ['details', '/api/submit-details'],
    ['fitTest', '/api/record-fit-test'],
    ['funnelStart', '/api/begin-funnel'],
    ['funnel', '/api/record-funnel-step'],
    ['upload', '/api/submit-answer'],
    ['upload', '/api/share-files'],
    ['message', '/api/send-message'],
  ] as const)('is counted as %s: %s', async (name, path) => {
    await start({ [name]: [1, 1] })
    const ask = async () => (await server.visitor().post(path, {})).status
    expect(await ask()).not.toBe(429)
    expect(await ask()).toBe(429)
  })

  it('is not to be had with an invented address', async () => {
    await start({ login: [1, 100] })
    const from = (address: string) => login('a@example.com', { 'X-Forwarded-For': address })
    expect([await from('203.0.113.1'), await from('203.0.113.2')]).toEqual([401, 429])
  })

  it('is counted by the address that a trusted proxy names', async () => {
    await start({ login: [1, 100] }, 1)
    const from = (address: string) => login('a@example.com', { 'X-Forwarded-For': address })
    expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.2')]).toEqual([401, 401, 429])
    expect(await from('198.51.100.7, 203.0.113.2')).toBe(429)
  })
})

it.each([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2a00::5:a:b:c:d', '2a00:0:0:5::/64'],
  ['::ffff:cb00:7101', '0:0:0:0::/64'],
  [undefined, 'nobody'],
])('counts %s as %s', (address, counted) => expect(rateLimitKey(address)).toBe(counted))

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { mailServer } from '#infra/mail/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rohini = {
  name: ' Rohini Iyer ',
  email: 'Rohini@Example.com',
  phone: '098450 31177',
  password: 'older-than-me-1931',
}

describe('registering', () => {
  // spec: 3.6, 5.8, 6.2, 7.7
  it('makes an account and begins a session', async () => {
    const visitor = server.visitor()
    const answer = await visitor.post('/api/register', rohini)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ message: 'Welcome. Your account is ready.' })
    const user = await visitor.get('/api/session')
    expect(user.body).toMatchObject({
      name: 'Rohini Iyer',
      email: 'rohini@example.com',
      phone: '+919845031177',
      admin: false,
      limits: { answerFileSize: 26_214_400, sharedFileSize: 209_715_200, filesAtOnce: 20 },
    })
  })

  it('is refused for an address that has an account, however it is written', async () => {
    const answer = await server.visitor().post('/api/register', { ...rohini, email: ' ROHINI@example.com' })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('There is already an account')
  })

  it('lets one of two at the same moment through', async () => {
    const twice = { ...rohini, email: 'twice@example.com' }
    const answers = await Promise.all([1, 2].map(() => server.visitor().post('/api/register', twice)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  // spec: 5.6, 5.7
  it.each([
    ['an empty form', {}, ['email', 'name', 'password', 'phone']],
    ['a bad address', { ...rohini, email: 'nobody' }, ['email']],
    ['a short password', { ...rohini, email: 'a@example.com', password: 'short' }, ['password']],
    ['a password everybody tries', { ...rohini, email: 'a@example.com', password: 'Password123' }, ['password']],
    ['a phone number that is none', { ...rohini, email: 'a@example.com', phone: '12' }, ['phone']],
    ['wrong types', { name: 1, email: [], phone: {}, password: null }, ['email', 'name', 'password', 'phone']],
  ])('says what is wrong with %s', async (_, body, fields) => {
    const answer = await server.visitor().post('/api/register', body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).sort()).toEqual(fields)
    expect(answer.body.message).toBeTruthy()
  })

  // spec: 6.21
  it('cannot be used to become an admin', async () => {
    const visitor = server.visitor()
    await visitor.post('/api/register', { ...rohini, email: 'sly@example.com', role: 'admin', admin: true })
    expect((await visitor.get('/api/session')).body.admin).toBe(false)
  })
})

describe('logging in', () => {
  // spec: 7.1, 7.8
  // security: 3.5
  it('begins a session in a cookie that scripts cannot read', async () => {
    const visitor = server.visitor()
    const answer = await visitor.post('/api/login', adminLogin)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=.*HttpOnly; SameSite=Lax/)
    expect((await visitor.get('/api/session')).body.admin).toBe(true)
  })

  // security: 7.3
  it('ends the session that the browser had before, of whichever account, with the pages that are open in it', async () => {
    const [browser, copy] = [await server.client(), server.visitor()]
    for (const entry of [
      () => browser.post('/api/login', adminLogin),
      () => browser.post('/api/login', adminLogin),
      () => browser.post('/api/register', { ...rohini, email: 'next@example.com' }),
    ]) {
      copy.cookie = browser.cookie
      const page = await copy.connect()
      await entry()
      await page.waitFor((_, { connected }) => !connected)
      expect([(await copy.get('/api/session')).status, (await browser.get('/api/session')).status]).toEqual([401, 200])
    }
  })

  it('leaves the session as it is where the login is refused, and where it is sent again', async () => {
    const browser = await server.admin()
    expect((await browser.post('/api/login', { ...adminLogin, password: 'something-else' })).status).toBe(401)
    const same = { 'Idempotency-Key': 'one-login' }
    for (let times = 0; times < 2; times++) {
      expect((await browser.post('/api/login', adminLogin, same)).status).toBe(200)
      expect((await browser.get('/api/session')).status).toBe(200)
    }
  })

  // security: 6.2
  it('says the same for a wrong password and for an unknown address', async () => {
    const wrong = await server.visitor().post('/api/login', { ...adminLogin, password: 'something-else' })
    const unknown = await server.visitor().post('/api/login', { ...adminLogin, email: 'nobody@example.com' })
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  // security: 3.1
  it('is refused to other sites, and to requests that do not say where they come from', async () => {
    const visitor = server.visitor()
    const headersOfOthers: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
      { Origin: '' },
    ]
    for (const headers of headersOfOthers) {
      expect((await visitor.post('/api/login', adminLogin, headers)).status).toBe(403)
    }
  })
})

describe('a session', () => {
  it('is needed', async () => {
    expect((await server.visitor().get('/api/session')).status).toBe(401)
    for (const path of [
      '/api/user-order',
      '/api/get-orders',
      '/api/get-questions',
      '/api/check-submission',
      '/api/get-single-order?id=x',
      '/uploads/x.pdf',
    ]) {
      const { status, body } = await server.visitor().get(path)
      expect([path, status, body.message]).toEqual([path, 401, 'Please log in'])
    }
  })

  it('survives a restart of the server', async () => {
    const admin = await server.admin()
    await server.restart()
    const again = Object.assign(server.visitor(), { cookie: admin.cookie })
    expect((await again.get('/api/session')).status).toBe(200)
  })

  // spec: 7.9
  // security: 7.1
  it('ends with logging out, for a copy of its cookie too', async () => {
    const admin = await server.admin()
    const thief = Object.assign(server.visitor(), { cookie: admin.cookie })
    expect((await thief.get('/api/session')).status).toBe(200)
    const left = await admin.get('/api/logout')
    expect(left.body).toEqual({ loggedout: true, message: 'You’re logged out' })
    expect(left.headers.getSetCookie()).toContainEqual(expect.stringMatching(/session=;.*Expires=Thu, 01 Jan 1970/))
    expect((await thief.get('/api/session')).status).toBe(401)
    expect((await server.visitor().get('/api/logout')).body.loggedout).toBe(true)
  })

  const day = 24 * 60 * 60 * 1000

  // security: 7.4
  it('lasts for thirty days without use', async () => {
    const client = await server.client()
    server.advanceTime(30 * day - 60_000)
    const copy = Object.assign(server.visitor(), { cookie: client.cookie })
    expect((await copy.get('/api/session')).status).toBe(200)
    server.advanceTime(60_000)
    expect((await client.get('/api/session')).status).toBe(401)
    expect((await copy.get('/api/session')).status).toBe(200)
  })

  // security: 7.4
  it('lasts for ninety days in use, and not a moment longer', async () => {
    const client = await server.client()
    const statuses = []
    for (const days of [29, 29, 29, 2.99, 0.01]) {
      server.advanceTime(days * day)
      statuses.push((await client.get('/api/session')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 401])
  })

  // security: 7.5
  it('ends everywhere at once, with the pages that are open in it', async () => {
    const here = server.visitor()
    const there = server.visitor()
    await here.post('/api/register', { ...rohini, email: 'many@example.com' })
    await there.post('/api/login', { email: 'many@example.com', password: rohini.password })
    const lines = [await here.connect(), await there.connect()]
    const answer = await here.post('/api/sign-out-everywhere', {})
    expect([answer.status, answer.body]).toEqual([
      200,
      { loggedout: true, message: 'You’ve been logged out on all devices' },
    ])
    for (const line of lines) await line.waitFor((_, socket) => socket.disconnected)
    expect([here.cookie, (await there.get('/api/session')).status]).toEqual(['', 401])
    expect((await here.post('/api/sign-out-everywhere', {})).status).toBe(401)
  })

  // spec: 4.32
  // security: 7.5
  it('is listed with its device, and ended from another one', async () => {
    const agents = {
      here: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      there: 'Mozilla/5.0 (Android 15; Mobile) Gecko/140.0 Firefox/140.0',
    }
    const [here, there] = [server.visitor(), server.visitor()]
    await here.post('/api/register', { ...rohini, email: 'two@example.com' }, { 'User-Agent': agents.here })
    const login = { email: 'two@example.com', password: rohini.password }
    await there.post('/api/login', login, { 'User-Agent': agents.there })
    const list = async () => (await here.get('/api/get-sessions')).body.data
    expect(await list()).toMatchObject([
      { device: 'Chrome on Linux', current: true },
      { device: 'Firefox on Android', current: false },
    ])
    const line = await there.connect()
    const [, { id }] = await list()
    expect(there.cookie).not.toContain(id)
    const stranger = await server.client()
    expect((await stranger.put('/api/end-session', { id })).status).toBe(200)
    expect((await there.get('/api/session')).status).toBe(200) // it is none of theirs
    expect((await here.put('/api/end-session', { id })).body.message).toBe('Device logged out')
    await line.waitFor((_, { connected }) => !connected)
    expect([(await there.get('/api/session')).status, (await list()).length]).toEqual([401, 1])
    const [own] = await list()
    const left = await here.put('/api/end-session', { id: own.id })
    expect(left.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(here.cookie).toMatch(/^device=[^;]+$/)
  })

  // security: 3.1
  it('is not ended by another site', async () => {
    const admin = await server.admin()
    for (const site of ['cross-site', 'same-site']) {
      expect((await admin.get('/api/logout', { 'Sec-Fetch-Site': site })).status).toBe(403)
      const headers = { 'Sec-Fetch-Site': site, Cookie: admin.cookie }
      expect((await fetch(`${server.url}/api/logout`, { method: 'HEAD', headers })).status).toBe(403)
    }
    expect((await admin.get('/api/session')).status).toBe(200)
  })

  // security: 3.1
  it.each([
    '/api/logout/',
    '/API/LOGOUT',
    '/api/Logout',
    '/Api/logout',
    '/api//logout',
    '/api/logout%2F',
    '//api/logout',
  ])('is not ended by a path that is only nearly that of the logout: %s', async (path) => {
    const admin = await server.admin()
    for (const site of ['cross-site', 'same-origin']) {
      expect((await admin.get(path, { 'Sec-Fetch-Site': site })).status).toBe(404)
      expect((await admin.get('/api/session')).status).toBe(200)
    }
  })

  it('takes with it what the browser keeps of the account, when it is ended in it', async () => {
    const client = await server.client()
    const { headers } = await client.get('/api/logout')
    expect(headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(client.cookie).toMatch(/^device=[^;]+$/) // that the account knows the device
    const everywhere = await (await server.client()).post('/api/sign-out-everywhere', {})
    expect(everywhere.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
  })

  it('takes nothing with it that is not asked to go', async () => {
    const client = await server.client()
    const refused = await client.get('/api/logout', { 'Sec-Fetch-Site': 'cross-site' })
    expect(refused.headers.get('Clear-Site-Data')).toBeNull()
    expect((await server.visitor().get('/api/session')).headers.get('Clear-Site-Data')).toBeNull()
  })

  // security: 9.1
  it('cannot be forged', async () => {
    const admin = await server.admin()
    const [head, , signature] = admin.cookie.split('.')
    const claims = Buffer.from(JSON.stringify({ sub: 'x', sid: 'y', exp: 9e9 })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const cookie of [
      `${head}.${claims}.${signature}`,
      `session=${none}.${claims}.`,
      'session=',
      'session=a.b.c',
    ]) {
      expect((await Object.assign(server.visitor(), { cookie }).get('/api/session')).status).toBe(401)
    }
  })
})

describe('one origin', () => {
  // spec: 6.1, 7.4
  it('answers a program with the session user, and a browser with the page', async () => {
    const admin = await server.admin()
    const user = await admin.get('/', { Accept: 'application/json' })
    expect(user.body).toMatchObject({ email: adminLogin.email, admin: true })
    expect(user.headers.get('Cache-Control')).toBe('no-store')
    expect(user.headers.get('Vary')).toContain('Accept')
    const page = await admin.get('/', { Accept: 'text/html,*/*;q=0.8' })
    expect(page.headers.get('Content-Type')).toContain('text/html')
    expect((await server.visitor().get('/', { Accept: 'application/json' })).status).toBe(401)
  })

  // spec: 2.18
  it('has a real 404, as a page for people and as JSON for programs', async () => {
    const page = await server.visitor().get('/no-such-page', { Accept: 'text/html' })
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, expect.stringContaining('text/html')])
    const call = await server.visitor().get('/api/no-such-call', { Accept: 'text/html' })
    expect([call.status, call.body.message]).toEqual([404, 'This endpoint doesn’t exist'])
    const none = [
      ['POST', '/'],
      ['POST', '/login'],
      ['PUT', '/dashboard'],
      ['DELETE', '/assets/none.js'],
    ] as const
    for (const [method, path] of none) {
      const { status, body } = await server.visitor().ask(method, path)
      expect([method, path, status, body]).toEqual([method, path, 404, { message: 'This endpoint doesn’t exist' }])
    }
  })

  it('asks browsers for TLS in production, and not for names below its own, which may be others', async () => {
    const own = await startTestServer({ production: true })
    onTestFinished(() => own.close())
    const { headers } = await own.visitor().get('/login')
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  })

  it('answers what cannot be read with a clear error', async () => {
    const visitor = server.visitor()
    expect((await visitor.post('/api/login', '{"email":', { 'Content-Type': 'application/json' })).status).toBe(400)
    expect(
      (
        await visitor.post('/api/login', JSON.stringify({ email: 'x'.repeat(300_000) }), {
          'Content-Type': 'application/json',
        })
      ).status,
    ).toBe(413)
  })
})

it('reads that the email server rejected the link to confirm the address', async () => {
  const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  const mails = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal) })
  onTestFinished(mails.close)
  const own = await startTestServer({ mail: { smtpUrl: mails.url, from: 'studio@longhand.example' } })
  onTestFinished(() => own.close())
  const { status, body } = await (await own.client()).post('/api/send-address-proof', {})
  const message = 'The email server rejected this email. Please check the address.'
  expect([status, body]).toEqual([409, { message }])
})

describe('a profile', () => {
  it('is changed, and read so at once', async () => {
    const client = await server.client()
    const change = { name: ' Asha Rao Patil ', phone: '044 2811 2345' }
    const answer = await client.put('/api/update-profile', change, { 'Idempotency-Key': 'one' })
    expect([answer.status, answer.body]).toMatchObject([200, { message: 'Profile updated', events: [{ revision: 2 }] }])
    expect((await client.get('/api/session')).body).toMatchObject({ name: 'Asha Rao Patil', phone: '+914428112345' })
    expect((await client.put('/api/update-profile', change, { 'Idempotency-Key': 'one' })).body).toEqual(answer.body)
    expect((await client.put('/api/update-profile', change)).body.events).toEqual([])
  })

  it('shows to the admin of an order', async () => {
    const client = await server.client()
    const id = await client.order()
    await client.put('/api/update-profile', { name: 'Asha R. Patil', phone: '98450 99999' })
    const { body } = await (await server.admin()).get(`/api/get-single-order?id=${id}`)
    expect(body.data[0]).toMatchObject({ name: 'Asha R. Patil', phone: '+919845099999' })
  })

  it.each([
    [{}, ['body']],
    [{ name: '', phone: '98450 12345' }, ['name']],
    [{ name: 'Asha Rao', phone: '12' }, ['phone']],
    [{ name: ['Asha'], phone: {} }, ['name', 'phone']],
  ])('is a name, a phone number or both: not %j', async (body, fields) => {
    const answer = await (await server.client()).put('/api/update-profile', body)
    expect([answer.status, Object.keys(answer.body.fields).sort()]).toEqual([400, fields])
  })

  it('is its owner’s', async () => {
    expect((await server.visitor().put('/api/update-profile', { name: 'X', phone: '98450 12345' })).status).toBe(401)
  })
})

describe('cookies in production', () => {
  const day = 24 * 60 * 60 * 1000
  const names = (cookie: string) => cookie.split('; ').map((each) => each.split('=')[0])
  const cookieOf = (cookie: string, name: string) => new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookie)![1]!

  async function production() {
    const own = await startTestServer({ production: true })
    onTestFinished(() => own.close())
    return own
  }

  // security: 3.5
  it('are taken from this very host alone, over TLS: their names begin with __Host-', async () => {
    const own = await production()
    const visitor = own.visitor()
    const login = await visitor.post('/api/login', adminLogin)
    const code = await visitor.post('/api/checkotp', adminLogin)
    const set = [...login.headers.getSetCookie(), ...code.headers.getSetCookie()]
    const ours = set.filter((each) => !each.startsWith('signed-in='))
    expect(names(ours.join('; ')).filter((name) => name!.startsWith('__Host-'))).toEqual([
      '__Host-session',
      '__Host-device',
      '__Host-reset',
    ])
    for (const each of ours) expect(each).toMatch(/^__Host-.*Path=\/; .*HttpOnly; Secure; SameSite=(Lax|Strict)$/)
    expect(ours.join()).not.toContain('Domain')
    expect((await visitor.get('/api/session')).status).toBe(200)
  })

  it('of before keep their holders logged in, and are replaced', async () => {
    const own = await production()
    const visitor = own.visitor()
    await visitor.post('/api/login', adminLogin)
    // As a version before this one gave it.
    const secret = await readFile(join(own.dataDir, 'session.secret'), 'utf8')
    const { host: _, ...claims } = jwt.verify(cookieOf(visitor.cookie, '__Host-session'), secret) as jwt.JwtPayload
    const before = Object.assign(own.visitor(), { cookie: `session=${jwt.sign(claims, secret)}` })
    await (await before.connect({ Cookie: before.cookie, Origin: own.url })).socket.close()
    expect((await before.get('/api/session')).status).toBe(200)
    expect(names(before.cookie).filter((name) => name!.endsWith('session'))).toEqual(['__Host-session'])
    own.advanceTime(day)
    expect((await before.get('/api/session')).status).toBe(200)
  })

  // security: 3.5
  it('of this version are good under no name that another host may give', async () => {
    const own = await production()
    const mean = own.visitor()
    await mean.post('/api/login', adminLogin)
    const victim = Object.assign(own.visitor(), { cookie: `session=${cookieOf(mean.cookie, '__Host-session')}` })
    expect((await victim.get('/api/session')).status).toBe(401)
  })
})

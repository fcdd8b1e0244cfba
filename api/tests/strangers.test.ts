import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { authenticator } from '#api/testing/authenticator.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

const password = 'tea-at-four-in-the-rain'
const stranger = { name: 'Call Me Instead', phone: '98450 66666', password }
let people = 0
const newAddress = () => `victim-${++people}@example.com`
const linkIn = (mail: string, path: string) => new RegExp(`/${path}/([\\w.-]+)`).exec(mail)![1]!
const sessionOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body

/** A stranger registers an address that is not theirs. */
async function takesOver(email: string): Promise<Visitor> {
  const visitor = server.visitor()
  expect((await visitor.post('/api/register', { ...stranger, email })).status).toBe(201)
  return visitor
}

describe('an address that a stranger registers', () => {
  // security: 6.5
  it('can be used at once, and lets an invitation to it stand, whose reader gets the account', async () => {
    const email = newAddress()
    await admin.post('/api/invite-client', { email, name: 'Nima Lepcha' })
    const token = linkIn(await server.mailTo(email), 'invitation')
    const taker = await takesOver(email)
    const line = await taker.connect()
    expect((await sessionOf(taker)).proven).toBe(false)
    expect((await admin.get('/api/get-invitations')).body.data).toMatchObject([{ email }])
    const reader = server.visitor()
    expect((await reader.get(`/api/get-invitation?token=${token}`)).body).toMatchObject({ email, name: 'Nima Lepcha' })
    const own = { token, name: 'Nima Lepcha', phone: '98450 11111', password: 'leaves-from-the-upper-garden' }
    expect((await reader.post('/api/accept-invitation', own)).status).toBe(201)
    expect(await sessionOf(reader)).toMatchObject({ email, name: 'Nima Lepcha', phone: '+919845011111', proven: true })
    await line.waitFor((_, { connected }) => !connected)
    expect((await taker.get('/api/session')).status).toBe(401)
    expect((await server.visitor().post('/api/login', { email, password })).status).toBe(401)
    await expect.poll(async () => (await admin.get('/api/get-invitations')).body.data).toEqual([])
    expect((await server.visitor().post('/api/accept-invitation', own)).status).toBe(409)
  })

  // security: 6.5, 9.2
  it('is confirmed by a link from a mail that only its own session can use, for seven days', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const taker = await takesOver(email)
    const another = await takesOver(other)
    await taker.post('/api/send-address-proof', {})
    const token = linkIn(await server.mailTo(email), 'confirm-address')
    const no = 'This link has expired or belongs to another account. Please ask for a new one.'
    const prove = async (visitor: Visitor, token: string) => {
      const { status, body } = await visitor.put('/api/prove-address', { token })
      return [status, body.message]
    }
    expect(await prove(another, token)).toEqual([409, no])
    expect((await prove(server.visitor(), token))[0]).toBe(401)
    const [id, , signature] = token.split('.')
    for (const forged of [
      `${id}.zzzzzzzz.${signature}`,
      `${(await sessionOf(another)).id}.${token.slice(23)}`,
      'x',
      '',
    ]) {
      expect(await prove(another, forged)).toEqual([409, no])
    }
    expect((await sessionOf(another)).proven).toBe(false)
    const late = await startTestServer()
    onTestFinished(() => late.close())
    const client = await late.client()
    const address = (await sessionOf(client)).email
    await client.post('/api/send-address-proof', {})
    const lateToken = linkIn(await late.mailTo(address), 'confirm-address')
    late.advanceTime(7 * 24 * 60 * 60 * 1000)
    expect(await prove(client, lateToken)).toEqual([409, no])
    expect(await prove(taker, token)).toEqual([200, 'Thank you. Your email address is confirmed.'])
    expect(await prove(taker, token)).toEqual([200, 'Thank you. Your email address is confirmed.'])
    expect((await sessionOf(taker)).proven).toBe(true)
    expect((await taker.post('/api/send-address-proof', {})).body.message).toBe(
      'Your email address is already confirmed',
    )
  })

  // security: 6.6
  it('is given back to the reader of its mail, with no session of the other left, when they ask for a new password', async () => {
    const email = newAddress()
    const taker = await takesOver(email)
    const line = await taker.connect()
    const owner = server.visitor()
    await owner.post('/api/checkotp', { email })
    const code = /^Subject: (\d{6}) /m.exec(await server.mailTo(email))![1]!
    expect((await owner.post('/api/checkotp/otp', { OneTimePassword: code })).body.otpMatched).toBe(true)
    await line.waitFor((_, { connected }) => !connected)
    expect((await taker.get('/api/session')).status).toBe(401)
    const again = await taker.post('/api/login', { email, password })
    expect([again.status, again.body.message]).toEqual([
      409,
      'Please choose a new password first. Use “Forgot password?” below.',
    ])
    const chosen = { email, password: 'leaves-from-the-upper-garden' }
    expect((await owner.post('/api/update-password', chosen)).status).toBe(200)
    expect((await owner.post('/api/login', chosen)).status).toBe(200)
    expect((await sessionOf(owner)).proven).toBe(true)
    await server.settled()
    expect(await server.mailTo(email, 2)).toMatch(/^Subject: Your password was changed$/m)
  })

  // spec: 11.49
  // security: 6.7
  it('is not kept from its reader by a second factor that the other has set up, of which it is told', async () => {
    const email = newAddress()
    const taker = await takesOver(email)
    const { key } = (await taker.post('/api/start-second-factor', { password })).body
    const code = authenticator(key).code()
    expect((await taker.post('/api/enable-second-factor', { code })).status).toBe(200)
    await server.settled()
    const mail = await server.mailTo(email)
    expect(mail).toMatch(/^Subject: Two-step verification is on$/m)
    expect(mail).toContain('/forgot-password')
    const owner = server.visitor()
    await owner.post('/api/checkotp', { email })
    const otp = /^Subject: (\d{6}) /m.exec(await server.mailTo(email, 2))![1]!
    expect((await owner.post('/api/checkotp/otp', { OneTimePassword: otp })).body.otpMatched).toBe(true)
    const chosen = { email, password: 'leaves-from-the-upper-garden' }
    expect((await owner.post('/api/update-password', chosen)).status).toBe(200)
    expect((await owner.post('/api/login', chosen)).body.secondFactor).toBeUndefined()
    expect((await sessionOf(owner)).email).toBe(email)
    expect((await owner.get('/api/get-second-factor')).body.enabled).toBe(false)
  })

  // security: 6.8
  it('is told nothing in the words of the stranger who registered it', async () => {
    const email = newAddress()
    const visitor = server.visitor()
    await visitor.post('/api/register', { ...stranger, email, name: 'You won http://evil.example' })
    await visitor.post('/api/send-address-proof', {})
    await server.visitor().post('/api/checkotp', { email })
    await visitor.put('/api/change-password', { current: password, password: 'leaves-from-the-upper-garden' })
    await server.settled()
    for (const nth of [1, 2, 3]) expect(await server.mailTo(email, nth)).not.toMatch(/evil|You won/)
  })
})

describe('a lead', () => {
  it('keeps its name and phone number when a stranger sends the form with its address', async () => {
    const email = newAddress()
    const lead = { name: 'Nima Lepcha', phone: '98450 11111', email, source: 'customer-filter', years: 12 }
    await server.visitor().post('/api/submit-details', lead)
    const found = async () => (await admin.get(`/api/get-leads?search=${email}`)).body.data[0]
    await expect.poll(found).toBeDefined()
    const { id } = await found()
    const staff = await admin.connect()
    await server
      .visitor()
      .post('/api/submit-details', { ...lead, name: stranger.name, phone: stranger.phone, years: 1 })
    await staff.waitFor((events) => events.some(({ type }) => type === 'LeadSubmitted'))
    const { body } = await admin.get(`/api/get-lead?id=${id}`)
    expect(body.lead).toMatchObject({
      ...{ name: lead.name, phone: '+919845011111', years: 12, submissions: 2 },
      others: [{ name: stranger.name, phone: '+919845066666', years: 1 }],
    })
    staff.close()
  })
})

/** Makes a request with a `Host` of its own, as `fetch` does not. */
function withHost(
  visitor: Visitor,
  host: string,
  path: string,
  body: object,
  origin = `http://${host}`,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = {
    Host: host,
    Origin: origin,
    'Content-Type': 'application/json',
    Cookie: visitor.cookie,
  }
  const asking = send(visitor.url + path, { method: 'POST', headers }, (answer) => {
    answer.resume()
    resolve(answer.statusCode!)
  })
  asking.once('error', reject).end(JSON.stringify(body))
  return promise
}

describe('a link in a mail', () => {
  // security: 6.14
  it('never leads to the host that a request names', async () => {
    const email = newAddress()
    expect(await withHost(admin, 'evil.example', '/api/invite-client', { email })).toBe(409)
    await admin.post('/api/confirm-password', adminLogin)
    expect(await withHost(admin, 'evil.example', '/api/invite-admin', { email })).toBe(409)
    const client = await server.client()
    const { email: own } = await sessionOf(client)
    expect(await withHost(client, 'evil.example', '/api/send-address-proof', {})).toBe(409)
    expect(await withHost(server.visitor(), 'evil.example', '/api/checkotp', { email: own })).toBe(200)
    expect(await server.mailTo(own)).not.toContain('evil')
    expect([await server.mailsTo(email), (await admin.get('/api/get-invitations')).body.data]).toEqual([[], []])
  })

  // security: 6.14
  it('leads to PUBLIC_URL, and nowhere in production without it', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const publicUrl = `http://localhost:${port}`
    const known = await startTestServer({ publicUrl, port })
    onTestFinished(() => known.close())
    const invitation = { email: 'kavya@example.com' }
    const owner = await known.admin()
    await owner.post('/api/confirm-password', adminLogin)
    expect(await withHost(owner, 'evil.example', '/api/invite-admin', invitation, publicUrl)).toBe(200)
    const mail = await known.mailTo(invitation.email)
    expect(mail).toContain(`${publicUrl}/invitation/`)
    expect(mail).not.toContain('evil')
    const unknown = await startTestServer({ production: true })
    onTestFinished(() => unknown.close())
    const { status, body } = await (await unknown.admin()).post('/api/invite-admin', { email: 'kavya@example.com' })
    expect([status, body.message]).toEqual([409, 'Set PUBLIC_URL first. Emails need it for their links.'])
  })
})

import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '#api/testing/server-process.ts'
import { adminLogin, startTestServer, type TestServer, Visitor } from '#api/testing/test-server.ts'
import { openLog } from '#infra/log.ts'
import { mailServer } from '#infra/mail/testing.ts'

let server: TestServer
afterEach(() => server.close())

const meera = {
  name: 'Meera Kulkarni',
  email: 'meera@longhand.example',
  phone: '98450 12345',
  password: 'a-ledger-by-hand',
}
const day = 24 * 60 * 60 * 1000
const isAdmin = async (visitor: Visitor) => (await visitor.get('/api/session')).body.admin

describe('the first admin', () => {
  const tokenOf = ({ lines }: TestServer) => /\/set-up\/([\w-]+)$/m.exec(lines.join('\n'))?.[1]
  const setUp = (token: unknown, changes: object = {}) => {
    const visitor = server.visitor()
    return { visitor, answer: visitor.post('/api/set-up-admin', { token, ...meera, ...changes }) }
  }

  it('is made by the link that the start printed, once', async () => {
    server = await startTestServer({ admin: undefined })
    const token = tokenOf(server)
    const { visitor, answer } = setUp(token)
    expect([(await answer).status, (await answer).body]).toEqual([201, { message: 'Welcome. Your account is ready.' }])
    expect(await isAdmin(visitor)).toBe(true)
    expect((await setUp(token, { email: 'second@longhand.example' }).answer).status).toBe(409)
    await server.restart()
    expect(tokenOf(server)).toBeUndefined()
    expect((await setUp(token, { email: 'second@longhand.example' }).answer).status).toBe(409)
  })

  it('is one, of two at the same moment', async () => {
    server = await startTestServer({ admin: undefined })
    const token = tokenOf(server)
    const both = [setUp(token), setUp(token, { email: 'second@longhand.example' })]
    const answers = await Promise.all(both.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is not the first visitor, and not who guesses', async () => {
    server = await startTestServer({ admin: undefined })
    const visitor = server.visitor()
    await visitor.post('/api/register', meera)
    expect(await isAdmin(visitor)).toBe(false)
    expect((await setUp('guessed', { email: 'sly@example.com' }).answer).status).toBe(409)
  })

  it('takes the link of the latest start', async () => {
    server = await startTestServer({ admin: undefined })
    const [first] = [tokenOf(server), await server.restart()]
    expect((await setUp(first).answer).status).toBe(409)
    expect((await setUp(tokenOf(server)).answer).status).toBe(201)
  })

  it('keeps the link when the form was not good', async () => {
    server = await startTestServer({ admin: undefined })
    const token = tokenOf(server)
    await server.visitor().post('/api/register', { ...meera, email: 'client@example.com' })
    const fields = async (changes: object) => Object.keys((await setUp(token, changes).answer).body.fields)
    expect(await fields({ password: 'short' })).toEqual(['password'])
    expect(await fields({ password: 'Meera Kulkarni' })).toEqual(['password'])
    expect(await fields({ phone: '12' })).toEqual(['phone'])
    expect((await setUp(token, { email: 'client@example.com' }).answer).status).toBe(409)
    expect((await setUp(token).answer).status).toBe(201)
  })

  it.each([
    ['where the settings name one', {}],
    ['in the demo', { admin: undefined, demo: true }],
  ])('is offered to no one %s', async (_, settings) => {
    server = await startTestServer(settings)
    expect(tokenOf(server)).toBeUndefined()
    expect((await setUp('', { email: 'sly@example.com' }).answer).status).toBe(409)
  })

  it('leaves no link behind that works once the settings named one', async () => {
    server = await startTestServer({ admin: undefined })
    const token = tokenOf(server)
    const { dataDir } = server
    await server.stop()
    server = await startTestServer({ dataDir })
    expect((await server.visitor().post('/api/login', adminLogin)).status).toBe(200)
    expect((await setUp(token, { email: 'sly@example.com' }).answer).status).toBe(409)
  })
})

describe('another admin', () => {
  const email = 'devika@longhand.example'
  const form = { name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  const tokenIn = (mail: string) => /https?:\/\/[^/\s]+\/invitation\/([\w.-]+)/.exec(mail)![1]!
  const accept = (token: unknown, changes: object = {}) => {
    const visitor = server.visitor()
    return { visitor, answer: visitor.post('/api/accept-invitation', { token, ...form, ...changes }) }
  }
  async function invite(nth = 1) {
    const answer = await (await server.admin()).post('/api/invite-admin', { email })
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message']])
    return tokenIn(await server.mailTo(email, nth))
  }

  it('comes by invitation, once', async () => {
    server = await startTestServer()
    const token = await invite()
    const { visitor, answer } = accept(token)
    expect([(await answer).status, (await answer).body]).toEqual([201, { message: 'Welcome. You’re now an admin.' }])
    expect((await visitor.get('/api/session')).body).toMatchObject({ email, admin: true, phone: '+919845054321' })
    expect((await accept(token).answer).status).toBe(409)
    expect((await (await server.admin()).post('/api/invite-admin', { email })).body.message).toContain('already')
  })

  it('names the address people use, whichever the admin has used', async () => {
    const port = await freePort()
    server = await startTestServer({ port, publicUrl: `http://127.0.0.1:${port}` })
    const admin = new Visitor(`http://localhost:${port}`)
    await admin.post('/api/login', adminLogin)
    await admin.post('/api/invite-admin', { email })
    expect(await server.mailTo(email)).toContain(`http://127.0.0.1:${port}/invitation/`)
  })

  it('is invited by trying again where the email server rejected the email, which the admin reads', async () => {
    const refusals = [Object.assign(new Error('No such mailbox'), { responseCode: 550 })]
    const mails = await mailServer({ onRcptTo: (_address, _session, done) => done(refusals.pop()) })
    onTestFinished(mails.close)
    const lines: string[] = []
    const log = openLog({ write: (line) => void lines.push(line) })
    server = await startTestServer({ mail: { smtpUrl: mails.url, from: 'studio@longhand.example' } }, log)
    const admin = await server.admin()
    const rejected = await admin.post('/api/invite-admin', { email })
    const message = 'The email server rejected this email. Please check the address.'
    expect([rejected.status, rejected.body]).toEqual([409, { message }])
    expect(lines.find((line) => line.includes('the email server rejected an email'))).toContain('No such mailbox')
    expect((await admin.post('/api/invite-admin', { email })).status).toBe(200)
    expect(mails.letters).toHaveLength(1)
  })

  it('gets no link that was withdrawn or replaced before its email went out', async () => {
    let isAway = true
    const away = Object.assign(new Error('Try again later'), { responseCode: 451 })
    const mails = await mailServer({ onRcptTo: (_address, _session, done) => done(isAway ? away : undefined) })
    onTestFinished(mails.close)
    server = await startTestServer({ mail: { smtpUrl: mails.url, from: 'studio@longhand.example' } })
    const admin = await server.admin()
    const invite = (key: string) => admin.post('/api/invite-admin', { email }, { 'Idempotency-Key': key })
    expect((await invite('first')).status).toBe(503)
    await admin.put('/api/withdraw-invitation', { personId: await admin.idOf(email) })
    isAway = false
    const dead = [409, 'This invitation has been accepted, withdrawn or replaced since. Reload the page to see it.']
    const { status, body } = await invite('first')
    expect([status, body.message]).toEqual(dead)
    expect((await invite('second')).status).toBe(200)
    expect((await invite('first')).status).toBe(409)
    expect(mails.letters).toHaveLength(1)
  })

  it('is invited by an admin alone', async () => {
    server = await startTestServer()
    expect((await server.visitor().post('/api/invite-admin', { email })).status).toBe(401)
    expect((await (await server.client()).post('/api/invite-admin', { email })).status).toBe(403)
    expect(await server.mailsTo(email)).toEqual([])
  })

  it('has seven days, and the latest link', async () => {
    server = await startTestServer()
    const first = await invite()
    const second = await invite(2)
    expect((await accept(first).answer).status).toBe(409)
    server.advanceTime(7 * day)
    expect((await accept(second).answer).status).toBe(409)
    expect((await accept(await invite(3)).answer).status).toBe(201)
  })

  it('keeps the link when the form was not good', async () => {
    server = await startTestServer()
    const token = await invite()
    for (const [changes, field] of [
      [{ name: '' }, 'name'],
      [{ phone: '12' }, 'phone'],
      [{ password: 'devika-menon' }, 'password'],
      [{ password: email }, 'password'],
    ] as const) {
      expect(Object.keys((await accept(token, changes).answer).body.fields)).toEqual([field])
    }
    for (const wrong of ['', 'x.y', token.slice(0, -1), `${token}x`, `__proto__.${token.split('.')[1]}`]) {
      expect((await accept(wrong).answer).status).toBe(409)
    }
    expect((await accept(token).answer).status).toBe(201)
  })

  it('cannot be a client', async () => {
    server = await startTestServer()
    await server.visitor().post('/api/register', { ...form, email })
    const answer = await (await server.admin()).post('/api/invite-admin', { email })
    expect([answer.status, answer.body.message]).toEqual([409, 'This email address belongs to a client'])
  })
})

describe('a client', () => {
  const email = 'ravi@lamps.example'
  const form = { name: 'Ravi Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  const tokenIn = (mail: string) => /\/invitation\/([\w.-]+)/.exec(mail)![1]!
  const accept = (token: unknown) => server.visitor().post('/api/accept-invitation', { token, ...form })
  async function invite(admin: Visitor, nth = 1) {
    const answer = await admin.post('/api/invite-client', { email, name: 'Ravi', phone: '98450 54321' })
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['message']])
    return tokenIn(await server.mailTo(email, nth))
  }
  const invitationOf = (token: string) => server.visitor().get(`/api/get-invitation?token=${token}`)

  it('comes by invitation too, and admins hear of it, but of nothing that is theirs', async () => {
    server = await startTestServer()
    const [admin, client] = [await server.admin(), await server.client()]
    const [staff, other] = [await admin.connect(), await client.connect()]
    const token = await invite(admin)
    expect(await server.mailTo(email)).toContain('because we invited this address')
    expect((await invitationOf(token)).body).toEqual({
      role: 'client',
      email,
      expires: expect.any(String),
      name: 'Ravi',
      phone: '+919845054321',
    })
    expect((await accept(token)).status).toBe(201)
    const heard = await staff.waitFor((events) => events.some(({ type }) => type === 'LoggedIn'))
    expect(heard.map(({ type, data }) => [type, data])).toEqual([
      ['ClientInvited', {}],
      ['AccountRegistered', { role: 'client' }],
      ['LoggedIn', {}],
    ])
    const orderId = await client.order()
    await other.waitFor((events) => events.some((event) => event.orderId === orderId))
    expect(other.received.map(({ type }) => type)).toEqual(['OrderOpened'])
    staff.close()
    other.close()
    expect((await admin.post('/api/invite-client', { email })).body.message).toBe('This person is already a client')
  })

  it('cannot come any more once the invitation is withdrawn, replaced or old', async () => {
    server = await startTestServer()
    const admin = await server.admin()
    const first = await invite(admin)
    const personId = await admin.idOf(email)
    const second = await invite(admin, 2)
    expect((await accept(first)).status).toBe(409)
    expect((await admin.put('/api/withdraw-invitation', { personId })).status).toBe(200)
    expect([(await invitationOf(second)).status, (await accept(second)).status]).toEqual([404, 409])
    const third = await invite(admin, 3)
    server.advanceTime(7 * day)
    expect([(await invitationOf(third)).status, (await accept(third)).status]).toEqual([404, 409])
    const fourth = await invite(await server.admin(), 4)
    expect((await accept(fourth)).status).toBe(201)
    expect((await (await server.admin()).put('/api/withdraw-invitation', { personId })).status).toBe(409)
  })
})

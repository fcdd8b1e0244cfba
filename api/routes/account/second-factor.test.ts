import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { URI } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authenticator } from '#api/testing/authenticator.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const password = 'bread-at-six-gone-by-ten'
const step = 30_000
/** How far the server's clock was advanced. */
let ahead = 0
beforeEach(() => {
  ahead = 0
})
const advance = (time: number) => {
  server.advanceTime(time)
  ahead += time
}

const userOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body

/** A client with a second factor, and the app that has its key. */
async function protectedClient() {
  const client = await server.client()
  const started = (await client.post('/api/start-second-factor', { password })).body
  const app = authenticator(started.key)
  const code = () => app.code(ahead)
  const used = code()
  const enabled = await client.post('/api/enable-second-factor', { code: used })
  expect(enabled.status).toBe(200)
  const { id, email } = await userOf(client)
  const recoveryCodes = enabled.body.recoveryCodes as string[]
  const login = (changes: object = {}) => {
    const visitor = server.visitor()
    return { visitor, answer: visitor.post('/api/login', { email, password, ...changes }) }
  }
  return { client, id, email, code, used, recoveryCodes, uri: started.uri as string, key: started.key as string, login }
}

describe('setting up a second factor', () => {
  it('begins with the password, shows a key that apps read, and ends with ten recovery codes', async () => {
    const client = await server.client('Asha Rao')
    const wrong = await client.post('/api/start-second-factor', { password: 'not this one' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This password is wrong' }])
    const { key, uri } = (await client.post('/api/start-second-factor', { password })).body
    expect(URI.parse(uri)).toMatchObject({ issuer: 'Atelier', label: 'client-1@example.com', digits: 6, period: 30 })
    expect(URI.parse(uri).secret.base32).toBe(key)
    // Not on before the app has shown that it has it.
    expect((await client.get('/api/get-second-factor')).body).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    const slip = await client.post('/api/enable-second-factor', { code: '000000' })
    expect([slip.status, Object.keys(slip.body.fields)]).toEqual([400, ['code']])

    await server.restart()
    const after = Object.assign(server.visitor(), { cookie: client.cookie })
    const enabled = await after.post('/api/enable-second-factor', { code: authenticator(key).code() })
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10)
    expect((await after.get('/api/get-second-factor')).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect((await after.post('/api/start-second-factor', { password })).status).toBe(409)
  })

  it('is answered the same when it is sent again', async () => {
    const client = await server.client()
    const start = () => client.post('/api/start-second-factor', { password }, { 'Idempotency-Key': 'a' })
    const [first, second] = [await start(), await start()]
    expect(second.body).toEqual(first.body)
    const code = authenticator(first.body.key).code()
    const enable = () => client.post('/api/enable-second-factor', { code }, { 'Idempotency-Key': 'b' })
    const [enabled, again] = [await enable(), await enable()]
    expect([again.status, again.body]).toEqual([200, enabled.body])
  })

  // security: 11.3
  it('leaves nothing in the store that makes codes, or is one', async () => {
    const { key, recoveryCodes } = await protectedClient()
    await server.stop()
    const store = await Promise.all(
      ['events.db', 'events.db-wal', 'documents.db', 'documents.db-wal'].map((name) =>
        readFile(join(server.dataDir, name), 'latin1').catch(() => ''),
      ),
    )
    expect(store.join('')).toContain('SecondFactorEnabled')
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(store.join('')).not.toContain(secret)
    }
    await server.start()
  })
})

describe('logging in with a second factor', () => {
  // spec: 2.46
  it('asks for the code once the password fits, and begins a session with it, once', async () => {
    const { code, used, login } = await protectedClient()
    const first = login()
    expect([(await first.answer).status, (await first.answer).body]).toEqual([
      200,
      { message: 'Please enter the code from your authenticator app', secondFactor: true },
    ])
    expect((await first.visitor.get('/api/session')).status).toBe(401)
    // Who does not know the password is not told that there is one.
    expect((await login({ password: 'not this one at all' }).answer).body).toEqual({
      message: 'The email address or password is wrong',
    })
    expect((await login({ code: used }).answer).status).toBe(401) // it has turned the factor on

    advance(step)
    const next = code() // once: its half minute may end at any moment
    const second = login({ code: next })
    expect([(await second.answer).status, (await second.answer).body]).toEqual([200, { message: 'Welcome back' }])
    expect((await second.visitor.get('/api/session')).status).toBe(200)
    const replayed = login({ code: next })
    expect([(await replayed.answer).status, (await replayed.answer).body.fields]).toEqual([
      401,
      { code: 'This code is wrong or already used. Wait for the next one and try again.' },
    ])
    expect((await replayed.visitor.get('/api/session')).status).toBe(401)
  })

  // security: 6.4
  it('lets one in, of two with the same code at the same moment', async () => {
    const { code, login } = await protectedClient()
    advance(step)
    const same = code()
    const both = [login({ code: same }), login({ code: same })]
    const answers = await Promise.all(both.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('takes a recovery code once, however it is written', async () => {
    const { client, recoveryCodes, login } = await protectedClient()
    const [first, second] = recoveryCodes as [string, string]
    expect((await login({ code: first.toLowerCase() }).answer).status).toBe(200)
    expect((await login({ code: first }).answer).status).toBe(401)
    expect((await login({ code: second.replace('-', ' ') }).answer).status).toBe(200)
    expect((await client.get('/api/get-second-factor')).body.recoveryCodesLeft).toBe(8)
  })

  // security: 6.4
  it('ends after five wrong codes, for all who try, a restart notwithstanding', async () => {
    const { code, login } = await protectedClient()
    advance(step)
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries++) expect((await login({ code: wrong }).answer).status).toBe(401)
    await server.restart()
    const late = await login({ code: code() }).answer
    expect([late.status, Number(late.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)])
    advance(15 * 60_000)
    expect((await login({ code: code() }).answer).status).toBe(200)
  })
})

describe('turning a second factor off', () => {
  it('takes the password and a code', async () => {
    const { client, code, login } = await protectedClient()
    advance(step)
    const off = (changes: object) => client.post('/api/disable-second-factor', { password, code: code(), ...changes })
    expect((await off({ password: 'not this one' })).body.fields).toEqual({ password: 'This password is wrong' })
    expect(Object.keys((await off({ code: 'AAAAA-AAAAA' })).body.fields)).toEqual(['code'])
    expect((await off({})).status).toBe(200)
    expect((await login().answer).body).toEqual({ message: 'Welcome back' })
  })

  it('is done by an admin for a person who has lost it all', async () => {
    const { client, id, login } = await protectedClient()
    const admin = await server.admin()
    expect((await client.put('/api/reset-second-factor', { personId: id })).status).toBe(403)
    const { body } = await admin.put('/api/reset-second-factor', { personId: id })
    expect(body.events).toMatchObject([{ type: 'SecondFactorDisabled', data: {}, by: { name: 'meera' } }])
    expect((await login().answer).body).toEqual({ message: 'Welcome back' })
  })
})

it('makes new recovery codes, which take the place of the old', async () => {
  const { client, code, recoveryCodes, login } = await protectedClient()
  advance(step)
  const fresh = (await client.post('/api/replace-recovery-codes', { password, code: code() })).body.recoveryCodes
  expect((await login({ code: recoveryCodes[0] }).answer).status).toBe(401)
  expect((await login({ code: fresh[0] }).answer).status).toBe(200)
})

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const minute = 60 * 1000
const newPassword = 'a-second-crop-of-figs'
let clients = 0

/** A client of the test's own, logged in, and how they log in. */
async function client(name = 'Asha Rao') {
  const email = `weaver-${++clients}@looms.example`
  const visitor = server.visitor()
  const password = 'bread-at-six-gone-by-ten'
  await visitor.post('/api/register', { name, email, phone: '98450 12345', password })
  const logsIn = async (chosen: string) =>
    (await server.visitor().post('/api/login', { email, password: chosen })).status === 200
  return { visitor, email, password, logsIn }
}

const codeIn = (mail: string) => /^Subject: (\d{6}) /m.exec(mail)![1]!
const other = (code: string) => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10))
const enter = (browser: Visitor, OneTimePassword: unknown) => browser.post('/api/checkotp/otp', { OneTimePassword })
const choose = (browser: Visitor, email: string, password = newPassword) =>
  browser.post('/api/update-password', { email, password })

/** Requests a code: the browser that did, and the code. */
async function requestCode(email: string, nth = 1) {
  const browser = server.visitor()
  expect((await browser.post('/api/checkotp', { email })).status).toBe(200)
  return { browser, code: codeIn(await server.mailTo(email, nth)) }
}

describe('a forgotten password', () => {
  // spec: 7.10, 7.11, 7.12
  it('is replaced with the help of a mail', async () => {
    const { email, password, logsIn } = await client()
    const browser = server.visitor()
    const sent = await browser.post('/api/checkotp', { email: ` ${email.toUpperCase()}` })
    expect(sent.body).toEqual({ message: expect.stringContaining('we’ve sent an OTP') })
    expect(sent.headers.getSetCookie()[0]).toMatch(/^reset=.*; Path=\/; .*HttpOnly; SameSite=Strict/)
    const code = codeIn(await server.mailTo(email))

    const matched = await enter(browser, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([matched.status, matched.body]).toEqual([
      200,
      { otpMatched: true, email, message: 'OTP Matched Succesfully' },
    ])
    const updated = await choose(browser, email)
    expect([updated.status, updated.body]).toEqual([200, { message: 'Password updated. Please log in.' }])
    expect([await logsIn(password), await logsIn(newPassword)]).toEqual([false, true])
  })

  it('goes on in the browser that repeats its request, where the first answer was lost', async () => {
    const { email } = await client()
    const browser = server.visitor()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const answer = await server.visitor().post('/api/checkotp', { email }, headers) // is lost
    const again = await browser.post('/api/checkotp', { email }, headers)
    expect([answer.status, again.status]).toEqual([200, 200])
    const matched = await enter(browser, codeIn(await server.mailTo(email)))
    expect([matched.status, matched.body.otpMatched]).toEqual([200, true])
    expect(await server.mailsTo(email)).toHaveLength(1)
  })

  it('is answered again where the answer to the new password was lost, and the grant works for no other', async () => {
    const { email, logsIn } = await client()
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    const { cookie } = browser
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const send = (password: string) =>
      Object.assign(server.visitor(), { cookie }).post('/api/update-password', { email, password }, key)
    const [first, again] = [await send(newPassword), await send(newPassword)]
    expect([again.status, again.body]).toEqual([200, first.body])
    expect([(await send('a-third-crop-of-figs')).status, await logsIn(newPassword)]).toEqual([409, true])
  })

  it('ends every session, and drops the pages that are open in them', async () => {
    const { visitor, email } = await client()
    const line = await visitor.connect()
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    await choose(browser, email)
    expect((await visitor.get('/api/session')).status).toBe(401)
    await line.waitFor((_, socket) => socket.disconnected)
    await expect(visitor.connect()).rejects.toThrow('Please log in')
  })

  it('cannot be found out from what is stored by the person who asked for it', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    const [, secret] = /reset=[\w-]+\.([\w-]+)/.exec(browser.cookie)!
    await server.restart() // so that the log of the database is in its file
    const stored = await readFile(join(server.dataDir, 'events.db'), 'latin1')
    expect(stored).toContain('codeHash')
    for (const known of [[code], [secret, code], [code, secret]]) {
      const guess = createHash('sha256').update(JSON.stringify(known)).digest('base64url')
      expect(stored).not.toContain(guess)
    }
  })

  it('matches only on a server with the secret it was made with', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    const changeSecrets = async (sql: string) => {
      await server.stop()
      const keys = new DatabaseSync(join(server.dataDir, 'keys/keys.db'))
      keys.exec(sql)
      keys.close()
      await server.start()
    }
    await changeSecrets(`create table those as select * from secrets; delete from secrets where name = 'installation'`)
    const elsewhere = Object.assign(server.visitor(), { cookie: browser.cookie })
    expect((await enter(elsewhere, code)).body.otpMatched).toBe(false)
    await changeSecrets('delete from secrets; insert into secrets select * from those')
    expect((await enter(Object.assign(server.visitor(), { cookie: browser.cookie }), code)).body.otpMatched).toBe(true)
  })

  it('goes on after a restart, before the code and after it', async () => {
    const { email, logsIn } = await client()
    const { browser, code } = await requestCode(email)
    const carried = async () => {
      await server.restart()
      return Object.assign(server.visitor(), { cookie: browser.cookie })
    }
    expect((await enter(await carried(), code)).body.otpMatched).toBe(true)
    expect((await choose(await carried(), email)).status).toBe(200)
    expect(await logsIn(newPassword)).toBe(true)
  })

  // security: 6.3
  it('leaves the code nowhere but in the mail', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    await server.restart()
    const files = (await readdir(server.dataDir)).filter((name) => name.includes('.db'))
    expect(files).toContain('events.db')
    for (const name of files) {
      const content = await readFile(join(server.dataDir, name), 'latin1')
      expect(content.includes(`"${code}"`), name).toBe(false)
      expect(content.includes(browser.cookie.split('.')[1]!), name).toBe(false)
    }
  })
})

describe('asking for a code', () => {
  // security: 6.2
  it('is answered the same for an address no one has, and limited the same', async () => {
    const { email } = await client()
    const [known, unknown] = [server.visitor(), server.visitor()]
    const anonymousVisitor = 'nobody@looms.example'
    const answers = async () => {
      const answer = ({ status, body, headers }: Awaited<ReturnType<typeof known.post>>) => [
        status,
        body,
        headers.get('Retry-After')?.length,
        headers.getSetCookie().map((cookie) => cookie.replace(/=[\w.-]+/, '').replace(/Expires=[^;]*/, '')),
      ]
      const requested = [
        await known.post('/api/checkotp', { email }),
        await unknown.post('/api/checkotp', { email: anonymousVisitor }),
      ]
      const entered = [await enter(known, 'x'), await enter(unknown, 'x')]
      return [...requested, ...entered].map(answer)
    }
    for (const status of [200, 429]) {
      const [a, b, c, d] = await answers()
      expect(a![0]).toBe(status)
      expect([b, d]).toEqual([a, c])
    }
    for (let tries = 1; tries <= 6; tries++) {
      const wrong = other(codeIn(await server.mailTo(email)))
      const [a, b] = [await enter(known, wrong), await enter(unknown, wrong)]
      expect([a.status, a.body]).toEqual([b.status, b.body])
      expect(a.status).toBe(tries <= 5 ? 400 : 409)
    }
    expect(await server.mailsTo(anonymousVisitor)).toEqual([])
  })

  // security: 6.2
  it('is answered the same for a suspended account, which gets no email', async () => {
    const [suspended, other, admin] = [await client(), await client(), await server.admin()]
    const { id: personId } = (await suspended.visitor.get('/api/session')).body
    await admin.put('/api/suspend-account', { personId })
    const ask = async ({ email }: { email: string }) => (await server.visitor().post('/api/checkotp', { email })).body
    expect(await ask(suspended)).toEqual(await ask(other))
    await server.mailTo(other.email)
    expect(await server.mailsTo(suspended.email)).toEqual([])
  })

  it('is possible once a minute and five times an hour', async () => {
    const { email } = await client()
    const ask = async () => {
      const { status, headers } = await server.visitor().post('/api/checkotp', { email })
      return [status, Number(headers.get('Retry-After'))]
    }
    expect(await ask()).toEqual([200, 0])
    expect(await ask()).toEqual([429, expect.closeTo(60, -1)])
    for (let sent = 2; sent <= 5; sent++) {
      server.advanceTime(minute)
      expect(await ask()).toEqual([200, 0])
    }
    server.advanceTime(minute)
    expect(await ask()).toEqual([429, expect.closeTo(55 * 60, -2)])
    await server.mailTo(email, 5)
    expect(await server.mailsTo(email)).toHaveLength(5)
    server.advanceTime(55 * minute)
    expect(await ask()).toEqual([200, 0])
  })

  it.each([{}, { email: 'nobody' }, { email: ['a@b.example'] }, { email: null }])(
    'needs an address: %j',
    async (body) => {
      const answer = await server.visitor().post('/api/checkotp', body)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['email']])
    },
  )

  it('lets no one who has no account yet in by a guess', async () => {
    const browser = server.visitor()
    const email = 'not-yet@looms.example'
    await browser.post('/api/checkotp', { email })
    for (let guess = 0; guess < 5; guess++) expect((await enter(browser, `00000${guess}`)).status).toBe(400)
    const registered = { name: 'Late Comer', email, phone: '98450 12345', password: newPassword }
    expect((await browser.post('/api/register', registered)).status).toBe(201)
  })
})

describe('a code', () => {
  // security: 6.3
  it('is tried five times, however many tries arrive at once', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    const tries = await Promise.all(Array.from({ length: 30 }, () => enter(browser, other(code))))
    const counted = Map.groupBy(tries, ({ status }) => status)
    expect([counted.get(400)?.length, counted.get(409)?.length]).toEqual([5, 25])
    expect(counted.get(400)![0]!.body).toMatchObject({
      otpMatched: false,
      fields: { OneTimePassword: expect.any(String) },
    })
    const late = await enter(browser, code)
    expect([late.status, late.body.otpMatched]).toEqual([409, undefined])
  })

  it('is good for ten minutes', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    server.advanceTime(10 * minute)
    expect((await enter(browser, code)).status).toBe(409)
  })

  it('is good in the browser that asked for it, and there alone', async () => {
    const { email } = await client()
    const first = await requestCode(email)
    server.advanceTime(minute)
    const second = await requestCode(email, 2)
    expect((await enter(server.visitor(), first.code)).status).toBe(409)
    expect((await enter(second.browser, first.code)).status).toBe(first.code === second.code ? 200 : 400)
    expect((await enter(first.browser, first.code)).status).toBe(200)
    expect((await enter(second.browser, second.code)).status).toBe(200)
    const answers = await Promise.all([
      choose(first.browser, email, 'the-first-of-the-two'),
      choose(second.browser, email, 'the-second-of-the-two'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it.each([undefined, '', '12345', '1234567', 'abcdef', 123456, null, { $gt: '' }, ['123456'], '１２３４５６'])(
    'has six digits, unlike %j',
    async (OneTimePassword) => {
      const answer = await enter(server.visitor(), OneTimePassword)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['OneTimePassword']])
    },
  )

  it('belongs to the address it was sent to, whatever the cookie is changed to', async () => {
    const [mine, theirs] = [await client('Mallory Quick'), await client()]
    const { browser, code } = await requestCode(mine.email)
    const victim = await requestCode(theirs.email)
    const [, secret] = browser.cookie.split('.')
    const [theirId] = victim.browser.cookie.split('.')
    const forged = Object.assign(server.visitor(), { cookie: `${theirId}.${secret}` })
    expect((await enter(forged, code)).status).toBe(409)
    for (const cookie of ['reset=', 'reset=x', 'reset=__proto__.constructor', `${theirId}.`]) {
      expect((await enter(Object.assign(server.visitor(), { cookie }), code)).status).toBe(409)
    }
  })
})

describe('choosing a new password', () => {
  it('needs the code to have matched', async () => {
    const { email, logsIn } = await client()
    const { browser, code } = await requestCode(email)
    for (const visitor of [server.visitor(), browser]) {
      const { status, body } = await choose(visitor, email)
      expect([status, body.message]).toEqual([403, 'Please enter the OTP from your email first'])
    }
    await enter(browser, other(code))
    expect((await choose(browser, email)).status).toBe(403)
    expect(await logsIn(newPassword)).toBe(false)
  })

  it('is for the address whose code matched', async () => {
    const [mine, theirs] = [await client(), await client()]
    const { browser, code } = await requestCode(mine.email)
    await enter(browser, code)
    expect((await choose(browser, theirs.email)).status).toBe(403)
    expect(await theirs.logsIn(theirs.password)).toBe(true)
    expect((await choose(browser, mine.email.toUpperCase())).status).toBe(200)
  })

  it('can be done once, also by two requests at once', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    const copy = Object.assign(server.visitor(), { cookie: browser.cookie })
    const answers = await Promise.all([choose(browser, email, 'one-of-two-passwords'), choose(copy, email)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await enter(copy, code)).status).toBe(409)
  })

  it('can be done for ten minutes', async () => {
    const { email } = await client()
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    server.advanceTime(10 * minute)
    expect((await choose(browser, email)).status).toBe(403)
  })

  it('takes another try when the password was not good', async () => {
    const { email, logsIn } = await client('Kavitha Balan')
    const { browser, code } = await requestCode(email)
    await enter(browser, code)
    for (const password of ['short', 'password123', 'kavitha-balan-1990', '          ', null]) {
      const answer = await browser.post('/api/update-password', { email, password })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['password']])
    }
    expect((await choose(browser, email)).status).toBe(200)
    expect(await logsIn(newPassword)).toBe(true)
  })
})

describe('changing a password', () => {
  const change = (visitor: Visitor, current: string, password = newPassword) =>
    visitor.put('/api/change-password', { current, password })

  it('ends the other sessions, and drops their pages', async () => {
    const { visitor, email, password, logsIn } = await client()
    const elsewhere = server.visitor()
    await elsewhere.post('/api/login', { email, password })
    const [here, there] = [await visitor.connect(), await elsewhere.connect()]
    const answer = await change(visitor, password)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Password changed. You’ve been logged out on all other devices.' },
    ])
    await there.waitFor((_, socket) => socket.disconnected)
    expect(here.socket.connected).toBe(true)
    expect([(await visitor.get('/api/session')).status, (await elsewhere.get('/api/session')).status]).toEqual([
      200, 401,
    ])
    expect([await logsIn(password), await logsIn(newPassword)]).toEqual([false, true])
    here.close()
  })

  it('is answered again where the answer was lost, and is no other change then', async () => {
    const { visitor, password, logsIn } = await client()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const send = (chosen: string) => visitor.put('/api/change-password', { current: password, password: chosen }, key)
    const [first, again] = [await send(newPassword), await send(newPassword)]
    expect([again.status, again.body]).toEqual([200, first.body])
    expect([(await send('a-third-crop-of-figs')).status, await logsIn(newPassword)]).toEqual([409, true])
  })

  it('needs the current one, and a good new one', async () => {
    const { visitor, password, logsIn } = await client()
    const wrong = await change(visitor, 'something-else')
    expect([wrong.status, wrong.body.fields]).toEqual([400, { current: 'This password is wrong' }])
    expect(Object.keys((await change(visitor, password, 'short')).body.fields)).toEqual(['password'])
    expect(Object.keys((await change(visitor, password, 'Asha Rao 1990')).body.fields)).toEqual(['password'])
    expect((await change(server.visitor(), password)).status).toBe(401)
    expect(await logsIn(password)).toBe(true)
  })

  it('lets one of two at the same moment through', async () => {
    const { visitor, email, password } = await client()
    const elsewhere = server.visitor()
    await elsewhere.post('/api/login', { email, password })
    const answers = await Promise.all([change(visitor, password), change(elsewhere, password, 'another-crop-of-figs')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is the same password from another keyboard', async () => {
    const { visitor, password, logsIn } = await client()
    expect((await change(visitor, password, 'caf\u00e9 de l’ange')).status).toBe(200)
    expect(await logsIn('cafe\u0301 de l’ange')).toBe(true)
  })
})

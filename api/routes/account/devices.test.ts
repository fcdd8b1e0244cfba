import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { authenticator } from '#api/testing/authenticator.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { mailServer } from '#infra/mail/testing.ts'

let server: TestServer
afterEach(() => server.close())

const from = (address: string) => ({ 'X-Forwarded-For': address })
const [home, cafe, mean] = [from('203.0.113.1'), from('198.51.100.7'), from('192.0.2.66')]
const minute = 60_000
const { email } = adminLogin

/** Uses up what one address may try of an account. */
async function guess(headers: Record<string, string>, times = 20) {
  const statuses = []
  for (let each = 0; each < times; each++) {
    statuses.push((await server.visitor().post('/api/login', { email, password: `guess ${each}` }, headers)).status)
  }
  return statuses
}
/** Uses up what all strangers may try of an account: of a hundred addresses. */
async function guessFromEverywhere() {
  for (let each = 0; each < 5; each++) await guess(from(`192.0.2.${each}`))
}
const login = (visitor: Visitor, headers: Record<string, string>) => visitor.post('/api/login', adminLogin, headers)
/** The codes that were mailed, once there are so many. */
async function mailedCodes(count: number): Promise<string[]> {
  const codes = async () =>
    (await server.mailsTo(email)).flatMap((mail) => /Subject: ([A-Z2-7]{5}-[A-Z2-7]{5})/.exec(mail)?.[1] ?? [])
  await expect.poll(async () => (await codes()).length).toBe(count)
  return codes()
}
async function proveByMail(visitor: Visitor, headers: Record<string, string>, nth = 1) {
  await visitor.post('/api/request-device-code', { email }, headers)
  const code = (await mailedCodes(nth)).at(-1)!
  return visitor.post('/api/prove-device', { email, code: code.toLowerCase() }, headers)
}

describe('a stranger who enters wrong passwords', () => {
  // security: 2.5
  it('locks out no one who is elsewhere', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    expect(new Set(await guess(mean))).toEqual(new Set([401]))
    expect(await guess(mean, 1)).toEqual([429])
    expect((await login(server.visitor(), home)).status).toBe(200)
  })

  // security: 2.5
  it('locks out no device that has logged in before, from wherever there are guesses, and its own address too', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const laptop = server.visitor()
    await login(laptop, home)
    await laptop.get('/api/logout')
    await guessFromEverywhere()
    await guess(home, 60)
    expect((await login(server.visitor(), cafe)).status).toBe(429)
    expect((await login(laptop, home)).status).toBe(200)
  })

  // security: 2.6
  it('guesses no more from a hundred addresses than from five', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const statuses = []
    for (let each = 0; each < 110; each++) statuses.push(...(await guess(from(`192.0.2.${each}`), 1)))
    expect(statuses.map((status, at) => status === (at < 100 ? 401 : 429))).not.toContain(false)
  })
})

describe('a device that was known', () => {
  const isStranger = async (visitor: Visitor) => {
    await guessFromEverywhere()
    return (await login(visitor, home)).status === 429
  }
  it('tries no more often by itself than a stranger', async () => {
    server = await startTestServer({ limits: defaultLimits })
    const laptop = await server.admin()
    const wrong = () => laptop.post('/api/login', { email, password: 'wrong password' })
    const statuses = []
    for (let each = 0; each < 21; each++) statuses.push((await wrong()).status)
    expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([401]), 429])
  })

  it('tries, with all others of its account together, five times as often as by itself', async () => {
    const [often, twice] = [1_000, 2].map((times) => ({ times, seconds: 600 }))
    const limits = { ...defaultLimits, login: { address: often!, account: twice! } }
    server = await startTestServer({ limits, trustProxy: 1 })
    const devices = Array.from({ length: 6 }, () => server.visitor())
    for (const [nth, device] of devices.entries()) await login(device, from(`192.0.2.${nth}`))
    const statuses: number[] = []
    for (const device of [...devices, ...devices])
      statuses.push((await device.post('/api/login', { email, password: 'wrong password' })).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  // security: 6.12
  it('is a stranger after a logout everywhere', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const laptop = await server.admin()
    await (await server.admin()).post('/api/sign-out-everywhere', {})
    expect(await isStranger(laptop)).toBe(true)
  })

  // security: 6.12
  it('is a stranger after a new password, but where that was chosen', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const [laptop, phone] = [await server.admin(), await server.admin()]
    const password = 'a-second-crop-of-figs'
    await laptop.put('/api/change-password', { current: adminLogin.password, password })
    expect(await isStranger(phone)).toBe(true)
    await laptop.get('/api/logout')
    expect((await laptop.post('/api/login', { email, password }, home)).status).toBe(200)
  })

  it('is known also where the clock is minutes behind the events of its account', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const laptop = server.visitor()
    server.advanceTime(4 * minute)
    await (await server.admin()).post('/api/sign-out-everywhere', {})
    server.advanceTime(-4 * minute)
    await login(laptop, cafe)
    expect(await isStranger(laptop)).toBe(false)
    await laptop.put('/api/change-password', { current: adminLogin.password, password: 'a-second-crop-of-figs' })
    await guessFromEverywhere()
    expect((await laptop.post('/api/login', { email, password: 'a-second-crop-of-figs' }, home)).status).toBe(200)
  })

  const anotherThan = (letter: string) => (letter === '_' ? '-' : '_')
  it('is none for a cookie that was altered, or is another account’s', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const [laptop, other] = [await server.admin(), await server.client()]
    laptop.cookie = laptop.cookie.replace(/(?<=device=[\w-]+\.)./, anotherThan)
    await guessFromEverywhere()
    expect([(await login(laptop, home)).status, (await login(other, home)).status]).toEqual([429, 429])
  })
})

describe('a person who is kept out on a device that is not known', () => {
  // security: 2.5
  it('gets in by a code from a mail', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    await guessFromEverywhere()
    const phone = server.visitor()
    expect((await login(phone, cafe)).status).toBe(429)
    expect((await proveByMail(phone, cafe)).body).toEqual({
      message: 'This device is confirmed. You can log in now.',
    })
    expect((await login(phone, cafe)).status).toBe(200)
  })

  // security: 6.11
  it('gets the same answer whether there is an account, and a mail once in ten minutes', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const ask = async (address: string) => {
      const answer = await server.visitor().post('/api/request-device-code', { email: address }, mean)
      const cookie = answer.headers.get('Set-Cookie')!.replace(/=[^;]+/, '')
      return [answer.status, answer.text, cookie.replace(/Expires=[^;]+/, '')]
    }
    expect(await ask('nobody@example.com')).toEqual(await ask(email))
    await mailedCodes(1)
    // Another mail shows that those before it have gone where they go.
    for (let each = 0; each < 5; each++) await ask(email)
    await server.visitor().post('/api/checkotp', { email })
    await server.mailTo(email, 2)
    await mailedCodes(1)
    server.advanceTime(10 * minute)
    await ask(email)
    await mailedCodes(2)
  })

  it('gets the code on trying again where the email server refused it', async () => {
    const refusals = [Object.assign(new Error('No such mailbox'), { responseCode: 550 })]
    const mails = await mailServer({ onRcptTo: (_address, _session, done) => done(refusals.pop()) })
    onTestFinished(mails.close)
    server = await startTestServer({ mail: { smtpUrl: mails.url, from: 'studio@longhand.example' } })
    const request = () => server.visitor().post('/api/request-device-code', { email })
    await expect.poll(() => request().then(() => mails.letters.length)).toBe(1)
  })

  it('gets the code as the same mail when the email server had it, and said that it had not', async () => {
    const ids: string[] = []
    const mails = await mailServer({
      onData: async (stream, _session, done) => {
        ids.push(/^Message-ID: (.+)$/im.exec(await text(stream))![1]!)
        done(ids.length === 1 ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null)
      },
    })
    onTestFinished(mails.close)
    server = await startTestServer({ mail: { smtpUrl: mails.url, from: 'studio@longhand.example' } })
    await server.visitor().post('/api/request-device-code', { email })
    await expect.poll(() => ids.length).toBe(2)
    expect(ids[1]).toBe(ids[0])
  })

  it('uses a code that was mailed because a stranger had asked', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    await server.visitor().post('/api/request-device-code', { email }, mean)
    await mailedCodes(1)
    expect((await proveByMail(server.visitor(), home)).status).toBe(200)
  })

  // security: 6.11
  it('uses a code once, in a browser that asked for it, while it is good', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const [one, two, three] = [server.visitor(), server.visitor(), server.visitor()]
    for (const each of [one, two]) await each.post('/api/request-device-code', { email }, home)
    const code = (await mailedCodes(1))[0]!
    const prove = async (visitor: Visitor) => (await visitor.post('/api/prove-device', { email, code }, home)).status
    expect([await prove(three), await prove(one), await prove(two)]).toEqual([400, 200, 409])
    server.advanceTime(20 * minute)
    expect(await prove(two)).toBe(400)
  })

  it('is not kept from the code by others who ask or guess, and no one guesses many from one address', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const statuses = []
    for (let each = 0; each < 200; each++) {
      const headers = from(`192.0.2.${each % 9}`)
      const call = each % 2 ? '/api/request-device-code' : '/api/prove-device'
      statuses.push((await server.visitor().post(call, { email, code: 'AAAAA-AAAAA' }, headers)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200, 400, 429]))
    expect((await proveByMail(server.visitor(), home)).status).toBe(200)
  })
})

describe('a stranger who burns codes', () => {
  // security: 6.10
  it('keeps no one from a reset on a device that is known, or was confirmed by a mail', async () => {
    server = await startTestServer({ limits: defaultLimits, trustProxy: 1 })
    const laptop = await server.admin()
    for (let each = 0; each < 5; each++) {
      expect((await server.visitor().post('/api/checkotp', { email }, mean)).status).toBe(200)
      server.advanceTime(61_000)
    }
    const phone = server.visitor()
    expect((await phone.post('/api/checkotp', { email }, home)).status).toBe(429)
    expect((await laptop.post('/api/checkotp', { email }, home)).status).toBe(200)
    await proveByMail(phone, home)
    expect((await phone.post('/api/checkotp', { email }, home)).status).toBe(200)
  })

  // security: 6.4
  it('of a second factor keeps no one out on a device that is known, and gains no tries by mails', async () => {
    server = await startTestServer({ trustProxy: 1 })
    const laptop = await server.admin()
    const { body } = await laptop.post('/api/start-second-factor', { password: adminLogin.password })
    const app = authenticator(body.key)
    await laptop.post('/api/enable-second-factor', { code: app.code() })
    const enter = async (visitor: Visitor, code: string) =>
      (await visitor.post('/api/login', { ...adminLogin, code })).status
    const wrong = async (visitor: Visitor) => {
      for (let each = 0; each < 5; each++) expect(await enter(visitor, 'AAAAA-AAAAA')).toBe(401)
      return enter(visitor, 'AAAAA-AAAAA')
    }
    expect(await wrong(server.visitor())).toBe(429)
    const [one, two] = [server.visitor(), server.visitor()]
    await proveByMail(one, home)
    expect(await wrong(one)).toBe(429)
    server.advanceTime(10 * minute)
    await proveByMail(two, home, 2)
    expect(await enter(two, 'AAAAA-AAAAA')).toBe(429)
    expect(await enter(laptop, app.code(10 * minute))).toBe(200)
  })
})

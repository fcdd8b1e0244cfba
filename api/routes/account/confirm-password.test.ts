import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'

let server: TestServer
let personId: string
beforeAll(async () => {
  server = await startTestServer()
  personId = (await (await server.client()).get('/api/session')).body.id
})
afterAll(() => server.close())

const minute = 60_000
const wanted = { message: 'Please enter your password to go on', confirm: 'password' }
/** An admin who has only logged in. */
async function loggedIn(): Promise<Visitor> {
  const admin = server.visitor()
  await admin.post('/api/login', adminLogin)
  admin.password = undefined // it is entered by hand here
  return admin
}
const confirm = (admin: Visitor, password = adminLogin.password) => admin.post('/api/confirm-password', { password })
const makeKey = (admin: Visitor, headers = {}) =>
  admin.post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] }, headers)

const calls: Record<string, (admin: Visitor, webhookId: string) => ReturnType<Visitor['ask']>> = {
  createApiKey: (admin) => makeKey(admin),
  inviteAdmin: (admin) => admin.post('/api/invite-admin', { email: `${crypto.randomUUID()}@example.com` }),
  addWebhook: (admin) => admin.post('/api/add-webhook', { url: 'https://books.example/in', events: ['*'] }),
  updateWebhook: (admin, webhookId) => admin.put('/api/update-webhook', { webhookId, url: 'https://books.example/to' }),
  rotateWebhookSecret: (admin, webhookId) => admin.put('/api/rotate-webhook-secret', { webhookId }),
  makeCalendar: (admin) => admin.post('/api/make-calendar', {}),
  renewCalendar: (admin) => admin.put('/api/renew-calendar', {}),
  resetSecondFactor: (admin) => admin.put('/api/reset-second-factor', { personId }),
}

describe('what gives access to others', () => {
  // security: 8.1
  it.each(Object.entries(calls))('takes the password again: %s', async (_, make) => {
    const added = await calls.addWebhook!(await server.admin(), '')
    const webhookId = added.body.events[0].stream.slice('webhook-'.length)
    const admin = await loggedIn()
    const refused = await make(admin, webhookId)
    expect([refused.status, refused.body]).toEqual([403, wanted])
    await confirm(admin)
    expect((await make(admin, webhookId)).status).toBeLessThan(300)
  })

  it('is said to take it in the description of the api, and is all that is tried here', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    for (const [name, { confirmed }] of Object.entries(contract as Record<string, Call>)) {
      const { method, path } = endpointOf(name as CallName)
      expect([name, confirmed === true]).toEqual([name, name in calls])
      if (confirmed) expect(paths[path][method.toLowerCase()].description).toContain('confirm-password')
    }
  })
})

describe('a password that was entered again', () => {
  it('is good for five minutes', async () => {
    const admin = await loggedIn()
    await confirm(admin)
    const copy = Object.assign(server.visitor(), { cookie: admin.cookie })
    server.advanceTime(5 * minute - 1_000)
    expect((await makeKey(copy)).status).toBe(201)
    server.advanceTime(1_000)
    expect((await makeKey(copy)).body).toEqual(wanted)
  })

  // security: 8.1
  it('is good in the session that it was entered in, and in no other', async () => {
    const [admin, other] = [await loggedIn(), await loggedIn()]
    await confirm(admin)
    const mark = /confirmed=[^;]+/.exec(admin.cookie)![0]
    other.cookie = `${other.cookie}; ${mark}`
    expect((await makeKey(other)).body).toEqual(wanted)
    admin.cookie = admin.cookie.replace(/confirmed=\d+/, `confirmed=${Date.now() + 1_000 * minute}`)
    expect((await makeKey(admin)).body).toEqual(wanted)
  })

  // security: 8.1
  it('is nothing when it is wrong, and guessed ten times in a quarter of an hour', async () => {
    const own = await startTestServer({ limits: (await import('#domain/contract/limits.ts')).defaultLimits })
    const admin = own.visitor()
    await admin.post('/api/login', adminLogin)
    admin.password = undefined
    const wrong = await confirm(admin, 'not this one')
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This password is wrong' }])
    expect((await makeKey(admin)).body).toEqual(wanted)
    for (let each = 0; each < 9; each++) await confirm(admin, 'not this one')
    expect((await confirm(admin)).status).toBe(429)
    await own.close()
  })

  it('is nothing that an API key has', async () => {
    const { key } = (await makeKey(await server.admin())).body
    const program = { Authorization: `Bearer ${key}` }
    const visitor = server.visitor()
    expect((await visitor.post('/api/confirm-password', { password: adminLogin.password }, program)).status).toBe(403)
    expect((await makeKey(visitor, program)).status).toBe(403)
  })
})

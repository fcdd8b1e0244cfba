import { afterEach, describe, expect, it } from 'vitest'
import { downloaded } from '#api/testing/downloaded.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { removedMessage, suspendedMessage } from '#domain/account/log-in.ts'

let server: TestServer
afterEach(() => server.close())

const password = 'bread-at-six-gone-by-ten'
const userOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body
const idOf = async (visitor: Visitor): Promise<string> => (await userOf(visitor)).id
const login = (email: string, secret = password) => server.visitor().post('/api/login', { email, password: secret })

/** Another admin, by invitation. */
async function anotherAdmin(email = 'devika@longhand.example') {
  await (await server.admin()).post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
  const admin = server.visitor()
  await admin.post('/api/accept-invitation', { token, name: 'Devika Menon', phone: '98450 54321', password })
  return admin
}

describe('a client who is suspended', () => {
  // spec: 6.18
  // security: 8.4
  it('is logged out at once, everywhere, and cannot log in until reinstated, whatever restarts', async () => {
    server = await startTestServer()
    const [client, admin] = [await server.client(), await server.admin()]
    const { id: personId, email } = await userOf(client)
    const live = await client.connect()
    const answer = await admin.put('/api/suspend-account', { personId })
    expect([answer.status, answer.body.message]).toEqual([200, 'Account suspended'])
    expect(answer.body.events).toMatchObject([{ type: 'AccountSuspended', data: {} }])
    await live.waitFor((_, { connected }) => !connected)
    expect((await client.get('/api/session')).status).toBe(401)
    await expect(client.connect()).rejects.toThrow('Please log in')

    await server.restart()
    const refused = await login(email)
    expect([refused.status, refused.body.message]).toEqual([403, suspendedMessage])
    expect(refused.headers.getSetCookie()).toEqual([])
    // Who does not know the password is not told.
    expect((await login(email, 'a wrong one, as it is')).status).toBe(401)

    const again = await server.admin()
    expect((await again.put('/api/reinstate-account', { personId })).status).toBe(200)
    expect((await login(email)).status).toBe(200)
  })
})

describe('an admin', () => {
  it('is removed by another, and may be invited again', async () => {
    server = await startTestServer()
    const [first, second] = [await server.admin(), await anotherAdmin()]
    const { id: personId, email } = await userOf(second)
    const live = await second.connect()
    expect((await first.put('/api/remove-admin', { personId })).status).toBe(200)
    await live.waitFor((_, { connected }) => !connected)
    const refused = await login(email)
    expect([refused.status, refused.body.message]).toEqual([403, removedMessage])
    expect((await first.get('/api/get-people?role=admin')).body).toMatchObject({ total: 1 })

    await first.post('/api/invite-admin', { email })
    const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email, 2))![1]
    const again = server.visitor()
    await again.post('/api/accept-invitation', { token, name: 'Devika Menon', phone: '98450 54321', password })
    expect((await first.get('/api/get-people?role=admin')).body).toMatchObject({ total: 2 })
    // And counts in full: another admin may go by their hand.
    expect((await again.put('/api/suspend-account', { personId: await idOf(first) })).status).toBe(200)
    expect((await first.get('/api/session')).status).toBe(401)
  })

  it('does not send themselves away', async () => {
    server = await startTestServer()
    const admin = await server.admin()
    const personId = await idOf(admin)
    for (const path of ['/api/suspend-account', '/api/remove-admin']) {
      const { status, body } = await admin.put(path, { personId })
      expect([status, body.message]).toEqual([409, 'You can’t suspend or remove yourself. Ask another admin.'])
    }
    expect((await userOf(admin)).admin).toBe(true)
  })

  // spec: 6.18
  // security: 8.4
  it('stays, one of two who remove each other at the same moment', async () => {
    server = await startTestServer()
    const both = [await server.admin(), await anotherAdmin()] as const
    const [first, second] = await Promise.all(both.map(idOf))
    const answers = await Promise.all([
      both[0].put('/api/remove-admin', { personId: second }),
      both[1].put('/api/suspend-account', { personId: first }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const left = await Promise.all(both.map((admin) => admin.get('/api/session')))
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('logs another person out everywhere, who may log in again', async () => {
    server = await startTestServer()
    const [client, admin] = [await server.client(), await server.admin()]
    const { id: personId, email } = await userOf(client)
    await admin.put('/api/end-sessions', { personId })
    expect((await client.get('/api/session')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
  })

  it('suspends a client whose invitation is still open: its link opens nothing then', async () => {
    server = await startTestServer()
    const [client, admin] = [server.visitor(), await server.admin()]
    const [email, name, phone] = ['devika@longhand.example', 'Devika Menon', '98450 54321']
    await admin.post('/api/invite-client', { email })
    const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
    await client.post('/api/register', { email, name, phone, password })
    await admin.put('/api/suspend-account', { personId: (await userOf(client)).id })
    expect((await admin.get('/api/get-invitations')).body).toMatchObject({ total: 0, data: [] })
    const late = await server.visitor().post('/api/accept-invitation', { token, name, phone, password })
    expect([late.status, (await login(email)).status]).toEqual([409, 403])
  })

  it('withdraws an invitation, whose link opens nothing then', async () => {
    server = await startTestServer()
    const admin = await server.admin()
    const email = 'devika@longhand.example'
    await admin.post('/api/invite-admin', { email })
    const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
    const { data, total } = (await admin.get('/api/get-invitations')).body
    expect([total, data]).toEqual([
      1,
      [
        {
          id: expect.any(String),
          role: 'admin',
          email,
          by: 'meera',
          at: expect.any(String),
          expires: expect.any(String),
        },
      ],
    ])
    await admin.put('/api/withdraw-invitation', { personId: data[0].id })
    expect((await admin.get('/api/get-invitations')).body).toMatchObject({ total: 0, data: [] })
    const late = { token, name: 'Devika Menon', phone: '98450 54321', password }
    expect((await server.visitor().post('/api/accept-invitation', late)).status).toBe(409)
  })

  it('hears at once what another does to an account, and nothing secret of it', async () => {
    server = await startTestServer()
    const admin = await server.admin()
    const live = await admin.connect()
    const client = await server.client('Zoya Khan')
    await admin.put('/api/suspend-account', { personId: await idOf(client) })
    const received = await live.waitFor((events) => events.some(({ type }) => type === 'AccountSuspended'))
    expect(received.map(({ type, data }) => [type, data])).toEqual([
      ['AccountRegistered', { role: 'client' }],
      ['LoggedIn', {}],
      ['AccountSuspended', {}],
    ])
  })
})

describe('the people', () => {
  it('are found by name, address and phone number, and counted exactly', async () => {
    server = await startTestServer()
    const admin = await server.admin()
    const asha = await server.client('Ásha Rao')
    await server.client('Farhan Qureshi')
    await asha.order()
    const second = await asha.order()
    const { position } = (await admin.put('/api/complete-or-cancell', { orderId: second, status: 'cancel' })).body
    const find = async (search: string, more = '') => {
      const query = `role=client&search=${encodeURIComponent(search)}${more}`
      return (await admin.get(`/api/get-people?${query}`, { 'After-Position': position })).body
    }
    expect(await find('asha')).toMatchObject({
      total: 1,
      data: [{ name: 'Ásha Rao', status: 'active', orders: { open: 1, completed: 0, cancelled: 1 } }],
    })
    expect((await find('rao ás')).total).toBe(1)
    expect((await find('CLIENT-2@')).data).toMatchObject([{ name: 'Farhan Qureshi', orders: { open: 0 } }])
    expect((await find('098450 12345')).total).toBe(2)
    expect(await find('nobody')).toMatchObject({ total: 0, data: [] })

    const first = await find('', '&limit=1')
    expect([first.total, first.data[0].name]).toEqual([2, 'Ásha Rao'])
    const rest = await find('', `&limit=1&after=${first.next}`)
    expect([rest.data[0].name, rest.next]).toEqual(['Farhan Qureshi', undefined])
    expect((await admin.get('/api/get-people?role=client&after=guessed')).status).toBe(400)
  })

  it('have a page each, with their orders', async () => {
    server = await startTestServer()
    const [admin, client] = [await server.admin(), await server.client()]
    const [first, second] = [await client.order(), await client.order()]
    const id = await idOf(client)
    const person = await admin.get(`/api/get-person?id=${id}`, { 'After-Position': '1' })
    expect(person.body.data).toMatchObject([{ id, role: 'client', sessions: 1, orders: { open: 2 } }])
    expect(JSON.stringify(person.body)).not.toContain('argon2')
    const page = (await admin.get(`/api/get-client-orders?id=${id}&limit=1`)).body
    expect(page.data.map((row: { id: string }) => row.id)).toEqual([second])
    const rest = (await admin.get(`/api/get-client-orders?id=${id}&limit=1&after=${page.next}`)).body
    expect(rest.data.map((row: { id: string }) => row.id)).toEqual([first])
    expect((await admin.get('/api/get-person?id=nobody')).status).toBe(404)
  })

  it('are logged in nowhere once their sessions have ended by themselves', async () => {
    server = await startTestServer()
    const id = await idOf(await server.client())
    server.advanceTime(91 * 24 * 60 * 60 * 1000)
    const admin = await server.admin()
    expect((await admin.get(`/api/get-person?id=${id}`)).body.data).toMatchObject([{ sessions: 0 }])
    const { body } = await admin.post('/api/request-data', { password: adminLogin.password, personId: id })
    const { files } = await downloaded(admin, body.link)
    expect(JSON.parse(String(files.get('data.json'))).sessions).toEqual([])
  })

  it('are for admins alone', async () => {
    server = await startTestServer()
    const client = await server.client()
    expect((await client.get('/api/get-people?role=client')).status).toBe(403)
    expect((await client.put('/api/suspend-account', { personId: await idOf(client) })).status).toBe(403)
  })
})

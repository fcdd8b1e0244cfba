import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onlyViewed } from '#api/http/router.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'

let server: TestServer
let admin: Visitor
let asha: Visitor
let orderId: string
let clientId: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha] = await Promise.all([server.admin(), server.client('Asha Rao')])
  orderId = await asha.order()
  clientId = (await asha.get('/api/session')).body.id
})
afterAll(() => server.close())

const asAsha = () => ({ 'View-As-Client': clientId })

describe('an admin who looks as a client', () => {
  it('is answered what the client is', async () => {
    const { position } = (await admin.post('/api/send-message', { orderId, text: 'Good morning' })).body
    const upToDate = { 'After-Position': position }
    for (const path of [
      `/api/get-single-order?id=${orderId}`,
      '/api/user-order',
      `/api/get-history?id=${orderId}`,
      '/api/check-submission',
    ]) {
      const { body } = await admin.get(path, { ...asAsha(), ...upToDate })
      expect([path, body]).toEqual([path, (await asha.get(path, upToDate)).body])
    }
    expect((await admin.get('/api/session', asAsha())).body).toMatchObject({
      ...{ id: clientId, name: 'Asha Rao', admin: false, viewedBy: 'meera' },
    })
  })

  it('sees what that client may not see as the client does', async () => {
    const other = await server.client('Farhan Qureshi')
    const theirs = await other.order()
    expect((await admin.get(`/api/get-single-order?id=${theirs}`, asAsha())).body).toEqual({ data: [], access: false })
  })

  // spec: 6.19
  it.each((Object.keys(contract) as CallName[]).filter((name) => !(contract[name] as Call).viewable))(
    'is refused everything but looking: %s',
    async (name) => {
      const { method, path } = endpointOf(name)
      const body = method === 'GET' ? undefined : { orderId, text: 'Sly', upTo: 1, name: 'Sly' }
      const { status, body: answer } = await admin.ask(method, path.replace(':filename', 'x'), body, asAsha())
      expect([status, answer.message]).toEqual([403, onlyViewed])
    },
  )

  it('is answered as the contract says where there is no such client', async () => {
    for (const unknown of ['', 'nobody']) {
      const { status, body } = await admin.get('/api/session', { 'View-As-Client': unknown })
      expect(status).toBe(404)
      expect(() => contract.getSession.problem.parse(body)).not.toThrow()
    }
  })

  // security: 8.3
  it('marks nothing as read, records nothing, and stays who they are', async () => {
    const unread = async () => (await asha.get('/api/user-order')).body.data[0].unread_messages
    const before = [await unread(), (await asha.get(`/api/get-single-order?id=${orderId}`)).body.data[0].revision]
    await admin.put('/api/read-conversation', { orderId, upTo: 99 }, asAsha())
    await admin.post('/api/send-message', { orderId, text: 'Sly' }, asAsha())
    await admin.get('/api/logout', asAsha())
    expect([await unread(), (await asha.get(`/api/get-single-order?id=${orderId}`)).body.data[0].revision]).toEqual(
      before,
    )
    expect((await admin.get('/api/session')).body).toMatchObject({ admin: true })
  })

  it('hears what the client hears, and nothing of the other clients', async () => {
    const page = await admin.connect(undefined, { viewAs: clientId })
    const other = await server.client('Farhan Qureshi')
    const theirs = await other.order()
    expect(await page.watch(theirs)).toEqual({ refused: true })
    expect(await page.watch(orderId)).toHaveProperty('events')
    await admin.put('/api/update-progress-status', { orderId, progressId: 1 })
    const heard = await page.waitFor((events) => events.some(({ type }) => type === 'StepToggled'))
    expect(new Set(heard.map(({ orderId }) => orderId))).toEqual(new Set([orderId]))
    page.close()
  })

  it('is cut off when their own session ends', async () => {
    const another = await server.admin()
    const page = await another.connect(undefined, { viewAs: clientId })
    await another.get('/api/logout')
    await page.waitFor((_, { connected }) => !connected)
  })
})

describe('looking as a client', () => {
  it('is for admins', async () => {
    const other = await server.client()
    expect((await other.get('/api/user-order', asAsha())).status).toBe(403)
    expect((await asha.get('/api/user-order', asAsha())).status).toBe(403)
    expect((await server.visitor().get('/api/user-order', asAsha())).status).toBe(401)
    await expect(other.connect(undefined, { viewAs: clientId })).rejects.toThrow('Only admins')
  })
  it.each(['nobody', '', 'the admin'])('is of clients: %j', async (who) => {
    const id = who === 'the admin' ? (await admin.get('/api/session')).body.id : who
    expect((await admin.get('/api/user-order', { 'View-As-Client': id })).status).toBe(404)
  })
})

it('mails a client what happens, though an admin has just looked at it as they would', async () => {
  const house = await startTestServer()
  const [desk, client] = [await house.admin(), await house.client('Tashi Bhutia')]
  const id = await client.order()
  const user = (await client.get('/api/session')).body
  const view = await desk.connect(undefined, { viewAs: user.id })
  await view.watch(id)
  await desk.post('/api/send-message', { orderId: id, text: 'The first page is up' })
  await view.watch(id)
  house.advanceTime(20 * 60_000)
  await house.settled()
  expect((await house.mailsTo(user.email)).join()).toContain('The first page is up')
  await house.close()
})

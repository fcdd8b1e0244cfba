import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { pushService, signatureOf } from '#infra/push/testing.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer({ push: { local: true } })
  admin = await server.admin()
})
afterAll(() => server.close())

const firefox = { 'User-Agent': 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0' }
const add = (visitor: Visitor, subscription: unknown) =>
  visitor.post('/api/add-subscription', { subscription }, firefox)
const devices = async (visitor: Visitor) => (await visitor.get('/api/subscriptions')).body.data
const end = (visitor: Visitor, id: string) => visitor.ask('DELETE', `/api/delete-subscription?id=${id}`)
const toggle = (orderId: string, progressId = 3) => admin.put('/api/update-progress-status', { orderId, progressId })

describe('a device that is to be notified', () => {
  it('is added as the page sends it, once, and listed to its owner', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const subscription = service.subscribe()
    const answer = await add(asha, JSON.stringify({ ...subscription, expirationTime: null }))
    expect([answer.status, answer.body]).toEqual([200, { message: 'Notifications are on for this device' }])
    expect((await add(asha, subscription)).status).toBe(200)
    const listed = await devices(asha)
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        device: 'Firefox on Android',
        since: expect.any(String),
        current: true,
      },
    ])
    expect(await devices(await server.client())).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['text that is no JSON', '{'],
    ['an object that is no subscription', { endpoint: 'https://push.example/1' }],
    [
      'an endpoint within',
      { endpoint: 'ftp://127.0.0.1/', keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) } },
    ],
  ])('is not %s', async (_, subscription) => {
    const { status, body } = await add(await server.client(), subscription)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^(The subscription is invalid|This push service can’t be reached)$/)
  })

  it('is ended by its owner alone', async () => {
    const [asha, other, service] = [await server.client(), await server.client(), await pushService()]
    await add(asha, service.subscribe())
    const [{ id }] = await devices(asha)
    expect((await end(other, id)).status).toBe(404)
    expect((await end(asha, id)).status).toBe(200)
    expect((await end(asha, id)).status).toBe(200)
    expect(await devices(asha)).toEqual([])
  })

  it('passes to the next account that logs in on it', async () => {
    const [asha, other, service] = [await server.client(), await server.client(), await pushService()]
    const subscription = service.subscribe()
    await add(asha, subscription)
    await add(other, subscription)
    expect(await devices(asha)).toEqual([])
    expect(await devices(other)).toHaveLength(1)
  })

  it('is forgotten when its session is logged out', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const again = Object.assign(server.visitor(), { cookie: asha.cookie })
    const orderId = await asha.order()
    await add(asha, service.subscribe())
    await asha.get('/api/logout')
    await server.settled()
    await toggle(orderId)
    await server.settled()
    expect(service.delivered).toEqual([])
    expect((await again.get('/api/subscriptions')).status).toBe(401)
  })

  it('may be one of twenty', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    for (let n = 0; n < 20; n++) expect((await add(asha, service.subscribe())).status).toBe(200)
    const { status, body } = await add(asha, service.subscribe())
    expect([status, body.message]).toEqual([409, 'You can use up to 20 devices. Please remove one first.'])
  })
})

describe('a push', () => {
  it('tells the client what the agency did and whose turn it is now, signed with the key that browsers are given', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const orderId = await asha.order()
    await add(asha, service.subscribe())
    await toggle(orderId)
    await server.settled()
    const [push, ...others] = service.delivered
    expect(others).toEqual([])
    expect(push!.notice).toMatchObject({
      title: 'Asha Rao #1',
      body: 'meera: Business report and strategy call is done\nWe are working out your price.',
      url: `/order-detail/${orderId}`,
    })
    expect(signatureOf(push!).key).toBe((await asha.get('/api/push-key')).body.publicKey)
  })

  it('does not come while the page is open, and comes once it is closed', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const orderId = await asha.order()
    await add(asha, service.subscribe())
    const line = await asha.connect()
    await line.watch(orderId)
    await toggle(orderId)
    await server.settled()
    expect(service.delivered).toEqual([])
    line.close()
    // When exactly the server sees it closed is not for us to say: what happens from then on is notified.
    await expect
      .poll(async () => {
        server.advanceTime(1_000)
        await toggle(orderId, 2)
        await server.settled()
        return service.delivered.length
      })
      .toBeGreaterThan(0)
  })

  it('can be tried', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const anonymousVisitor = await asha.post('/api/test-push', {})
    expect([anonymousVisitor.status, anonymousVisitor.body.message]).toEqual([
      409,
      'Turn on notifications on a device first',
    ])
    await add(asha, service.subscribe())
    const tried = await asha.post('/api/test-push', {})
    expect([tried.status, tried.body]).toEqual([200, { message: 'Sent to 1 device', sent: 1 }])
    expect(service.delivered).toMatchObject([{ notice: { title: 'Test notification' } }])
    service.answers(500)
    expect((await asha.post('/api/test-push', {})).status).toBe(503)
    service.answers(410)
    const gone = await asha.post('/api/test-push', {})
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'Notifications have ended on all your devices. Turn them on again.',
    ])
    expect(await devices(asha)).toEqual([])
  })

  it.each([400, 403])('is refused by a push service with %i, which is no error of ours', async (status) => {
    const [asha, service] = [await server.client(), await pushService()]
    await add(asha, service.subscribe())
    service.answers(status)
    const tried = await asha.post('/api/test-push', {})
    expect([tried.status, tried.body.message]).toEqual([
      409,
      'The push service refuses notifications for this device. Remove it, and turn them on again.',
    ])
    expect(await devices(asha)).toHaveLength(1)
  })
})

describe('notifications', () => {
  it('are chosen, and then kept to', async () => {
    const [asha, service] = [await server.client(), await pushService()]
    const orderId = await asha.order()
    await add(asha, service.subscribe())
    expect((await asha.get('/api/notifications')).body).toEqual({ mail: true, push: true })
    const chosen = await asha.put('/api/choose-notifications', { mail: false, push: false })
    expect(chosen.body).toEqual({ message: 'Notifications saved', mail: false, push: false })
    expect((await asha.get('/api/notifications')).body).toEqual({ mail: false, push: false })
    await toggle(orderId)
    server.advanceTime(10 * 60_000)
    await server.settled()
    expect(service.delivered).toEqual([])
    const { email } = (await asha.get('/api/session')).body
    expect(await server.mailsTo(email)).toEqual([])
    expect((await asha.put('/api/choose-notifications', { mail: 'yes' })).status).toBe(400)
  })
})

describe('a mail', () => {
  it.each(['leaves the page', 'goes away'])('does not tell what someone saw before they %s', async (way) => {
    const asha = await server.client()
    const { email } = (await asha.get('/api/session')).body
    const orderId = await asha.order()
    const line = await asha.connect()
    await line.watch(orderId)
    await toggle(orderId, 1)
    if (way === 'goes away') line.close()
    else line.socket.emit('unwatch', { orderId })
    // A line handles what it hears in turn: once this is answered, the leaving is known.
    const next = way === 'goes away' ? await asha.connect() : line
    await next.watch('nothing')
    server.advanceTime(2 * 60_000)
    await server.settled()
    expect(await server.mailsTo(email)).toEqual([])

    await toggle(orderId, 2)
    server.advanceTime(2 * 60_000)
    await server.settled()
    const mails = await server.mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Subject: Your project: ')
    expect(mails[0]).not.toMatch(/\d changes/)
    next.close()
  })

  it('tells the client in one what the agency did in a burst, also when the server was restarted meanwhile', async () => {
    const asha = await server.client()
    const { email } = (await asha.get('/api/session')).body
    const orderId = await asha.order()
    for (const step of [1, 2, 3]) await toggle(orderId, step)
    await server.restart()
    await server.settled()
    expect(await server.mailsTo(email)).toEqual([])
    server.advanceTime(2 * 60_000)
    await server.settled()
    const [mail, ...others] = await server.mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toContain('Subject: Your project: 3 changes')
    expect(mail).toContain(`${server.url}/order-detail/${orderId}`)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultSteps } from '#domain/questionnaire/default.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = await Promise.all([server.admin(), server.client()])
})
afterAll(() => server.close())

const day = 24 * 60 * 60 * 1000
const keyed = () => ({ 'Idempotency-Key': randomUUID() })
const password = 'bread-at-six-gone-by-ten'
const person = (email: string) => ({ name: 'Zoya Khan', email, phone: '98450 12345', password })
const subscription = {
  endpoint: 'https://push.example/again',
  keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) },
}

/** Makes a change twice under one key: both answers. */
async function twice(ask: (headers: Record<string, string>) => Promise<Answer>): Promise<[Answer, Answer]> {
  const key = keyed()
  return [await ask(key), await ask(key)]
}

describe('a change that is sent again under its Idempotency-Key', () => {
  // security: 2.2
  it('makes one account, and logs in to it', async () => {
    const visitor = server.visitor()
    const [first, second] = await twice((key) => visitor.post('/api/register', person('again@example.com'), key))
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect((await visitor.get('/api/session')).body.email).toBe('again@example.com')
  })

  it('sends one invitation, whose link goes on to work', async () => {
    const [first, second] = await twice((key) => admin.post('/api/invite-admin', { email: 'devika@example.com' }, key))
    expect([first.status, second.status]).toEqual([200, 200])
    await admin.post('/api/invite-admin', { email: 'last@example.com' })
    await server.mailTo('last@example.com') // sent after those, and so those are there
    const mails = await server.mailsTo('devika@example.com')
    expect(mails).toHaveLength(1)
    const [, token] = /\/invitation\/([\w.-]+)/.exec(mails[0]!)!
    const accepts = (key: Record<string, string>) =>
      server.visitor().post('/api/accept-invitation', { token, name: 'Devika', phone: '98450 12345', password }, key)
    const [accepted, again] = await twice(accepts)
    expect([accepted.status, again.status]).toEqual([201, 201])
  })

  it.each<[string, (headers: Record<string, string>) => Promise<Answer>]>([
    ['a profile', (key) => client.put('/api/update-profile', { name: 'Asha R. Rao', phone: '98450 12346' }, key)],
    ['a choice', (key) => client.put('/api/choose-notifications', { mail: true, push: false }, key)],
    ['a subscription', (key) => client.post('/api/add-subscription', { subscription }, key)],
    [
      'the steps of new orders',
      (key) =>
        admin.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(defaultSteps.slice(1)) }, key),
    ],
    [
      'a lead',
      (key) =>
        server
          .visitor()
          .post(
            '/api/submit-details',
            { name: 'Zoya', email: 'zoya@example.com', phone: '98450 12345', source: 'customer-filter' },
            key,
          ),
    ],
  ])('records %s once', async (_, ask) => {
    const [first, second] = await twice(ask)
    expect(first.status).toBe(200)
    expect([second.status, second.body]).toEqual([first.status, first.body])
  })

  it('records the prices once, although others have changed them since', async () => {
    const [prices] = (await admin.get('/api/get-pricing')).body.data
    const key = keyed()
    const first = await admin.put('/api/update-prices', { ...prices, inr_crm: '11111' }, key)
    await admin.put('/api/update-prices', { ...prices, inr_crm: '22222' })
    const again = await admin.put('/api/update-prices', { ...prices, inr_crm: '11111' }, key)
    expect(again.body).toEqual(first.body)
    expect((await admin.get('/api/get-pricing')).body.data[0].inr_crm).toBe('22222')
  })

  it('is one lead that asked once', async () => {
    const details = { name: 'Rohan', email: 'rohan@example.com', phone: '98450 12345', source: 'customer-filter' }
    await twice((key) => server.visitor().post('/api/submit-details', details, key))
    const { data } = (await admin.get('/api/get-leads', { 'After-Position': '999' })).body
    expect(data.find(({ email }: { email: string }) => email === details.email).submissions).toBe(1)
  })

  it('is answered as before where the project takes no such upload any more', async () => {
    const id = await client.order()
    await admin.upload('/api/share-draft', { orderId: id }, [picture()])
    const points = JSON.stringify([{ text: 'Make the number larger', picture: 0 }])
    const round = { orderId: id, version: '1', price: '0', points }
    const uploads: ((key: Record<string, string>) => Promise<Answer>)[] = [
      (key) => client.upload('/api/request-changes', round, [picture()], key),
      (key) => admin.upload('/api/share-draft', { orderId: id, note: 'Warmer' }, [picture()], key),
      (key) => client.share(id, [picture()], {}, key),
    ]
    const keys = uploads.map(keyed)
    const first = []
    for (const [at, upload] of uploads.entries()) first.push(await upload(keys[at]!))
    await admin.put('/api/complete-or-cancell', { orderId: id, status: 'complete' })
    for (const [at, upload] of uploads.entries()) {
      const again = await upload(keys[at]!)
      expect([again.status, again.body]).toEqual([200, first[at]!.body])
      expect((await upload(keyed())).status).toBe(409)
    }
  })

  it('is refused with another body, and when it is no key', async () => {
    const key = keyed()
    await client.put('/api/choose-notifications', { mail: false, push: false }, key)
    expect((await client.put('/api/choose-notifications', { mail: true, push: true }, key)).status).toBe(409)
    const none = await client.put(
      '/api/choose-notifications',
      { mail: true, push: true },
      { 'Idempotency-Key': 'x'.repeat(201) },
    )
    expect([none.status, Object.keys(none.body.fields)]).toEqual([400, ['Idempotency-Key']])
  })

  it('is known for a day, however much has happened on the order since', async () => {
    const id = await client.order()
    const key = keyed()
    const say = (text: string, headers = keyed()) =>
      Object.assign(server.visitor(), { cookie: client.cookie }).post(
        '/api/send-message',
        { orderId: id, text },
        headers,
      )
    const first = await say('Good morning', key)
    for (let n = 0; n < 60; n++) await say(`Message ${n}`)
    expect((await say('Good morning', key)).body).toEqual(first.body)
    server.advanceTime(day - 60_000)
    await server.restart()
    expect((await say('Good morning', key)).body).toEqual(first.body)
  })
})

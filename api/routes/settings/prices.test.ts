import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

const priced = async () => (await server.visitor().get('/api/get-pricing')).body.data[0]
const figures = {
  inr_design: '15000',
  usd_design: '180',
  inr_website: '30000',
  usd_website: '360',
  inr_crm: '54000',
  usd_crm: '648',
  inr_hosting: '6000',
  usd_hosting: '72',
  inr_price: '45000',
  usd_price: '203',
}

describe('the prices', () => {
  // spec: 2.40, 3.3, 7.5
  it('are decimal strings that everyone may read', async () =>
    expect(await priced()).toEqual({ ...figures, revision: -1 }))

  it('are revised by one who has seen that they never were', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    const admin = await server.admin()
    const never = { 'If-Match': '"-1"' }
    expect((await admin.put('/api/update-prices', { inr_crm: '1' }, never)).status).toBe(200)
    expect((await admin.put('/api/update-prices', { inr_crm: '2' }, never)).status).toBe(412)
  })

  it('are revised one by one: what is left out stays', async () => {
    const { status, body } = await admin.put('/api/update-prices', { inr_crm: '54001' })
    expect([status, body.events.length]).toEqual([200, 1])
    expect(await priced()).toMatchObject({ ...figures, inr_crm: '54001' })
    await admin.put('/api/update-prices', figures)
  })

  it('are revised by an admin, all at once', async () => {
    const changed = { ...figures, inr_price: '47,500.50', usd_price: 570 }
    const { status, body } = await admin.put('/api/update-prices', changed)
    expect([status, body.message]).toEqual([200, 'Prices updated'])
    expect(body.events).toMatchObject([{ type: 'PricesRevised', data: { inr: { price: 4_750_050 } } }])
    expect(await priced()).toEqual({ ...figures, inr_price: '47500.50', usd_price: '570', revision: 2 })
    expect((await admin.put('/api/update-prices', changed)).body.events).toEqual([])
    expect((await admin.put('/api/update-prices', figures, { 'If-Match': '"-1"' })).status).toBe(412)
    expect((await admin.put('/api/update-prices', figures, { 'If-Match': '"-2"' })).status).toBe(400)
    expect((await admin.put('/api/update-prices', figures, { 'If-Match': '"7"' })).status).toBe(412)
  })

  it.each([{ ...figures, inr_crm: null }, { ...figures, inr_crm: 'much' }, { revision: 3 }, {}, [], 5, null])(
    'are not revised by %.60j',
    async (body) => {
      const before = await priced()
      const answer = await admin.put('/api/update-prices', body)
      expect([answer.status, typeof answer.body.message]).toEqual([400, 'string'])
      expect(await priced()).toEqual(before)
    },
  )
  it('are told apart by field when one will not do', async () => {
    const { body } = await admin.put('/api/update-prices', { ...figures, usd_crm: 'much' })
    expect(body.fields).toEqual({ usd_crm: 'Please enter an amount in dollars, like 22500 or 22500.50' })
  })
  it('are not for others to revise', async () => {
    expect((await (await server.client()).put('/api/update-prices', figures)).status).toBe(403)
    expect((await server.visitor().put('/api/update-prices', figures)).status).toBe(401)
  })
})

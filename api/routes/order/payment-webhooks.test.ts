import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { openLog } from '#infra/log.ts'

const secrets = { stripe: 'whsec_of-a-test', razorpay: 'razorpay-of-a-test' }
const logged: string[] = []
const log = openLog({ write: (line) => void logged.push(line) })
let server: TestServer
let client: Visitor
let admin: Visitor
let id: string
beforeAll(async () => {
  server = await startTestServer({ providers: secrets }, log)
  client = await server.client()
  admin = await server.admin()
  id = await client.order()
  await admin.put('/api/update-pricing', { orderId: id, actualAmount: '65000' })
})
afterAll(() => server?.close())

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const seconds = () => Math.floor(Date.now() / 1000)
async function post(path: string, body: string, headers: Record<string, string>, { url } = server) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const asStripe = (message: object, { at = seconds(), secret = secrets.stripe, spoilt = '' } = {}) => {
  const body = JSON.stringify(message)
  const signature = `t=${at},v0=00,v1=${'0'.repeat(64)},v1=${sign(secret, `${at}.${body}`)}`
  return post('/api/webhooks/stripe', body + spoilt, { 'Stripe-Signature': signature })
}
const asRazorpay = (message: object, { secret = secrets.razorpay, eventId = 'evt_1', to = server } = {}) => {
  const body = JSON.stringify(message)
  const headers = { 'X-Razorpay-Signature': sign(secret, body), 'X-Razorpay-Event-Id': eventId }
  return post('/api/webhooks/razorpay', body, headers, to)
}
const intent = (payment: string, more: object = {}) => ({
  id: `evt_${payment}`,
  type: 'payment_intent.succeeded',
  created: 1_795_600_000,
  data: {
    object: { id: payment, amount_received: 1_300_000, currency: 'inr', metadata: { order_id: id }, ...more },
  },
})
const captured = (payment: string, more: object = {}) => ({
  event: 'payment.captured',
  payload: {
    payment: {
      entity: {
        ...{ id: payment, amount: 1_950_050, currency: 'INR', status: 'captured', created_at: 1_795_600_000 },
        notes: { order_id: id },
        ...more,
      },
    },
  },
})
type Recorded = { id: string; amount: number; via?: string; by: string; reference: string; paidOn: string }
const order = async () => (await admin.get(`/api/get-single-order?id=${id}`)).body.data[0]
const paymentOf = async (reference: string) =>
  ((await order()).payments as Recorded[]).filter((payment) => payment.reference === reference)

describe('a payment that Stripe received', () => {
  it('is recorded by Stripe, once, however often it is said, and of its checkout too', async () => {
    expect(await asStripe(intent('pi_3Qx7Yd'))).toEqual({ status: 200, body: { received: true, recorded: true } })
    expect(await asStripe(intent('pi_3Qx7Yd'))).toEqual({ status: 200, body: { received: true, recorded: false } })
    const session = { id: 'cs_1', payment_intent: 'pi_3Qx7Yd', payment_status: 'paid', amount_total: 1_300_000 }
    const object = { ...session, currency: 'inr', metadata: { order_id: id } }
    const checkout = { ...intent(''), type: 'checkout.session.completed', data: { object } }
    expect((await asStripe(checkout)).body.recorded).toBe(false)
    expect(await paymentOf('pi_3Qx7Yd')).toMatchObject([
      {
        id: 'stripe-19b34d7da9695fecde881f7a2b3a2d61',
        amount: 1_300_000,
        via: 'Stripe',
        by: 'Stripe',
        paidOn: '2026-11-25',
      },
    ])
    expect((await order()).paid_amount).toBe('13000')
  })
  it('is refused without its signature, with a wrong one, for another body, and after five minutes', async () => {
    const refused = { status: 400, body: expect.objectContaining({ message: expect.stringContaining('signature') }) }
    const message = intent('pi_refused')
    expect(await post('/api/webhooks/stripe', JSON.stringify(message), {})).toEqual(refused)
    expect(await asStripe(message, { secret: 'whsec_of-another' })).toEqual(refused)
    expect(await asStripe(message, { spoilt: ' ' })).toEqual(refused)
    expect(await asStripe(message, { at: seconds() - 301 })).toEqual(refused)
    expect(await asStripe(message, { at: seconds() + 330 })).toEqual(refused)
    expect(await paymentOf('pi_refused')).toEqual([])
  })
  it('is taken and not recorded where it is no payment, not paid, not in rupees, or of no project', async () => {
    const none = { status: 200, body: { received: true, recorded: false } }
    expect(await asStripe({ ...intent('pi_none'), type: 'payment_intent.created' })).toEqual(none)
    expect(await asStripe(intent('pi_none', { payment_status: 'unpaid' }))).toEqual(none)
    expect(await asStripe(intent('pi_none', { currency: 'usd' }))).toEqual(none)
    expect(await asStripe(intent('pi_none', { metadata: {} }))).toEqual(none)
    expect(await asStripe(intent('pi_none', { metadata: { order_id: 'no-such-order' } }))).toEqual(none)
    expect(await asStripe(intent('pi_none', { amount_received: 0 }))).toEqual(none)
    expect(await paymentOf('pi_none')).toEqual([])
  })
})

describe('a payment that Razorpay received', () => {
  it('is recorded by Razorpay, once, whichever of its events says so first', async () => {
    expect((await asRazorpay(captured('pay_29QQoUBi66xm2f'))).body).toEqual({ received: true, recorded: true })
    const again = await asRazorpay(captured('pay_29QQoUBi66xm2f'), { eventId: 'evt_2' })
    expect(again).toEqual({ status: 200, body: { received: true, recorded: false } })
    expect(await paymentOf('pay_29QQoUBi66xm2f')).toMatchObject([{ amount: 1_950_050, via: 'Razorpay' }])
    for (const event of ['order.paid', 'payment_link.paid']) {
      const paid = { ...captured(`pay_${event}`, { amount: 100_00 }), event }
      expect((await asRazorpay(paid)).body.recorded).toBe(true)
      expect((await asRazorpay({ ...paid, event: 'payment.captured' })).body.recorded).toBe(false)
    }
  })
  it('is not recorded where its event is about money that goes back, though the payment was captured', async () => {
    for (const event of ['refund.processed', 'payment.dispute.created']) {
      const { body } = await asRazorpay({ ...captured('pay_refunded', { amount: 100_00 }), event })
      expect(body, event).toEqual({ received: true, recorded: false })
    }
    expect(await paymentOf('pay_refunded')).toEqual([])
  })
  it('confirms what the client has reported of it, and is not counted twice', async () => {
    const report = { payment: 'reported-1', amount: '500', reference: 'pay_Reported', paidOn: '2026-11-20' }
    await client.post('/api/report-payment', { orderId: id, ...report })
    const { paid_amount } = await order()
    expect((await asRazorpay(captured('pay_Reported', { amount: 500_00 }))).body.recorded).toBe(true)
    expect(await paymentOf('pay_Reported')).toMatchObject([{ id: 'reported-1', state: 'confirmed', by: 'Razorpay' }])
    expect(Number((await order()).paid_amount)).toBe(Number(paid_amount) + 500)
  })
  it('is refused where another secret signed it, and not recorded before it is captured', async () => {
    expect((await asRazorpay(captured('pay_x'), { secret: 'another secret' })).status).toBe(400)
    expect((await asRazorpay(captured('pay_x', { status: 'authorized' }))).body.recorded).toBe(false)
    expect((await asRazorpay(captured('pay_x', { notes: [] }))).body.recorded).toBe(false)
    expect(await paymentOf('pay_x')).toEqual([])
  })
  it('is taken and not recorded once the project is closed', async () => {
    const closed = await client.order()
    await admin.put('/api/complete-or-cancell', { orderId: closed, status: 'cancel' })
    const late = await asRazorpay(captured('pay_late', { notes: { order_id: closed } }))
    expect(late).toEqual({ status: 200, body: { received: true, recorded: false } })
  })
})

describe('a payment that a provider received', () => {
  it('is logged where its message has a shape that is not known, and a message of something else is not', async () => {
    const none = { status: 200, body: { received: true, recorded: false } }
    const linesOf = async (answering: Promise<unknown>) => {
      const before = logged.length
      expect(await answering).toEqual(none)
      return logged.slice(before).map((line) => JSON.parse(line))
    }
    const unread = (provider: string) => [{ provider, msg: expect.stringContaining('not recorded: it cannot be read') }]
    expect(await linesOf(asStripe({ ...intent('pi_odd'), data: {} }))).toMatchObject(unread('Stripe'))
    expect(await linesOf(asStripe(intent('pi_odd', { amount_received: '13' })))).toMatchObject(unread('Stripe'))
    expect(await linesOf(asRazorpay(captured('pay_odd', { amount: '13' })))).toMatchObject(unread('Razorpay'))
    expect(await linesOf(asStripe({ type: 'customer.created', data: {} }))).toEqual([])
    expect(await linesOf(asRazorpay({ event: 'settlement.processed', payload: {} }))).toEqual([])
  })

  it('is recorded while the settings of the agency are damaged', async () => {
    const lines: string[] = []
    const own = await startTestServer({ providers: secrets }, openLog({ write: (line) => void lines.push(line) }))
    onTestFinished(() => own.close())
    const [by, of] = [await own.admin(), await own.client()]
    await by.put('/api/update-agency', { name: 'Longhand', timeZone: 'Asia/Kolkata' })
    const paid = await of.order()
    await by.put('/api/update-pricing', { orderId: paid, actualAmount: '65000' })
    await own.stop()
    const database = new DatabaseSync(join(own.dataDir, 'events.db'))
    database.exec("update events set content = replace(content, 'Longhand', 'Shorthand') where stream like 'agency%'")
    database.close()
    await own.start()
    const payment = captured('pay_damaged', { notes: { order_id: paid } })
    expect(await asRazorpay(payment, { to: own })).toEqual({ status: 200, body: { received: true, recorded: true } })
    await own.stop()
    expect(lines.filter((line) => line.includes('no reaction to an event'))).toEqual([])
    await own.start()
  })
})

describe('what is sent there', () => {
  it('is refused where it is larger than 64 kB, or no JSON', async () => {
    const large = 'x'.repeat(65 * 1024)
    expect((await post('/api/webhooks/razorpay', large, {})).status).toBe(413)
    const signed = { 'X-Razorpay-Signature': sign(secrets.razorpay, 'x') }
    expect((await post('/api/webhooks/razorpay', 'x', signed)).status).toBe(400)
  })
  it('opens no other call to other sites', async () => {
    const headers = { Origin: 'https://elsewhere.example' }
    expect((await post('/api/record-payment', '{}', headers)).status).toBe(403)
  })
  it('finds nothing where no secret is set', async () => {
    const without = await startTestServer({ providers: { stripe: secrets.stripe } })
    try {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`${without.url}/api/webhooks/razorpay`, { method: 'POST', body: '{}', headers })
      expect(response.status).toBe(404)
    } finally {
      await without.close()
    }
  })
})

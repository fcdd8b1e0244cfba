import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { audit } from '#api/testing/audit.ts'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { type CommandResult, fold, type Recorded, streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { documentNumbers, documentNumbersId } from '#domain/order/document-numbers.ts'
import { instalmentsOf } from '#domain/order/instalments.ts'
import { invoicedOf } from '#domain/order/issued.ts'
import { billingGiven, invoiceIssued } from '#domain/samples.ts'
import { openStores } from '#infra/open.ts'

const kills = process.env.CI ? 12 : 5
const writers = 16
const { name: legalName, ...seller } = invoiceIssued.data.seller
const schemes = { invoice: 'INV/{n}', 'credit note': 'CN/{n}' }
const parts = ['landing page', 'full design', 'development']
const server = await prepareServerProcess()
afterAll(() => server.remove())

it(`numbers documents without gaps or doubles, by ${writers} writers and through ${kills} kills`, async () => {
  await server.start()
  const [admin, client] = [new Visitor(server.url), new Visitor(server.url)]
  await admin.post('/api/login', adminLogin)
  const account = { name: 'Asha Rao', email: 'asha@example.com', phone: '9845012345' }
  await client.post('/api/register', { ...account, password: 'bread-at-six-gone-by-ten' })
  await admin.put('/api/update-agency', { billing: { legalName, ...seller, taxRate: 18, schemes } })
  const ids: string[] = await Promise.all(Array.from({ length: writers / 4 }, () => client.order()))
  for (const orderId of ids) {
    await admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
    await client.put('/api/give-billing-details', { orderId, ...billingGiven.data })
  }

  const acknowledged: CommandResult[] = []
  let refused = 0
  let running = true
  let up = Promise.withResolvers<void>()
  up.resolve()

  /** Asks under one key until it is answered, through as many restarts as that takes. Undefined where it is refused. */
  async function issue(path: string, body: object): Promise<CommandResult | undefined> {
    const key = { 'Idempotency-Key': randomUUID() }
    const visitor = Object.assign(new Visitor(server.url), { cookie: admin.cookie })
    for (;;) {
      const answer = await visitor.post(path, body, key).catch(() => undefined) // it is down, or died before it answered
      if (answer?.status === 200) {
        acknowledged.push(answer.body)
        return answer.body
      }
      if (answer) {
        expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('invoiced already')])
        refused++
        return undefined
      }
      await up.promise
    }
  }

  // Four writers want the same part of an order; the one that gets it gives it back, so that it can be invoiced again.
  const issuing = Array.from({ length: writers }, async (_, n) => {
    const orderId = ids[n % ids.length]!
    for (let round = 0; running; round++) {
      const invoice = await issue('/api/issue-invoice', { orderId, parts: [parts[round % parts.length]] })
      const { documentId } = (invoice?.events.at(-1)?.data ?? {}) as { documentId?: string }
      if (documentId) await issue('/api/issue-credit-note', { orderId, documentId, reason: 'Another has it next' })
    }
  })
  for (let n = 0; n < kills; n++) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, randomInt(20, 400))) // any moment will do: that is the test
    up = Promise.withResolvers()
    await server.kill()
    await server.start()
    up.resolve()
  }
  running = false
  await Promise.all(issuing)
  await server.kill()

  const stores = await openStores(server)
  const all = (await audit(stores, acknowledged)) as Recorded<OrderEvent>[]
  for (const type of ['InvoiceIssued', 'CreditNoteIssued'] as const) {
    const issued = all.flatMap((event) => (event.type === type ? [event.data] : []))
    const scheme = type === 'InvoiceIssued' ? schemes.invoice : schemes['credit note']
    const wanted = issued.map((_, at) => scheme.replace('{n}', String(at + 1)))
    expect(issued.map(({ number }) => number).toSorted()).toEqual(wanted.toSorted())
    // Whatever was asked is issued once, although much of it was asked again after a kill.
    expect(issued).toHaveLength(acknowledged.filter(({ events }) => events.some((event) => event.type === type)).length)
  }
  for (const orderId of ids) {
    const events = all.filter(({ stream }) => stream === streamOf(orders, orderId))
    events.forEach((_, last) => {
      const order = fold(orders, events.slice(0, last + 1))
      for (const { key, amount } of instalmentsOf(order))
        expect(invoicedOf(order.documents, key), `${key} at ${last}`).toBeLessThanOrEqual(amount)
    })
  }
  const numbers: Recorded[] = []
  for await (const event of stores.events.read(streamOf(documentNumbers, documentNumbersId))) numbers.push(event)
  expect(fold(documentNumbers, numbers as never).open).toBeUndefined()
  expect(refused).toBeGreaterThan(0)
  await stores.close()
  console.log(`${acknowledged.length} documents, ${refused} refused, ${kills} kills`)
}, 120_000)

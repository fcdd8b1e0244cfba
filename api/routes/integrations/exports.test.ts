import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = [await server.admin(), await server.client('=HYPERLINK("http://x")')]
  orderId = await client.order()
})
afterAll(() => server.close())

/** The headers by which a reader waits for everything that was recorded until now. */
async function upToDate(): Promise<Record<string, string>> {
  const { position } = (await admin.put('/api/update-agency', { name: crypto.randomUUID() })).body
  return { 'After-Position': position }
}

/** The id of the order as it stands in a cell: one of 64 begins with `-`, and with that like a formula. */
const idCell = (): string => orderId.replace(/^-/, "'-")

/** A table, whole: its heads, and its rows by head. Its cells hold neither quotes nor line breaks unless told. */
async function table(path: string) {
  const response = await fetch(server.url + path, {
    headers: { Cookie: admin.cookie, ...(await upToDate()) },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [head = '', ...lines] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).trimEnd().split('\r\n')
  const heads = head.replace('\ufeff', '').split(',')
  const rows = lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!)
    return Object.fromEntries(heads.map((name, at) => [name, cells[at]!]))
  })
  return { bytes, headers: response.headers, heads, rows }
}

describe('a table', () => {
  // spec: 10.11
  it('is a file that a spreadsheet opens in UTF-8', async () => {
    const { bytes, headers } = await table('/api/export-orders')
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=orders-\d{4}-\d\d-\d\d\.csv$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('of orders has their clients, steps and amounts, and times in UTC', async () => {
    await admin.put('/api/update-pricing', { orderId, paidAmount: '9000', actualAmount: '45000', noOfRevisions: '1' })
    const { rows } = await table('/api/export-orders')
    expect(rows).toMatchObject([
      {
        order_id: idCell(),
        email: 'client-1@example.com',
        status: 'open',
        opened: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        closed: '',
        steps_done: '2',
        paid: '9000',
        actual: '45000',
        paid_revisions: '1',
      },
    ])
  })

  it('is not answered without what its reader has recorded already', async () => {
    const { status, headers } = await admin.get('/api/export-payments', { 'After-Position': '999999' })
    expect([status, headers.get('Retry-After')]).toEqual([503, '2'])
  })

  // spec: 10.11
  // security: 1.1
  it('holds no text that a spreadsheet would run', async () => {
    const [{ client: name, phone }] = (await table('/api/export-orders')).rows as [Record<string, string>]
    expect([name, phone]).toEqual(['"\'=HYPERLINK(""http://x"")"', "'+919845012345"])
  })

  it('of payments has a row for each change of the invoice, and a refund is a negative number', async () => {
    await admin.put('/api/update-pricing', { orderId, paidAmount: '22500.50' })
    await admin.put('/api/update-pricing', { orderId, paidAmount: '20000', actualAmount: '15000' })
    const { rows } = await table('/api/export-payments')
    expect(rows.map(({ received, paid, due }) => [received, paid, due])).toEqual([
      ['9000', '9000', '36900'],
      ['13500.50', '22500.50', '23399.50'],
      ['-2500.50', '20000', '-4700'],
    ])
    expect(rows.at(-1)).toMatchObject({ order_id: idCell(), by: 'meera', date: expect.stringMatching(/Z$/) })
  })

  it('of payments has each payment by itself, with its day, reference and receipt, after the columns of before', async () => {
    const paid = { amount: '1000', paidOn: '2026-11-01' }
    const report = { orderId, payment: 'payment-of-a-client', reference: 'UTR 7', ...paid }
    const byHand = { orderId, payment: 'payment-by-hand', reference: 'Cash 8', ...paid }
    const confirming = { orderId, payment: report.payment, amount: paid.amount }
    const done = [
      await client.post('/api/report-payment', report),
      await admin.post('/api/confirm-payment', confirming),
      await admin.post('/api/send-receipt', { orderId, payment: report.payment }),
      await admin.post('/api/record-payment', byHand),
      await admin.post('/api/reopen-payment', { orderId, payment: byHand.payment }),
    ]
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { heads, rows } = await table('/api/export-payments')
    expect(heads.slice(10)).toEqual([
      ...['paid_revisions', 'entry', 'paid_on', 'reference', 'provider', 'receipt', 'payment_id'],
    ])
    const first = { entry: 'recorded by the agency', paid_on: '', reference: '' }
    const entry = { paid_on: '2026-11-01', provider: '', receipt: '' }
    expect(rows).toMatchObject([
      ...[first, first, first],
      { ...entry, received: '1000', entry: 'confirmed', reference: 'UTR 7', receipt: expect.stringMatching(/\d/) },
      { ...entry, received: '1000', entry: 'recorded by the agency', reference: 'Cash 8' },
      { ...entry, received: '-1000', entry: 'taken back', reference: 'Cash 8', payment_id: byHand.payment },
    ])
    expect(rows.reduce((sum, { received }) => sum + Number(received), 0)).toBe(Number(rows.at(-1)!.paid))
    expect((await table('/api/export-orders')).rows.at(-1)!.paid).toBe(rows.at(-1)!.paid)
  })

  it('of clients has them by name, and how many orders each has', async () => {
    for (const name of ['Zubin', 'Anjali', 'Tara']) await server.client(name)
    await server.client('Nima, of "Tea"')
    await client.order()
    const { rows } = await table('/api/export-clients')
    const counted = rows.map(({ name, orders, open_orders }) => [name, orders, open_orders])
    expect(counted).toEqual([
      [expect.stringContaining('HYPERLINK'), '2', '2'],
      ['Anjali', '0', '0'],
      ['"Nima, of ""Tea"""', '0', '0'],
      ['Tara', '0', '0'],
      ['Zubin', '0', '0'],
    ])
  })

  it('of leads has who asked for prices, and whether they have become clients', async () => {
    const lead = { name: 'Zoya Khan', phone: '98450 12345', source: 'customer-filter', years: 12 }
    await server.visitor().post('/api/submit-details', { ...lead, email: 'zoya@example.com' })
    await server.visitor().post('/api/submit-details', { ...lead, email: 'client-1@example.com' })
    await server.confirm(client)
    const { rows } = await table('/api/export-leads')
    expect(rows).toMatchObject([
      { email: 'client-1@example.com', client_id: expect.stringMatching(/^a[\w-]{21}$/), years: '12', employees: '' },
      { email: 'zoya@example.com', client_id: '', stage: 'new', times_asked: '1' },
    ])
  })

  it('of nothing has its heads', async () => {
    const empty = await startTestServer()
    try {
      const { text } = await (await empty.admin()).get('/api/export-payments')
      expect(text.split('\r\n')).toEqual([expect.stringContaining('order_id,order,'), ''])
    } finally {
      await empty.close()
    }
  })

  it('is for API keys with its scope too', async () => {
    const made = await admin.post('/api/create-api-key', { name: 'Month-end export', scopes: ['payments:read'] })
    const ask = (path: string) =>
      fetch(server.url + path, { headers: { Authorization: `Bearer ${made.body.key}` } }).then(({ status }) => status)
    expect([await ask('/api/export-payments'), await ask('/api/export-orders')]).toEqual([200, 403])
  })

  it('that is broken off leaves the server as it was', async () => {
    const begun = httpRequest(`${server.url}/api/export-orders`, { headers: { Cookie: admin.cookie } })
    await new Promise<void>((resolve, reject) => {
      begun.on('error', reject)
      begun.on('response', (response) => {
        response.destroy()
        resolve()
      })
      begun.end()
    })
    expect((await table('/api/export-orders')).rows).toHaveLength(2)
    expect(server.broken).toBe(false)
  })
})

describe('a table of what a list shows', () => {
  // spec: 10.12
  it('has orders by filter, search and status, in the order of the list', async () => {
    const other = await (await server.client('Farhan Qureshi')).order()
    const idsIn = async (query: string) =>
      (await table(`/api/export-orders?${query}`)).rows.map(({ order_id }) => order_id?.replace(/^'-/, '-'))
    const all = await idsIn('')
    expect(all[0]).toBe(other)
    expect(await idsIn('sort=oldest')).toEqual(all.toReversed())
    expect(await idsIn('search=farhan')).toEqual([other])
    await admin.put('/api/update-pricing', { orderId: other, actualAmount: '45000' })
    expect(await idsIn('filter=unpaid')).toEqual([other])
    expect(await idsIn('status=completed')).toEqual([])
    expect((await admin.get('/api/export-orders?filter=nonsense')).status).toBe(400)
  })

  // spec: 10.12
  it('has leads by stage, search and what is due', async () => {
    for (const name of ['Zubin Mistry', 'Tara Sen']) {
      const email = `${name.split(' ')[0]!.toLowerCase()}@leads.example`
      await server
        .visitor()
        .post('/api/submit-details', { name, email, phone: '+919845012399', source: 'customer-filter' })
    }
    const namesIn = async (query: string) => (await table(`/api/export-leads?${query}`)).rows.map(({ email }) => email)
    expect(await namesIn('search=zubin')).toEqual(['zubin@leads.example'])
    expect(await namesIn('stage=won')).toEqual([])
    expect(await namesIn('undated=true')).toEqual([])
  })

  it('has clients’ names of today beside orders and payments', async () => {
    const renamed = await server.client('Parvati Nair')
    const order = await renamed.order()
    await admin.put('/api/update-pricing', { orderId: order, actualAmount: '45000' })
    await renamed.put('/api/update-profile', { name: 'Parvati Menon' })
    for (const path of ['/api/export-orders', '/api/export-payments']) {
      const { rows } = await table(path)
      expect(rows.filter(({ client }) => client?.startsWith('Parvati')).map(({ client }) => client)).toEqual([
        'Parvati Menon',
      ])
    }
  })
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { dayIn } from '#domain/time-zone.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let clientId: string
let orderId: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = [await server.admin(), await server.client('Asha Rao')]
  orderId = await client.order()
  clientId = (await client.get('/api/session')).body.id
  await client.post('/api/send-message', { orderId, text: '=1+1, “quoted”,\nand on a second line' })
  await admin.put('/api/update-pricing', { orderId, paidAmount: '0', actualAmount: '45000', noOfRevisions: '0' })
  await admin.put('/api/update-pricing', { orderId, paidAmount: '9000' })
  await admin.put('/api/rename-order', { orderId, title: 'Neelgiri: नीलगिरि / Looms' })
  await admin.put('/api/read-conversation', { orderId, upTo: 2 })
})
afterAll(() => server.close())

const json = (visitor: Visitor, headers?: Record<string, string>) =>
  visitor.get(`/api/export-order-json?id=${orderId}`, headers)
const csv = (visitor: Visitor, headers?: Record<string, string>) =>
  visitor.get(`/api/export-order-csv?id=${orderId}`, headers)
const typesOf = (exported: { events: { type: string }[] }) => exported.events.map(({ type }) => type)

describe('an order as JSON', () => {
  it('has all events, oldest first, for an admin', async () => {
    const { status, headers, body } = await json(admin)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toMatchObject({ format: 'atelier-order-events-1', id: orderId, revision: 5 })
    expect(typesOf(body)).toEqual([
      ...['OrderOpened', 'MessageSent', 'InvoiceRevised', 'InvoiceRevised', 'OrderRenamed', 'ConversationRead'],
    ])
    expect(body.events[2]).toMatchObject({ data: { actual: 45_000_00 }, origin: { address: expect.any(String) } })
  })

  // spec: 11.25
  it('is for its client without who of the agency has read what, and from where anything was done', async () => {
    const { body, text } = await json(client)
    expect(typesOf(body)).not.toContain('ConversationRead')
    expect(body.events).toHaveLength(5)
    expect(text).not.toContain('origin')
    expect(text).not.toContain('127.0.0.1')
  })

  it('is answered to an admin who looks as the client as to the client', async () => {
    const { body } = await json(admin, { 'View-As-Client': clientId })
    expect(body.events).toEqual((await json(client)).body.events)
  })

  // spec: 11.25
  it('is as the published schema says, to a validator that knows nothing of us', async () => {
    const { status, body: schema } = await server.visitor().get('/api/schemas/order-events.json')
    expect([status, schema.$schema]).toEqual([200, 'https://json-schema.org/draft/2020-12/schema'])
    const validate = new Ajv2020({ strict: false }).compile(schema)
    for (const visitor of [admin, client]) {
      const { body } = await json(visitor)
      expect([validate(body), validate.errors]).toEqual([true, null])
    }
    const { body } = await json(admin)
    // Fields may be added, to the export, an event and its data.
    const withMore = {
      ...body,
      more: 1,
      events: body.events.map((event: { data: object }) => ({ ...event, more: 1, data: { ...event.data, more: 1 } })),
    }
    expect([validate(withMore), validate.errors]).toEqual([true, null])
    const { id: _, ...nameless } = body
    expect(validate(nameless)).toBe(false)
    body.events[2].data.actual = '45000'
    expect(validate(body)).toBe(false)
  })
})

describe('an order’s history as CSV', () => {
  it('has a row for each thing that changed, as it was before and after', async () => {
    const { headers, text } = await csv(client)
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('line,time,who,side,what,about,before,after')
    expect(lines.at(-1)).toMatch(
      /^5,\d{4}-\d\d-\d\dT[\d:.]+Z,meera,agency,Project renamed to Neelgiri: नीलगिरि \/ Looms,Project name,Asha Rao #1,Neelgiri: नीलगिरि \/ Looms$/,
    )
    expect(text).toMatch(/4,[^,]+,meera,agency,"Invoice updated: [^"]+",Paid,₹0,"₹9,000"/)
  })

  it('has the whole text of a message, and nothing that a spreadsheet would run', async () => {
    const { text } = await csv(client)
    expect(text).toContain(',"“=1+1, “quoted”,\nand on a second line”",')
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })

  it('has the whole texts of whatever was written, beside and before an event, in CSV and PDF', async () => {
    const order = await client.order()
    const long = (what: string) => `${`${what} and another one. `.repeat(20)}Here ends the ${what}`
    const shop = {
      orderId: order,
      receiverName: 'Neelgiri Looms',
      date: dayIn('Asia/Kolkata', server.now()),
      price: '65000',
    }
    const texts = { problem: long('problem'), goals: long('goal'), solution: long('solution') }
    const note = new File(['Six to ten'], 'hours.txt', { type: 'text/plain' })
    const done = [
      await client.share(order, [note], { captions: JSON.stringify([long('caption')]) }),
      await admin.put('/api/update-proposal', { ...shop, ...texts }),
      await admin.put('/api/update-proposal', { ...shop, ...texts, problem: 'Another one' }),
    ]
    const [{ proposals }] = (await client.get(`/api/get-single-order?id=${order}`)).body.data
    const declining = { orderId: order, version: 2, hash: proposals[1].hash, reason: long('reason') }
    done.push(await client.post('/api/decline-proposal', declining))
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200])

    const { text } = await client.get(`/api/export-order-csv?id=${order}`)
    const path = `${server.url}/api/export-order-pdf?id=${order}&document=history`
    const answer = await fetch(path, { headers: { Cookie: client.cookie! } })
    const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    onTestFinished(() => pdf.close())
    const drawn = (await Promise.all(pdf.pages.map((page) => page.texts())))
      .flat()
      .map(({ text }) => text)
      .join(' ')
    for (const what of ['caption', 'problem', 'goal', 'solution', 'reason']) {
      expect(text).toContain(long(what))
      expect(drawn).toContain(`Here ends the ${what}`)
    }
  })

  it('has the reading marks of the agency for admins alone', async () => {
    expect((await csv(admin)).text).toContain('Read the messages')
    expect((await csv(client)).text).not.toContain('Read the messages')
    expect((await csv(admin, { 'View-As-Client': clientId })).text).not.toContain('Read the messages')
  })
})

describe('an export of an order', () => {
  const paths = () => [
    `/api/export-order-json?id=${orderId}`,
    `/api/export-order-csv?id=${orderId}`,
    ...['invoice', 'history'].map((document) => `/api/export-order-pdf?id=${orderId}&document=${document}`),
  ]

  it('is a file whose name says what it is of, of which project and day of the agency', async () => {
    // Where it is another day than in UTC.
    const timeZone = new Date(server.now()).getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await admin.put('/api/update-agency', { timeZone })
    const names = await Promise.all(
      paths().map(async (path) => (await client.get(path)).headers.get('Content-Disposition')!.split("UTF-8''")[1]!),
    )
    const today = dayIn(timeZone, server.now())
    expect(names.map(decodeURIComponent)).toEqual([
      `Neelgiri नीलगिरि Looms, events, ${today}.json`,
      `Neelgiri नीलगिरि Looms, history, ${today}.csv`,
      `Neelgiri नीलगिरि Looms, invoice, ${today}.pdf`,
      `Neelgiri नीलगिरि Looms, history, ${today}.pdf`,
    ])
  })

  it('is not there for another client, and neither is one of an order that there is not', async () => {
    const other = await server.client('Farhan Qureshi')
    for (const path of paths()) {
      const answers = [await other.get(path), await admin.get(path.replace(orderId, 'n'.repeat(16)))]
      for (const { status, body } of answers) {
        expect([path, status, body]).toEqual([path, 404, { message: 'This project doesn’t exist' }])
      }
    }
  })

  it('says so where there is nothing in it yet', async () => {
    const { status, body } = await client.get(`/api/export-order-pdf?id=${orderId}&document=proposal`)
    expect([status, body.message]).toEqual([404, 'This project has no proposal yet'])
  })

  it('is made for an API key that may read orders, and for no other', async () => {
    const keyed = async (scopes: string[]) => {
      const { key } = (await admin.post('/api/create-api-key', { name: 'Books', scopes })).body
      return server.visitor().get(paths()[0]!, { Authorization: `Bearer ${key}` })
    }
    expect((await keyed(['orders:read'])).body.events).toHaveLength(6)
    expect((await keyed(['leads:read'])).status).toBe(403)
  })
})

describe('an order of 8,000 messages', () => {
  const length = 8_000
  beforeAll(async () => {
    await server.stop()
    const events = openSqliteEvents(join(server.dataDir, 'events.db'))
    const by = { id: clientId, name: 'Asha Rao', role: 'client' } as const
    const message = () => ({ type: 'MessageSent', id: randomUUID(), by, at: new Date().toISOString() })
    for (let sent = 0; sent < length; sent += 2_000) {
      const text = (n: number) => `Message ${sent + n}, with a sentence behind it`
      const batch = Array.from({ length: 2_000 }, (_, n) => ({ ...message(), data: { text: text(n) } }))
      await events.append(`order-${orderId}`, 5 + sent, batch)
    }
    await events.close()
    await server.start()
    const cookies = [admin.cookie, client.cookie]
    ;[admin, client] = [server.visitor(), server.visitor()]
    ;[admin.cookie, client.cookie] = cookies as [string, string]
  })

  it('is whole as JSON and as CSV', async () => {
    expect((await json(client)).body.events).toHaveLength(5 + length)
    expect((await csv(client)).text.match(/^\d+,/gm)!.length).toBe(5 + length)
  })

  it('goes on making documents for others when readers leave in the midst of theirs', async () => {
    const path = `${server.url}/api/export-order-pdf?id=${orderId}&document=history`
    for (let left = 0; left < 3; left++) {
      const leaving = new AbortController()
      const left = fetch(path, { headers: { Cookie: client.cookie }, signal: leaving.signal })
      await client.get('/api/session')
      leaving.abort()
      await expect(left).rejects.toThrow('aborted')
    }
    const invoice = await client.get(`/api/export-order-pdf?id=${orderId}&document=invoice`)
    expect([invoice.status, invoice.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  // spec: 11.24
  it('is a PDF of its latest lines that says so, while others are answered', async () => {
    let done = false
    const made = fetch(`${server.url}/api/export-order-pdf?id=${orderId}&document=history`, {
      headers: { Cookie: client.cookie },
    }).then(async (response) => {
      const bytes = await response.arrayBuffer()
      done = true
      return new Uint8Array(bytes)
    })
    let answered = 0
    while (!done && answered < 12) {
      expect((await admin.get('/api/session')).status).toBe(200)
      answered++
    }
    expect(answered).toBeGreaterThan(10)
    const pdf = await readPdf(await made)
    const first = (await pdf.pages[0]!.texts()).map(({ text }) => text).join(' ')
    expect(first).toContain(
      'This PDF has the latest 5,000 entries. For the 3,005 earlier ones, download the CSV or JSON.',
    )
    await pdf.close()
  })
})

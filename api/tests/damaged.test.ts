import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Answer, adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { accounts } from '#domain/account/actions.ts'
import { streamOf } from '#domain/event.ts'
import { signed } from '#domain/samples.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'

let server: TestServer
let client: Visitor
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false }) // as in production: what no schema names is left out
  client = await server.client()
  admin = await server.admin()
})
afterAll(() => server.close())

const cookies = async () => {
  // Sessions outlive the restart; the address does not.
  const [email, password] = ['client-1@example.com', 'bread-at-six-gone-by-ten']
  client = server.visitor()
  await client.post('/api/login', { email, password })
  admin = await server.admin()
}

/** Does something to the file of the events while the server is stopped. */
async function edited(work: (database: DatabaseSync) => void): Promise<void> {
  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'events.db'))
  work(database)
  database.close()
  await server.start()
  await cookies()
}

/** Appends to a stream what no version so far has written, as a newer one or a broken one would have. */
function append(database: DatabaseSync, stream: string, type: string, data: unknown): void {
  const { last } = database.prepare('select max(position) as last from events').get() as { last: number }
  const { revision } = database
    .prepare('select max(revision) as revision from events where stream = ?')
    .get(stream) as {
    revision: number
  }
  const by = { id: 'meera', name: 'Meera', role: 'admin' }
  database
    .prepare('insert into events (position, stream, revision, id, type, content) values (?, ?, ?, ?, ?, ?)')
    .run(last + 1, stream, revision + 1, randomUUID(), type, JSON.stringify({ data, by, at: new Date().toISOString() }))
}

const order = (id: string) => client.get(`/api/get-single-order?id=${id}`)
const toggle = (orderId: string, progressId = 1): Promise<Answer> =>
  admin.put('/api/update-progress-status', { orderId, progressId })
const listed = async () => (await admin.get('/api/get-orders')).body.data.map(({ id }: { id: string }) => id)

describe('an order with an event that is not what was recorded', () => {
  it('is neither shown nor changed, with a sentence, and everything else goes on', async () => {
    const [damaged, sound] = [await client.order(), await client.order()]
    const { position } = (await admin.put('/api/update-pricing', { orderId: damaged, paidAmount: '10000' })).body
    // Which wait until every list has it.
    for (const path of ['export-orders', 'get-activity'])
      await admin.get(`/api/${path}`, { 'After-Position': position })
    await edited((database) =>
      database.exec(`update events set content = replace(content, '1000000', '9000000')
        where stream = 'order-${damaged}' and type = 'InvoiceRevised'`),
    )
    for (const answer of [await order(damaged), await toggle(damaged)]) {
      expect([answer.status, answer.body.message]).toEqual([
        500,
        expect.stringMatching(/damaged.*Everything else works/),
      ])
    }
    type Line = { says: string; damaged?: true; subject: { id: string } }
    const lines: Line[] = (await admin.get('/api/get-activity')).body.data
    const ofDamaged = lines.filter(({ subject }) => subject.id === damaged)
    expect(ofDamaged.map(({ says, damaged: isAltered }) => [says, isAltered])).toEqual([
      ['This entry was changed after it was recorded', true],
      ['This entry can’t be shown: its history can’t be read', undefined],
    ])
    const { link } = (await client.post('/api/request-data', { password: 'bread-at-six-gone-by-ten' })).body
    expect((await client.get(link)).status).toBe(500)
    expect((await toggle(sound)).status).toBe(200)
    expect((await order(sound)).body.data[0].progress).toContain('"status":1')
    expect(await listed()).toContain(sound)
    expect(server.broken).toBe(false)
    expect((await admin.get('/readyz')).body).toEqual({
      ready: true,
      caughtUp: true,
      down: [],
      damaged: [`order-${damaged}`],
    })
  })

  it('stays in the lists as it was before, is named by the health check, and is listed as it is once it is restored', async () => {
    const [id, others] = [await client.order(), await client.order()]
    const stream = `order-${id}`
    const doneOf = async (order: string) =>
      (await admin.get('/api/get-orders')).body.data.find((row: { id: string }) => row.id === order)?.steps[2].status
    await expect.poll(() => doneOf(id)).toBe(0)
    await server.stop()
    const events = openSqliteEvents(join(server.dataDir, 'events.db'), () => {})
    for (const each of [stream, `order-${others}`]) {
      await events.append(each, 0, [{ ...signed, data: { ...signed.data, step: 3 }, id: randomUUID() }])
    }
    await events.close()
    const flip = (from: string, to: string) =>
      edited((database) =>
        database.exec(`update events set content = replace(content, '"done":${from}', '"done":${to}')
          where stream = '${stream}' and revision = 1`),
      )
    await flip('true', 'null')
    await expect
      .poll(async () => (await admin.get('/readyz')).body)
      .toMatchObject({
        ...{ ready: true, setAside: { orders: 1 }, damaged: expect.arrayContaining([stream]) },
      })
    await expect.poll(() => doneOf(others)).toBe(1)
    expect(await doneOf(id)).toBe(0)

    await flip('null', 'true')
    await expect.poll(() => doneOf(id)).toBe(1)
    const { setAside, damaged = [] } = (await admin.get('/readyz')).body
    expect([setAside, damaged.includes(stream)]).toEqual([undefined, false])
  })

  // spec: 11.13
  it('is named by the health check after every start, before anyone asks for it', async () => {
    const id = await client.order()
    await edited((database) =>
      database.exec(`update events set content = replace(content, '2026', '2025') where stream = 'order-${id}'`),
    )
    await expect
      .poll(async () => (await admin.get('/readyz')).body.damaged)
      .toEqual(expect.arrayContaining([`order-${id}`]))
  })
})

describe('what a server reads when it starts, when it was changed after it was recorded', () => {
  it.each([
    ['the first event of all', "update events set id = 'x' || substr(id, 2) where position = 1"],
    [
      'what the agency has set',
      "update events set content = replace(content, 'Longhand', 'Shorthand') where stream like 'agency%'",
    ],
  ])('%s keeps no server from starting', async (_, edit) => {
    const own = await startTestServer()
    onTestFinished(() => own.close())
    const revised = await (await own.admin()).put('/api/update-agency', { name: 'Longhand' })
    expect([revised.status, revised.text]).toEqual([200, expect.anything()])
    const { cookie } = await own.client()
    await own.stop()
    const database = new DatabaseSync(join(own.dataDir, 'events.db'))
    const { changes } = database.prepare(edit).run()
    expect(changes).toBe(1)
    database.close()
    await own.start()
    await expect.poll(async () => (await own.visitor().get('/readyz')).body.damaged).toHaveLength(1)
    await Object.assign(own.visitor(), { cookie }).order()
  })
})

describe('an agency whose settings are not what was recorded', () => {
  // spec: 11.35
  it('goes on as if nothing was set, is named by the health check, and is refused where the settings are shown', async () => {
    const own = await startTestServer({ checkAnswers: false })
    onTestFinished(() => own.close())
    const [of, by] = [await own.client(), await own.admin()]
    await by.put('/api/update-agency', { name: 'Longhand', timeZone: 'Asia/Kolkata' })
    await own.stop()
    const database = new DatabaseSync(join(own.dataDir, 'events.db'))
    database.exec("update events set content = replace(content, 'Longhand', 'Shorthand') where stream like 'agency%'")
    database.close()
    await own.start()
    const as = ({ cookie }: Visitor) => Object.assign(own.visitor(), { cookie })
    const session = await as(of).get('/api/session')
    expect([session.status, session.body.email, session.body.agency]).toEqual([
      200,
      'client-1@example.com',
      { revision: -1 },
    ])
    expect((await own.visitor().get('/api/session')).status).toBe(401)
    expect((await own.visitor().get('/', { Accept: 'text/html' })).status).toBe(200)
    const orderId = await (await own.client()).order()
    await expect.poll(async () => (await as(by).get('/api/get-orders')).body.data).toMatchObject([{ id: orderId }])
    expect((await own.visitor().post('/api/checkotp', { email: 'client-1@example.com' })).status).toBe(200)
    expect(await own.mailTo('client-1@example.com')).not.toContain('Longhand')
    for (const answer of [await as(by).get('/api/get-agency'), await as(by).put('/api/update-agency', { name: 'L' })]) {
      expect([answer.status, answer.body.message]).toEqual([500, expect.stringMatching(/damaged/)])
    }
    await expect.poll(async () => (await own.visitor().get('/readyz')).body).toMatchObject({ damaged: ['agency-1'] })
  })
})

describe('an account that is not what was recorded', () => {
  it('keeps no one else from logging in in the browser that it was used in, whether it is logged out there or not', async () => {
    const own = await startTestServer()
    onTestFinished(() => own.close())
    const [left, used] = [await own.client(), await own.client()]
    const ids = await Promise.all([1, 2].map(async (n) => (await own.admin()).idOf(`client-${n}@example.com`)))
    await left.get('/api/logout')
    await own.stop()
    const database = new DatabaseSync(join(own.dataDir, 'events.db'))
    for (const id of ids)
      database.exec(
        `update events set content = replace(content, '202', '203') where stream = '${streamOf(accounts, id)}'`,
      )
    database.close()
    await own.start()
    for (const { cookie } of [left, used]) {
      const browser = Object.assign(own.visitor(), { cookie })
      expect((await browser.post('/api/login', adminLogin)).status).toBe(200)
      expect((await browser.get('/api/session')).body.email).toBe(adminLogin.email)
    }
  })
})

it('a day of the funnel that is damaged keeps no one from submitting details', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const { ticket } = (await own.visitor().post('/api/begin-funnel', {})).body
  const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' }
  const step = async (from: string, to: string): Promise<string> =>
    (await own.visitor().post('/api/record-funnel-step', { ticket: from, step: to })).body.ticket
  const tried = { ticket: await step(ticket, 'test'), answers }
  const tested = await step((await own.visitor().post('/api/record-fit-test', tried)).body.ticket, 'details')
  await own.stop()
  const database = new DatabaseSync(join(own.dataDir, 'events.db'))
  database.exec("update events set content = replace(content, '202', '203') where stream like 'funnel-%'")
  database.close()
  await own.start()
  const person = { name: 'Nima Lepcha', email: 'nima@example.com', phone: '98450 12345', source: 'customer-filter' }
  expect((await own.visitor().post('/api/submit-details', { ...person, ticket: tested })).status).toBe(200)
})

it('an admin whose account is damaged keeps no one from revoking keys: theirs are listed as ended', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const first = await own.admin()
  const email = 'devika@longhand.example'
  await first.post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await own.mailTo(email))![1]
  const devika = own.visitor()
  const person = { name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  await devika.post('/api/accept-invitation', { token, ...person })
  await devika.post('/api/create-api-key', { name: 'A till', scopes: ['orders:read'] })
  await first.post('/api/create-api-key', { name: 'Bookkeeping', scopes: ['orders:read'] })
  const id = await first.idOf(email)
  await own.stop()
  const database = new DatabaseSync(join(own.dataDir, 'events.db'))
  database.exec(`update events set content = replace(content, '202', '203') where stream = '${streamOf(accounts, id)}'`)
  database.close()
  await own.start()
  const { status, body } = await (await own.admin()).get('/api/get-api-keys')
  const ended = body.data.map((each: { name: string; ended?: true }) => [each.name, each.ended])
  expect([status, Object.fromEntries(ended)]).toEqual([200, { 'A till': true, Bookkeeping: undefined }])
})

describe('an order with an event that a newer version has written', () => {
  it('is shown, listed and told of in its history, and not changed', async () => {
    const id = await client.order()
    await edited((database) =>
      append(database, `order-${id}`, 'StepSigned', { step: 1, secret: 'of the newer version' }),
    )
    const shown = await order(id)
    expect([shown.status, shown.body.data[0].revision]).toEqual([200, 1])
    expect(await listed()).toContain(id)
    const history = await client.get(`/api/get-history?id=${id}`)
    expect([history.status, history.body.data[0]]).toEqual([
      200,
      expect.objectContaining({ type: 'StepSigned', data: {} }),
    ])
    expect(history.text).not.toContain('of the newer version')

    const changed = await toggle(id)
    expect([changed.status, changed.headers.get('Retry-After'), changed.body.message]).toEqual([
      503,
      '30',
      expect.stringMatching(/newer version/),
    ])
    expect((await toggle(await client.order())).status).toBe(200)
  })
})

describe('an account with an event that a newer version has written', () => {
  it('is no one’s who cannot log in any more, and is still in the list', async () => {
    const stream = streamOf(accounts, await admin.idOf('client-1@example.com'))
    await edited((database) => append(database, stream, 'ThemeChosen', { theme: 'dark' }))
    const { status, body } = await client.get('/api/session')
    expect([status, body.email]).toEqual([200, 'client-1@example.com'])
    expect((await client.put('/api/update-profile', { name: 'Asha Iyer', phone: '98450 12345' })).status).toBe(200)
    const people = await admin.get('/api/get-people?role=client')
    expect(people.text).toContain('client-1@example.com')
  })
})

describe('an order with an event that cannot be folded', () => {
  it('is answered with a sentence, alone', async () => {
    const [poisoned, sound] = [await client.order(), await client.order()]
    await edited((database) => append(database, `order-${poisoned}`, 'DesignLinkShared', null))
    const answer = await order(poisoned)
    expect([answer.status, answer.body.message]).toEqual([500, expect.stringMatching(/Everything else works/)])
    expect((await order(sound)).status).toBe(200)
    expect((await toggle(sound)).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { orderFromWire } from '#domain/order/wire.ts'

let server: TestServer
let admin: Visitor
let asha: Visitor
let other: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha, other] = await Promise.all([server.admin(), server.client(), server.client('Kabir Sen')])
})
afterAll(() => server.close())

const single = async (visitor: Visitor, id: string) => (await visitor.get(`/api/get-single-order?id=${id}`)).body
const stepOf = async (id: string, step: number) =>
  orderFromWire((await single(admin, id)).data[0]).order.steps.find((each) => each.id === step)!

/** Specification section 3, and what the page folds on: every key, so that one more does not go unseen. */
const fieldsOfAnOrder = [
  ...[
    'actual_amount',
    'cancelled',
    'client_id',
    'company',
    'completed',
    'conversation',
    'currentSince',
    'deleted',
    'design',
    'designs',
    'proposals',
    'proposal_price',
    'documents',
  ],
  ...[
    'email',
    'goals',
    'id',
    'invoiced',
    'lastAt',
    'name',
    'opened_as',
    'number',
    'openedAt',
    'order_id',
    'paid_amount',
    'payment_link',
    'payments',
    'pending',
    'phone',
    'pricing',
  ],
  ...[
    'problem',
    'progress',
    'proposal_date',
    'questions',
    'read',
    'revision',
    'revisions',
    'rounds',
    'sent',
    'solution',
    'title',
    'withdrawn',
  ],
].sort()

describe('a conversation that is long', () => {
  // spec: 7.38
  it('comes from its end, a page at a time, to those who may see the order', async () => {
    const id = await asha.order()
    for (let sent = 0; sent < 130; sent += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          (at % 2 ? admin : asha).post('/api/send-message', { orderId: id, text: `Line ${sent + at}` }),
        ),
      )
    }
    const { conversation, earlier, revision } = (await single(asha, id)).data[0]
    expect([conversation.length, earlier.messages]).toEqual([100, 30])
    expect(conversation.at(-1).revision).toBe(revision)

    const page = async (visitor: Visitor, query: string) =>
      (await visitor.get(`/api/get-conversation?id=${id}&${query}`)).body
    const older = await page(admin, `before=${earlier.before}&limit=20`)
    const oldest = await page(admin, `before=${older.next}`)
    expect([older.data.length, oldest.data.length, oldest.next]).toEqual([20, 10, undefined])
    const revisions = [...oldest.data, ...older.data, ...conversation].map((entry) => entry.revision)
    expect(revisions).toEqual(Array.from({ length: 130 }, (_, at) => at + 1))
    expect((await page(asha, '')).data).toEqual(conversation)

    expect(await page(other, '')).toEqual({ data: [], access: false })
    for (const limit of [0, 201])
      expect((await asha.get(`/api/get-conversation?id=${id}&limit=${limit}`)).status).toBe(400)
  })
})

describe('seeing an order', () => {
  // spec: 3.13, 6.13, 7.20
  it('shows it to its owner and to admins, with the names of the specification', async () => {
    const id = await asha.order()
    for (const visitor of [asha, admin]) {
      const { data, access } = await single(visitor, id)
      expect(access).toBe(true)
      expect(data[0]).toMatchObject({
        id,
        order_id: id,
        name: 'Asha Rao',
        phone: '+919845012345',
        completed: 0,
        cancelled: 0,
      })
      expect(JSON.parse(data[0].progress)[0]).toEqual({
        ...{ id: 1, value: 'Quick test', with: 'client', completedOn: 'submission', status: 1 },
        completedBy: { by: 'Asha Rao', at: data[0].openedAt },
      })
      expect(JSON.parse(data[0].questions)[0]).toMatchObject({ id: 1, answer: expect.stringContaining('Sourdough') })
    }
  })

  it('answers what the page needs, and nothing else that is known of the client', async () => {
    const id = await asha.order()
    for (const visitor of [asha, admin]) {
      const [order] = (await single(visitor, id)).data
      expect(Object.keys(order).sort()).toEqual(fieldsOfAnOrder)
      expect(JSON.stringify(order)).not.toMatch(/argon2|codeHash|session/)
    }
  })

  // spec: 6.7
  it('answers the same for another client, and for an order that does not exist', async () => {
    const id = await asha.order()
    const nothing = { data: [], access: false }
    expect(await single(other, id)).toEqual(nothing)
    for (const unknown of ['no-such-order', '', '__proto__', 'x'.repeat(5_000), '%00']) {
      expect(await single(asha, unknown)).toEqual(nothing)
    }
  })
})

describe('a change whose JSON is larger than any form', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`more ${at}`, at])))
  it.each([
    ['goes too deep', deep, {}],
    ['goes too deep, sent with a key', deep, { 'Idempotency-Key': randomUUID() }],
    ['holds too much', wide, {}],
  ])('is refused, and nothing is done: it %s', async (_, more, headers) => {
    const id = await asha.order()
    const body = `{"orderId":"${id}","text":"Hello","more":${more}}`
    const { status, body: answer } = await asha.ask('POST', '/api/send-message', body, headers)
    expect([status, answer.message]).toEqual([400, 'The request is invalid'])
    expect((await single(asha, id)).data[0].conversation).toEqual([])
  })
})

describe("an order's history", () => {
  const history = async (visitor: Visitor, query: string) => (await visitor.get(`/api/get-history?${query}`)).body
  const revisions = ({ data }: { data: { revision: number }[] }) => data.map(({ revision }) => revision)

  it('is handed out page by page, newest first, to those who may see the order', async () => {
    const id = await asha.order()
    for (const step of [1, 2, 3, 4]) await admin.put('/api/update-progress-status', { orderId: id, progressId: step })
    const first = await history(asha, `id=${id}&limit=2`)
    expect([revisions(first), first.next, first.access]).toEqual([[4, 3], 3, true])
    expect(first.data[0]).toMatchObject({ type: 'StepToggled', by: { role: 'admin' }, orderId: id })
    const rest = await history(admin, `id=${id}&before=${first.next}`)
    expect([revisions(rest), rest.next]).toEqual([[2, 1, 0], undefined])
    expect(revisions(await history(admin, `id=${id}&before=0`))).toEqual([])
    expect(revisions(await history(admin, `id=${id}&before=900`))).toEqual([4, 3, 2, 1, 0])
  })

  it('has pages of a bounded length, which go on where they end', async () => {
    const id = await asha.order()
    const text = 'क'.repeat(5_000)
    for (let n = 0; n < 45; n++) await asha.post('/api/send-message', { orderId: id, text })
    const first = await history(asha, `id=${id}&limit=100`)
    expect(first.data.length).toBeLessThan(42)
    expect(first.next).toBe(first.data.at(-1).revision)
    const rest = await history(asha, `id=${id}&limit=100&before=${first.next}`)
    expect(revisions(rest).length + first.data.length).toBe(46)
    const { data } = (await asha.get(`/api/get-order-events?id=${id}`)).body
    expect(data.length).toBeLessThan(43)
  })

  it('says no more to others than that there is no access', async () => {
    const id = await asha.order()
    expect(await history(other, `id=${id}`)).toEqual({ data: [], access: false })
    expect(await history(asha, 'id=unknown')).toEqual({ data: [], access: false })
    expect((await asha.get(`/api/get-history?id=${id}&before=-1`)).status).toBe(400)
  })
})

describe('toggling a step', () => {
  // spec: 1.13, 7.24
  it('records who did it, and answers with the event', async () => {
    const id = await asha.order()
    const { status, body } = await admin.put('/api/update-progress-status', { orderId: id, progressId: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Progress updated', revision: 1 })
    expect(body.events).toMatchObject([
      { type: 'StepToggled', data: { step: 3, done: true }, orderId: id, revision: 1, position: body.position },
    ])
    expect(await stepOf(id, 3)).toMatchObject({ status: 1, completedBy: { by: 'meera' } })
  })

  // spec: 4.18
  it('toggles back, and takes numbers written as text', async () => {
    const id = await asha.order()
    for (const expected of [1, 0]) {
      await admin.put('/api/update-progress-status', { orderId: id, progressId: '3' })
      expect((await stepOf(id, 3)).status).toBe(expected)
    }
  })

  it('sets instead when told what to set, once', async () => {
    const id = await asha.order()
    const set = { orderId: id, progressId: 3, status: 1 }
    await admin.put('/api/update-progress-status', set)
    const { body } = await admin.put('/api/update-progress-status', set)
    expect(body).toMatchObject({ events: [], revision: 1 })
  })

  // spec: 4.19, 8.5
  it("is refused to clients in the specification's words", async () => {
    const id = await asha.order()
    const { status, body } = await asha.put('/api/update-progress-status', { orderId: id, progressId: 1 })
    expect([status, body.message]).toEqual([403, 'Sorry You Are Not Allowed To Update The Progress'])
  })

  it.each([
    ['an unknown order', { orderId: 'nope', progressId: 1 }, 404],
    ['no order', { progressId: 1 }, 400],
    ['an order that is an object', { orderId: { $ne: '' }, progressId: 1 }, 400],
    ['no step', { orderId: 'ID' }, 400],
    ['a step that is no number', { orderId: 'ID', progressId: 'one' }, 400],
    ['a step the order does not have', { orderId: 'ID', progressId: 99 }, 404],
    ['a status that is none', { orderId: 'ID', progressId: 1, status: 7 }, 400],
  ])('says no to %s', async (_, body, expected) => {
    const id = await asha.order()
    const named = 'orderId' in body && body.orderId === 'ID' ? { ...body, orderId: id } : body
    const { status, body: problem } = await admin.put('/api/update-progress-status', named)
    expect([status, typeof problem.message]).toEqual([expected, 'string'])
  })

  // spec: 4.14, 8.3, 8.7
  it("is refused on a closed order in the specification's words", async () => {
    const id = await asha.order()
    expect((await admin.put('/api/complete-or-cancell', { orderId: id, status: 'complete' })).status).toBe(200)
    const { status, body } = await admin.put('/api/update-progress-status', { orderId: id, progressId: 1 })
    expect([status, body.message]).toEqual([409, 'Order Already Completed Or Cancelled'])
    const again = await admin.put('/api/complete-or-cancell', { orderId: id, status: 'cancel' })
    expect([again.status, again.body.message]).toEqual([409, 'Sorry Not Allowed'])
  })
})

describe('a change that is sent twice', () => {
  it('is recorded once under one Idempotency-Key, and answered the same, after a restart too', async () => {
    const id = await asha.order()
    const key = { 'Idempotency-Key': randomUUID() }
    const toggle = (visitor = admin) => visitor.put('/api/update-progress-status', { orderId: id, progressId: 3 }, key)
    const answers = await Promise.all([toggle(), toggle(), toggle()])
    await server.restart()
    ;[admin, asha, other] = [admin, asha, other].map(({ cookie }) => Object.assign(server.visitor(), { cookie })) as [
      Visitor,
      Visitor,
      Visitor,
    ]
    answers.push(await toggle(admin))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(answers[0]!.body))
    expect((await stepOf(id, 3)).status).toBe(1)
  })

  it('is refused when the key stood on another request', async () => {
    const id = await asha.order()
    const key = { 'Idempotency-Key': randomUUID() }
    await admin.put('/api/update-progress-status', { orderId: id, progressId: 3 }, key)
    const { status } = await admin.put('/api/update-progress-status', { orderId: id, progressId: 4 }, key)
    expect(status).toBe(409)
    expect((await stepOf(id, 4)).status).toBe(0)
  })
})

describe('two at once', () => {
  it('loses no toggle of two admins who change one order a hundred times', async () => {
    const id = await asha.order()
    const second = await server.admin()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 ? admin : second).put('/api/update-progress-status', { orderId: id, progressId: (n % 8) + 1 }),
      ),
    )
    expect(answers.map(({ body }) => body.revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
    const toggles = (step: number) => answers.filter((_, n) => (n % 8) + 1 === step).length
    for (let step = 1; step <= 8; step++)
      expect((await stepOf(id, step)).status).toBe((toggles(step) + (step < 3 ? 1 : 0)) % 2)
  })

  it('tells the one who has not seen the latest, when they ask for it', async () => {
    const id = await asha.order()
    const toggle = (match: string) =>
      admin.put('/api/update-progress-status', { orderId: id, progressId: 3 }, { 'If-Match': match })
    expect((await toggle('"0"')).status).toBe(200)
    const stale = await toggle('"0"')
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"1"'])
    expect((await toggle('yesterday')).status).toBe(400)
    expect((await stepOf(id, 3)).status).toBe(1)
  })
})

describe('lists', () => {
  // spec: 7.18
  it('are newest first, in pages, and know what their reader has just done', async () => {
    const client = await server.client('Lata Menon')
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift(await client.order())
    const last = await admin.put('/api/update-progress-status', { orderId: ids[0], progressId: 1 })
    const first = await client.get('/api/user-order?limit=2', { 'After-Position': last.body.position })
    expect(first.body.data.map(({ order_id }: { order_id: string }) => order_id)).toEqual(ids.slice(0, 2))
    expect(first.body.data[0]).toMatchObject({
      id: ids[0],
      name: 'Lata Menon #3',
      cancelled: 0,
      completed: 0,
      unread_messages: 0,
    })
    expect(JSON.stringify(first.body.data[0].steps)).toContain('"status":1')
    const rest = await client.get(`/api/user-order?limit=2&after=${encodeURIComponent(first.body.next)}`)
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(rest.body.next).toBeUndefined()
  })

  // spec: 4.10, 6.11, 7.18, 7.19
  it('are by status, and a client sees their own only', async () => {
    const client = await server.client('Farah Khan')
    const [open, closed] = [await client.order(), await client.order()]
    const { body } = await admin.put('/api/complete-or-cancell', { orderId: closed, status: 'cancel' })
    const list = async (visitor: Visitor, path: string) =>
      (await visitor.get(path, { 'After-Position': body.position })).body.data.map(({ id }: { id: string }) => id)
    expect(await list(client, '/api/user-order?status=open')).toEqual([open])
    expect(await list(client, '/api/user-order?status=cancelled')).toEqual([closed])
    expect(await list(admin, '/api/get-orders?status=cancelled')).toContain(closed)
    expect(await list(admin, '/api/get-orders?status=cancelled')).not.toContain(open)
    expect((await client.get('/api/get-orders')).status).toBe(403)
  })

  it('count what is unread for each person until they read it', async () => {
    const client = await server.client('Noor Ali')
    const { orderId: id, position: opened } = (await client.submit()).body
    const second = await server.admin()
    const unread = async (visitor: Visitor, position: string) =>
      (await visitor.get('/api/get-orders?limit=200', { 'After-Position': position })).body.data.find(
        (row: { id: string }) => row.id === id,
      ).unread_messages
    expect(await unread(admin, opened)).toBe(1)
    const read = await admin.put('/api/read-conversation', { orderId: id, upTo: 0 })
    expect(read.body.events).toMatchObject([{ type: 'ConversationRead', data: { upTo: 0, seen: 1 } }])
    expect(await unread(second, read.body.position)).toBe(0) // the same person in another browser
    expect((await admin.put('/api/read-conversation', { orderId: id, upTo: 0 })).body.events).toEqual([])
    expect((await client.put('/api/read-conversation', { orderId: id, upTo: 5 })).body.events).toEqual([])
    expect((await other.put('/api/read-conversation', { orderId: id, upTo: 0 })).status).toBe(404)
  })

  it.each(['limit=0', 'limit=9999', 'limit=x', 'status=weird', 'after=not-a-cursor', 'after=e30'])(
    'say no to ?%s',
    async (query) => {
      expect((await admin.get(`/api/get-orders?${query}`)).status).toBe(400)
    },
  )
})

describe('what admins do among themselves', () => {
  // security: 8.5
  it('is on no byte that their client is sent: what they have read, and when', async () => {
    const id = await asha.order()
    const [line, staff] = [await asha.connect(), await admin.connect()]
    await line.watch(id)
    await asha.post('/api/send-message', { orderId: id, text: 'Is it the blue or the green?' })
    expect((await admin.put('/api/read-conversation', { orderId: id, upTo: 1 })).body.events).toHaveLength(1)
    await admin.post('/api/send-message', { orderId: id, text: 'The green' })
    const heard = (await line.waitFor((events) => events.some(({ revision }) => revision === 3))).filter(
      ({ orderId }) => orderId === id,
    )
    expect(heard.map(({ revision }) => revision)).toEqual([1, 2, 3])
    const again = await asha.connect()
    const adminId = (await admin.get('/api/session')).body.id
    const whole = JSON.stringify([(await admin.get(`/api/get-history?id=${id}`)).body, staff.received])
    for (const text of ['"seen":2', `"id":"${adminId}"`]) expect(whole).toContain(text)
    const { body: history } = await asha.get(`/api/get-history?id=${id}`)
    const mark = history.data.find(({ revision }: { revision: number }) => revision === 2)
    expect(mark).toMatchObject({
      by: { id: 'agency', name: '' },
      at: '1970-01-01T00:00:00.000Z',
      data: { upTo: 0, seen: 0 },
    })
    const everything = [
      heard,
      history,
      await again.watch(id),
      await single(asha, id),
      (await asha.get('/api/user-order')).body,
    ]
    expect(JSON.stringify(everything)).not.toContain('"seen":2')
    for (const each of [line, staff, again]) each.close()
  })

  it('is heard by them, and by those who look as the client only as that client is told', async () => {
    const id = await asha.order()
    const clientId = (await asha.get('/api/session')).body.id
    const [staff, viewing] = [await admin.connect(), await admin.connect(undefined, { viewAs: clientId })]
    await Promise.all([staff.watch(id), viewing.watch(id)])
    await asha.post('/api/send-message', { orderId: id, text: 'Is it the blue or the green?' })
    await admin.put('/api/read-conversation', { orderId: id, upTo: 1 })
    const marks = async (line: typeof staff) =>
      (await line.waitFor((events) => events.some((each) => each.orderId === id && each.revision === 2))).filter(
        (each) => each.orderId === id && each.revision === 2,
      )
    expect((await marks(staff)).map(({ by }) => by.id)).toEqual([(await admin.get('/api/session')).body.id])
    expect((await marks(viewing)).map(({ by }) => by.id)).toEqual(['agency'])
    for (const each of [staff, viewing]) each.close()
  })
})

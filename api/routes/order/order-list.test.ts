import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

const aDay = 24 * 60 * 60 * 1000

let server: TestServer
let admin: Visitor
let asha: Visitor
let ids: string[]
let last: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha] = await Promise.all([server.admin(), server.client('Asha Rao')])
  const farhan = await server.client('Farhan Qureshi')
  ids = [await asha.order(), await farhan.order(), await asha.order()]
  await admin.put('/api/complete-or-cancell', { orderId: ids[1], status: 'complete' })
  await admin.put('/api/update-pricing', { orderId: ids[0], paidAmount: '9000', actualAmount: '45000' })
  // With the report the payment is next, which is the client’s but for their message. The other has a design to approve.
  await admin.put('/api/update-pricing', { orderId: ids[2], paidAmount: '45000', actualAmount: '45000' })
  for (const orderId of [ids[0], ids[2]])
    await admin.put('/api/update-progress-status', { orderId, progressId: 3, status: 1 })
  await admin.put('/api/upload-design', { orderId: ids[2], link: 'https://www.figma.com/file/loom' })
  const { body } = await asha.post('/api/send-message', { orderId: ids[0], text: 'When is the shuttle mended?' })
  last = body.position
})
afterAll(() => server.close())

/** Requests a list that waits for everything recorded so far. */
const list = async (query = '', who = admin) => {
  const { status, body } = await who.get(`/api/get-orders${query}`, { 'After-Position': last })
  return { status, body, ids: body.data?.map(({ id }: { id: string }) => id) }
}

describe('the orders as an admin asks for them', () => {
  it('are all of them, newest first, without being asked otherwise', async () => {
    const { body, ids: found } = await list()
    expect(found).toEqual(ids.toReversed())
    expect(body.data[2]).toMatchObject({
      order_id: ids[0],
      name: 'Asha Rao #1',
      cancelled: 0,
      completed: 0,
      unread_messages: 2,
      paid_amount: '9000',
      actual_amount: '45000',
      waiting_on: 'agency',
      unanswered_since: expect.any(String),
      company: '',
      due_on: '',
    })
    expect(body.data[1]).toMatchObject({ completed: 1, waiting_on: '' })
  })

  it.each<[string, number[]]>([
    ['?sort=oldest', [0, 1, 2]],
    ['?sort=unread&limit=1', [2]],
    ['?filter=unpaid', [0]],
    ['?filter=waiting-on-client', [2]],
    ['?filter=waiting-on-us', [0]],
    ['?filter=overdue', []],
    ['?search=shuttle', [0]],
    ['?search=client-2@example.com', [1]],
    ['?search=asha&status=open&limit=1', [2]],
  ])('%s', async (query, expected) => expect((await list(query)).ids).toEqual(expected.map((at) => ids[at])))

  it.each(['?filter=nobody', '?sort=price', '?limit=0', '?status=lost', `?search=${'x'.repeat(201)}`, '?after=x'])(
    'are refused what there is not: %s',
    async (query) => expect((await list(query)).status).toBe(400),
  )

  it('go on where the page ended, in each sort', async () => {
    for (const sort of ['newest', 'oldest', 'unread', 'latest-activity', 'oldest-activity']) {
      const seen: string[] = []
      let after = ''
      do {
        const { body, ids: found } = await list(
          `?sort=${sort}&limit=1${after && `&after=${encodeURIComponent(after)}`}`,
        )
        seen.push(...found)
        after = body.next ?? ''
      } while (after)
      expect([sort, seen.toSorted()]).toEqual([sort, ids.toSorted()])
    }
  })

  it('become overdue the day after the four weeks, without anything happening', async () => {
    const date = new Date().toISOString().slice(0, 10)
    const proposal = { receiverName: 'Neelgiri Looms', date, problem: 'A.', goals: 'B.', solution: 'C.' }
    onTestFinished(() => server.advanceTime(-30 * aDay))
    last = (await admin.put('/api/update-proposal', { orderId: ids[2], ...proposal })).body.position
    server.advanceTime(27 * aDay)
    expect((await list('?filter=overdue')).ids).toEqual([])
    server.advanceTime(3 * aDay)
    const later = await server.admin()
    expect((await list('?filter=overdue', later)).ids).toEqual([ids[2]])
    const { body } = await later.get('/api/get-order-counts?filter=overdue')
    expect([body.sections, body.filters.overdue]).toEqual([{ open: 1, completed: 0, cancelled: 0 }, 1])
  })

  it('name a client as their account does by the position that their reader asks for', async () => {
    for (const name of ['Asha Patil', 'Asha Iyer', 'Asha Menon', 'Asha Rao']) {
      const { position } = (await asha.put('/api/update-profile', { name, phone: '98450 99999' })).body
      const { body } = await admin.get('/api/get-orders', { 'After-Position': position })
      expect(body).not.toHaveProperty('stale')
      expect(body.data[0].clientName).toBe(name)
    }
  })

  it('are counted in each list and by each filter', async () => {
    const { body } = await admin.get('/api/get-order-counts', { 'After-Position': last })
    expect(body.sections).toEqual({ open: 2, completed: 1, cancelled: 0 })
    expect(body.filters).toEqual({
      open: 2,
      'waiting-on-us': 1,
      'waiting-on-client': 1,
      unread: 3,
      overdue: 0,
      unpaid: 1,
    })
    const { body: found } = await admin.get('/api/get-order-counts?search=asha&filter=unread')
    expect(found.sections).toEqual({ open: 2, completed: 0, cancelled: 0 })
  })
})

describe('a saved view', () => {
  const views = async (who: Visitor) => (await who.get('/api/get-order-views')).body.data
  const late = { id: 'late', name: 'Late', query: { filter: 'overdue', sort: 'oldest' } }

  it('is there on every device of the admin, and for no other', async () => {
    const { status, body } = await admin.put('/api/save-order-view', late)
    expect([status, body.message, body.events[0].type]).toEqual([200, 'View saved', 'OrderViewSaved'])
    expect(await views(await server.admin())).toEqual([late])
    expect((await asha.get('/api/get-order-views')).status).toBe(403)
  })

  // spec: 2.69
  it('is told to the other windows of the admin, and to no one else', async () => {
    const [window, other] = [await (await server.admin()).connect(), await asha.connect()]
    await admin.put('/api/rename-order-view', { id: 'late', name: 'Past four weeks' })
    const [event] = await window.waitFor((received) => received.length > 0)
    expect(event).toMatchObject({ type: 'OrderViewRenamed', data: { id: 'late', name: 'Past four weeks' } })
    await asha.post('/api/send-message', { orderId: ids[0], text: 'And the loom?' })
    const heard = await other.waitFor((received) => received.length > 0)
    expect(heard.map(({ type }) => type)).toEqual(['MessageSent'])
    window.close()
    other.close()
  })

  it('is removed, and its name free again', async () => {
    const again = { ...late, id: 'again', name: 'past four weeks' }
    expect((await admin.put('/api/save-order-view', again)).status).toBe(409)
    await admin.put('/api/remove-order-view', { id: 'late' })
    expect((await admin.put('/api/save-order-view', again)).status).toBe(200)
    expect(await views(admin)).toEqual([again])
  })

  it.each([
    ['without a name', { id: 'x', name: ' ', query: {} }, 'name'],
    ['of what there is not', { id: 'x', name: 'X', query: { filter: 'price' } }, 'query.filter'],
  ])('is refused %s', async (_, view, field) => {
    const { status, body } = await admin.put('/api/save-order-view', view)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LiveConnection, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let admin: Visitor
let asha: Visitor
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha] = await Promise.all([server.admin(), server.client('Asha Rao')])
  id = await asha.order()
})
afterAll(() => server.close())

/** A page with the order open. */
async function pageOf(visitor: Visitor, auth?: Record<string, string>): Promise<LiveConnection> {
  const page = await visitor.connect(undefined, auth)
  onTestFinished(() => void page.close())
  expect(await page.watch(id)).toHaveProperty('events')
  return page
}
const peopleSeenBy = (page: LiveConnection) => page.present.get(id)?.people.map(({ name }) => name)
const sees = (page: LiveConnection, ...names: string[]) =>
  page.waitFor(() => peopleSeenBy(page)?.join() === names.join())
const seesTheAgency = (page: LiveConnection, here: boolean) => page.waitFor(() => page.present.get(id)?.agency === here)

describe('who has an order open', () => {
  // spec: 6.20
  it('is told to both sides as it changes: the agency by name, the client that the agency is here', async () => {
    const client = await pageOf(asha)
    await seesTheAgency(client, false)
    const desk = await pageOf(admin)
    await sees(desk, 'Asha Rao')
    await seesTheAgency(client, true)
    expect(client.present.get(id)).toEqual({ orderId: id, people: [], agency: true })
    desk.close()
    await seesTheAgency(client, false)
  })

  it('is each person once, until the last of their pages is closed', async () => {
    const desk = await pageOf(admin)
    const [first, second] = [await pageOf(asha), await pageOf(asha)]
    await sees(desk, 'Asha Rao')
    first.socket.emit('unwatch', { orderId: id })
    await first.watch(id) // answered after it was left, and entered again
    first.close()
    expect(peopleSeenBy(desk)).toEqual(['Asha Rao'])
    second.close()
    await sees(desk)
  })

  it('is told to admins of all orders, from when they ask', async () => {
    const desk = await admin.connect()
    onTestFinished(() => void desk.close())
    const before = await pageOf(asha)
    await before.watch(id)
    const { orders } = await desk.socket.emitWithAck('watchPresence')
    expect(orders).toMatchObject([{ orderId: id, title: 'Asha Rao #1', people: [{ name: 'Asha Rao' }] }])
    before.close()
    await desk.waitFor(() => desk.openOrders.get(id)?.people.length === 0)
  })

  it('is not told to clients of all orders', async () => {
    const line = await asha.connect()
    onTestFinished(() => void line.close())
    expect(await line.socket.emitWithAck('watchPresence')).toEqual({ refused: true })
  })

  it('leaves out an admin who looks as the client: neither they nor the client are here', async () => {
    const { id: viewAs } = (await asha.get('/api/session')).body
    const view = await pageOf(admin, { viewAs })
    const desk = await pageOf(admin)
    expect(await desk.watch(id)).toHaveProperty('events')
    expect(peopleSeenBy(desk)).toEqual([])
    // It is shown what the client would be.
    await seesTheAgency(view, true)
    desk.close()
    const client = await pageOf(asha)
    expect(await client.watch(id)).toHaveProperty('events')
    expect(client.present.get(id)).toEqual({ orderId: id, people: [], agency: false })
  })
})

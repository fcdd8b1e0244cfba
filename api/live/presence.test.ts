import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response } from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLimiter } from '#api/http/limits.ts'
import { createSessions } from '#api/http/session.ts'
import { type LiveConnection, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { accountCommands } from '#domain/account/actions.ts'
import { designShared, opened, renamed } from '#domain/samples.ts'
import { type CommandHandler, createCommandHandler } from '#infra/events/command-handler.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { startLive } from './live.ts'

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

  it('is no one who leaves before the order was answered', async () => {
    const desk = await pageOf(admin)
    const page = await asha.connect()
    onTestFinished(() => void page.close())
    const answer = page.watch(id)
    page.socket.emit('unwatch', { orderId: id })
    expect(await answer).toHaveProperty('events')
    await page.watch('no-such-order') // answered after it was left
    await desk.watch(id) // answered after all that was told before
    expect(peopleSeenBy(desk)).toEqual([])
  })

  it('is told to admins of all orders, from when they ask', async () => {
    const desk = await admin.connect()
    onTestFinished(() => void desk.close())
    const before = await pageOf(asha)
    await before.watch(id)
    const { orders } = await desk.socket.emitWithAck('watchPresence')
    expect(orders).toMatchObject([{ orderId: id, title: 'Asha Rao #1', people: [{ name: 'Asha Rao' }] }])
    await admin.put('/api/rename-order', { orderId: id, title: 'Bakery' })
    await desk.waitFor(() => desk.openOrders.get(id)?.title === 'Bakery')
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

/** A live line over a store of its own, with an admin who has a page. */
async function ownLine() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-presence-'))
  const events = openSqliteEvents(join(folder, 'events.db'))
  const handler = createCommandHandler(events)
  const sessions = createSessions(handler, 'a secret of this test', false)
  const http = createServer()
  const live = await startLive(http, {
    ...{ events, handler, sessions, epoch: '', models: [], limiter: createLimiter(undefined), now: Date.now },
    ...{ securityEntries: { tell: () => {} }, log: pino({ level: 'silent' }), addressOf: () => undefined },
    onBroken: () => {},
  })
  onTestFinished(async () => {
    await live.close()
    await events.close()
    await rm(folder, { recursive: true })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const kavya = { id: 'kavya', name: 'Kavya Nair', role: 'admin' } as const
  const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA'
  const account = { ...kavya, email: 'kavya@example.com', phone: '+919845012345', passwordHash, session: 's1' }
  const registered = await handler.handle(accountCommands.register, kavya.id, account, { by: kavya })
  let cookie = ''
  const keep = (name: string, value: string) => {
    cookie += `${name}=${value}; `
  }
  await sessions.begin({ cookie: keep, req: { headers: {} } } as unknown as Response, kavya.id, registered.events)
  const page = await Object.assign(server.visitor(), { url }).connect({ Cookie: cookie, Origin: url })
  return { events, handler, page }
}

it('is told of all other orders when one that is open cannot be read', async () => {
  const { events, handler, page } = await ownLine()
  for (const order of ['sound', 'broken']) {
    await events.append(`order-${order}`, -1, [{ ...opened, id: randomUUID() }])
    expect(await page.watch(order)).toHaveProperty('events')
  }
  const unfoldable = { ...designShared, id: randomUUID(), data: null as never }
  const [recorded] = await events.append('order-broken', 0, [unfoldable])
  await expect.poll(() => handler.latest()).toBe(recorded!.position)
  const { orders } = await page.socket.timeout(5_000).emitWithAck('watchPresence')
  expect(orders).toMatchObject([{ orderId: 'sound', people: [{ name: 'Kavya Nair' }] }])
  expect(page.socket.connected).toBe(true)
})

/** Lets the first title that is read be late: it is known once `known` resolves, and arrives once `arrive` is called. */
function delayTitle(handler: CommandHandler) {
  const { lookAt } = handler
  const [known, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  handler.lookAt = async (...of) => {
    handler.lookAt = lookAt
    const title = await lookAt(...of)
    known.resolve()
    await arrived.promise
    return title
  }
  return { known: known.promise, arrive: arrived.resolve }
}

it('is answered as it is once the titles of all are read, however long that takes', async () => {
  const { events, handler, page } = await ownLine()
  for (const order of ['left', 'entered']) await events.append(`order-${order}`, -1, [{ ...opened, id: randomUUID() }])
  await page.watch('left')
  const { known, arrive } = delayTitle(handler)
  const answer = page.socket.timeout(5_000).emitWithAck('watchPresence')
  await known
  page.socket.emit('unwatch', { orderId: 'left' })
  await page.watch('entered')
  arrive()
  expect(await answer).toMatchObject({ orders: [{ orderId: 'entered', people: [{ name: 'Kavya Nair' }] }] })
})

it('is answered with the title of now where an order is renamed while titles are read', async () => {
  const { events, handler, page } = await ownLine()
  await events.append('order-baker', -1, [{ ...opened, id: randomUUID() }])
  await page.watch('baker')
  const { known, arrive } = delayTitle(handler)
  const answer = page.socket.timeout(5_000).emitWithAck('watchPresence')
  await known
  await events.append('order-baker', 0, [{ ...renamed, id: randomUUID() }])
  const { title } = renamed.data
  await page.waitFor(() => page.openOrders.get('baker')?.title === title)
  arrive()
  expect(await answer).toMatchObject({ orders: [{ orderId: 'baker', title }] })
})

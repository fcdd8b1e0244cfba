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
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { anonymous, maxSessions } from '#domain/account/account.ts'
import { accountCommands, personCommands } from '#domain/account/actions.ts'
import { type CommandHandler, createCommandHandler } from '#infra/events/command-handler.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import type { EventStore } from '#infra/events/store.ts'
import { startLive } from './live.ts'

let server: TestServer
let admin: Visitor
let asha: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha] = await Promise.all([server.admin(), server.client()])
})
afterAll(() => server.close())

const meera = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
const anotherHash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA'

const toggle = (orderId: string, progressId = 1) => admin.put('/api/update-progress-status', { orderId, progressId })

describe('a page that watches an order', () => {
  it('is handed what it missed, then hears what is recorded', async () => {
    const id = await asha.order()
    await toggle(id, 1)
    const line = await asha.connect()
    const missed = await line.watch(id, 0)
    expect(missed).toMatchObject({ events: [{ type: 'StepToggled', revision: 1, orderId: id, stream: `order-${id}` }] })
    const { body } = await toggle(id, 2)
    const received = await line.waitFor((events) => events.some(({ revision }) => revision === 2))
    expect(received.at(-1)).toEqual(body.events[0])
    expect(Object.keys(received.at(-1)!).sort()).toEqual([
      'at',
      'by',
      'data',
      'id',
      'orderId',
      'position',
      'revision',
      'stream',
      'type',
    ])
    line.close()
  })

  it('is handed everything when it has nothing', async () => {
    const id = await asha.order()
    const line = await asha.connect()
    expect(await line.watch(id)).toMatchObject({ events: [{ type: 'OrderOpened', revision: 0 }] })
    line.close()
  })

  it('hears every event once and in order, whatever happens as it begins to watch', async () => {
    const id = await asha.order()
    const toggling = Promise.all(Array.from({ length: 40 }, (_, n) => toggle(id, (n % 8) + 1)))
    const line = await asha.connect()
    const answer = await line.watch(id, 0)
    await toggling
    const missed = 'events' in answer ? answer.events : []
    const last = (events: typeof missed) =>
      Math.max(0, ...missed.map(({ revision }) => revision), ...events.map(({ revision }) => revision))
    const received = (await line.waitFor((events) => last(events) === 40)).filter(({ orderId }) => orderId === id)
    // A client hears their own orders' events for their lists too, so that it may have heard some before it watched.
    const revisions = [...new Set([...missed, ...received].map(({ revision }) => revision))]
      .sort((a, b) => a - b)
      .filter((each) => each > 0)
    expect(revisions).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(new Set(received.map(({ revision }) => revision)).size).toBe(received.length)
    line.close()
  })

  it.each([
    ["another client's order", async () => asha.order(), 0],
    ['an order that does not exist', async () => 'nope', -1],
    ['nothing', async () => undefined, -1],
    ['an object', async () => ({ $ne: '' }), -1],
    ['a revision that is none', async () => asha.order(), 'x'],
  ])('is refused %s', async (_, order, after) => {
    const line = await (await server.client('Kabir Sen')).connect()
    expect(await line.watch(await order(), after)).toEqual({ refused: true })
    line.close()
  })

  it("hears nothing of other clients' orders", async () => {
    const kabir = await server.client('Kabir Das')
    const [his, hers] = [await kabir.order(), await asha.order()]
    const line = await kabir.connect()
    await line.watch(his)
    await toggle(hers)
    await toggle(his)
    const received = await line.waitFor((events) => events.length > 0)
    expect(received.every(({ orderId }) => orderId === his)).toBe(true)
    line.close()
  })
})

describe('lists', () => {
  it('of an admin hear of every order, those of a client of their own', async () => {
    const lata = await server.client('Lata Menon')
    const [staff, own, others] = await Promise.all([admin.connect(), lata.connect(), asha.connect()])
    const id = await lata.order()
    for (const line of [staff, own]) {
      const received = await line.waitFor((events) => events.some(({ orderId }) => orderId === id))
      expect(received.find(({ orderId }) => orderId === id)).toMatchObject({
        type: 'OrderOpened',
        by: { name: 'Lata Menon' },
      })
    }
    const hers = await asha.order()
    expect((await others.waitFor((events) => events.length > 0)).map(({ orderId }) => orderId)).toEqual([hers])
    for (const line of [staff, own, others]) line.close()
  })
})

it('lets the page with the people hear of an address that a new password confirms', async () => {
  const [email, browser, desk] = ['rinzin@looms.example', server.visitor(), await admin.connect()]
  await browser.post('/api/register', {
    name: 'Rinzin',
    email,
    phone: '98450 12345',
    password: 'bread-at-six-gone-by-ten',
  })
  await browser.post('/api/checkotp', { email })
  const OneTimePassword = /^Subject: (\d{6}) /m.exec(await server.mailTo(email))![1]!
  await browser.post('/api/checkotp/otp', { OneTimePassword })
  await desk.waitFor((events) => events.some(({ type }) => type === 'PasswordResetGranted'))
  desk.close()
})

describe('the template of new orders', () => {
  it('is heard by admins when another admin revises it, and by no client', async () => {
    const [staff, own] = await Promise.all([admin.connect(), asha.connect()])
    await admin.put('/api/update-progress', { packageId: 1, progress: '[{"id":1,"value":"Measure"}]' })
    const id = await asha.order()
    const heard = await staff.waitFor((events) => events.some(({ type }) => type === 'StepsRevised'))
    expect(heard.find(({ type }) => type === 'StepsRevised')).toMatchObject({
      stream: 'template-1',
      data: { steps: [{ id: 1, value: 'Measure' }] },
    })
    const received = await own.waitFor((events) => events.some(({ orderId }) => orderId === id))
    expect(received.map(({ type }) => type)).not.toContain('StepsRevised')
    for (const line of [staff, own]) line.close()
  })
})

describe('the line', () => {
  // security: 3.6
  it('is closed to visitors, forged sessions and other sites', async () => {
    const visitor = server.visitor()
    for (const headers of [
      { Origin: server.url },
      { Origin: server.url, Cookie: 'session=a.b.c' },
      { Origin: 'https://evil.example', Cookie: admin.cookie },
      { Cookie: admin.cookie },
    ]) {
      await expect(visitor.connect(headers as Record<string, string>)).rejects.toThrow()
    }
  })

  it('ends with the session', async () => {
    const again = await server.admin()
    const [ended, other] = await Promise.all([again.connect(), admin.connect()])
    await again.get('/api/logout')
    await ended.waitFor((_, { connected }) => !connected)
    expect(other.socket.connected).toBe(true)
    other.close()
  })

  // security: 7.6
  it('ends when the session ends by its age, before anything more is said on it', async () => {
    const own = await startTestServer()
    onTestFinished(() => own.close())
    const client = await own.client()
    const id = await client.order()
    const line = await client.connect()
    await line.watch(id)
    const before = line.received.length
    own.advanceTime(91 * 24 * 60 * 60 * 1000)
    const staff = await own.admin() // a session that is open then
    const open = await staff.connect()
    await staff.put('/api/update-progress-status', { orderId: id, progressId: 1 })
    await line.waitFor((_, { connected }) => !connected)
    await open.waitFor((events) => events.some(({ type }) => type === 'StepToggled'))
    expect([line.received.length, open.socket.connected]).toEqual([before, true])
    open.close()
  })

  it('ends when a page asks for something in a session that has ended by its age', async () => {
    const own = await startTestServer()
    onTestFinished(() => own.close())
    const client = await own.client()
    const id = await client.order()
    const line = await client.connect()
    own.advanceTime(31 * 24 * 60 * 60 * 1000)
    const answer = line.watch(id)
    answer.catch(() => {})
    await line.waitFor((_, { connected }) => !connected)
    await expect(answer).rejects.toThrow()
  })

  // security: 7.6
  it.each<[string, (handler: CommandHandler, id: string, session: string) => Promise<unknown>]>([
    [
      'a logout',
      (handler, id, session) => handler.handle(accountCommands.logOut, id, { session }, { by: { ...anonymous, id } }),
    ],
    [
      'a logout everywhere',
      (handler, id) => handler.handle(accountCommands.logOutEverywhere, id, {}, { by: { ...anonymous, id } }),
    ],
    [
      'a new password',
      (handler, id) =>
        handler.handle(accountCommands.replacePassword, id, { personId: id, passwordHash: anotherHash }, { by: meera }),
    ],
    [
      'a login that is one too many',
      async (handler, id) => {
        for (let n = 2; n <= maxSessions + 1; n++) {
          const login = { session: `s${n}`, checked: anotherHash }
          await handler.handle(accountCommands.logIn, id, login, { by: { ...anonymous, id } })
        }
      },
    ],
    [
      'a suspension',
      (handler, id) => handler.handle(personCommands.suspendAccount, id, { personId: id }, { by: meera }),
    ],
  ])('ends with the session that another process ended: by %s', async (_, ending) => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-live-'))
    const events = openSqliteEvents(join(folder, 'events.db'))
    const log = pino({ level: 'silent' })
    /** A process with everything of its own but the store. */
    async function process() {
      const handler = createCommandHandler(events)
      const sessions = createSessions(handler, 'the secret that all processes share', false)
      const http = createServer()
      const limiter = createLimiter(undefined)
      const securityEntries = { tell: () => {} }
      const bare = { epoch: '', models: [], securityEntries, addressOf: () => undefined }
      const own = { ...bare, limiter, now: Date.now, onBroken: () => {} }
      const live = await startLive(http, { events, handler, sessions, log, ...own })
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      return { handler, sessions, live, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
    }
    const [here, there] = [await process(), await process()]
    onTestFinished(async () => {
      await Promise.all([here.live.close(), there.live.close()])
      await events.close()
      await rm(folder, { recursive: true })
    })
    const person = { name: 'Kavya Nair', email: 'kavya@example.com', phone: '+919845012345', passwordHash: anotherHash }
    const begun = await here.handler.handle(
      accountCommands.register,
      'kavya',
      { ...person, role: 'admin', session: 's1' },
      { by: { id: 'kavya', name: 'Kavya Nair', role: 'admin' } },
    )
    const cookies: string[] = []
    const cookie = (name: string, value: string) => cookies.push(`${name}=${value}`)
    await here.sessions.begin({ cookie, req: { headers: {} } } as unknown as Response, 'kavya', begun.events)
    const visitor = Object.assign(server.visitor(), { url: there.url })
    const line = await visitor.connect({ Cookie: cookies.join('; '), Origin: there.url })
    await ending(here.handler, 'kavya', 's1')
    await line.waitFor((_, { connected }) => !connected)
  })

  /** A line over a store of its own; `following` may spoil what it is handed. */
  async function lineOver(following: (events: EventStore) => EventStore = (events) => events) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-live-'))
    const events = openSqliteEvents(join(folder, 'events.db'))
    const handler = createCommandHandler(events)
    const log = pino({ level: 'silent' })
    const sessions = createSessions(handler, 'a-secret-of-this-test', false)
    const broken: Error[] = []
    const onBroken = (error: Error) => broken.push(error)
    const live = await startLive(createServer(), {
      events: following(events),
      epoch: '',
      models: [],
      securityEntries: { tell: () => {} },
      handler,
      sessions,
      limiter: createLimiter(undefined),
      addressOf: () => undefined,
      log,
      now: Date.now,
      onBroken,
    })
    onTestFinished(async () => {
      await live.close()
      await events.close()
      await rm(folder, { recursive: true })
    })
    const by = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
    const unknown = { id: randomUUID(), type: 'NobodyKnowsThis', data: {}, by, at: '2026-11-16T09:00:00.000Z' }
    await events.append('order-x1', -1, [unknown])
    return { broken, handler }
  }

  it('says so when it breaks, once: no event would reach a page any more', async () => {
    const { broken } = await lineOver((events) => ({
      ...events,
      async *follow(after, signal) {
        for await (const batch of events.follow(after, signal)) {
          if (batch.events.length > 0) throw new Error('the line is cut')
          yield batch
        }
      },
    }))
    await expect.poll(() => broken.length).toBe(1)
  })

  it('goes on after an event of a type that this version does not know', async () => {
    const { broken, handler } = await lineOver()
    await expect.poll(() => handler.latest()).toBe(1n)
    expect(broken).toEqual([])
  })
})

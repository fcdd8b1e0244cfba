import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, picture, startTestServer, type TestServer, validAnswers } from '#api/testing/test-server.ts'
import type { WireEvent } from '#domain/event.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import type { Dependency } from '#infra/health.ts'
import { mailServer } from '#infra/mail/testing.ts'
import { type Gate, openGate } from '#infra/testing/gate.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'

/** An order with a file, its client and an admin. */
type Scene = Awaited<ReturnType<typeof setScene>>
type Requests = Record<string, (scene: Scene) => Promise<Answer>>
type Row = {
  /** Whether a process without it is still ready for others. */
  ready: boolean
  /** The requests that need it. Each may be repeated. */
  needs: Requests
  /** The requests that go on without it. */
  goesOn: Requests
}

const change = (progressId: number) => (scene: Scene) => scene.toggle(progressId)
const list = ({ admin }: Scene) => admin.get('/api/get-orders')
const orderPage = ({ client, orderId }: Scene) => client.get(`/api/get-single-order?id=${orderId}`)
const file = ({ client, file }: Scene) => client.get(file)
const newOrder = ({ client }: Scene) => client.submit(validAnswers, { 7: picture() })
const message = ({ client, orderId }: Scene) => client.post('/api/send-message', { orderId, text: 'Good morning' })
const registration = () =>
  server.visitor().post('/api/register', { ...newcomer, email: `${randomUUID()}@looms.example` })
const login = () => server.admin().then((admin) => admin.get('/api/session'))
const webPage = () => server.visitor().get('/', { Accept: 'text/html' })
const draft = ({ client }: Scene) => client.put('/api/save-draft', { answers: [{ id: 1, answer: 'Bread', age: 10 }] })

const newcomer = { name: 'Kabir Sen', phone: '98450 12345', password: 'bread-at-six-gone-by-ten' }

const table: Record<Dependency, Row> = {
  'The event store': {
    ready: false,
    needs: { 'a change': change(1), 'a registration': registration, 'a message': message },
    goesOn: { 'the list': list, 'the order': orderPage, 'a file': file, 'a draft': draft, 'a page': webPage },
  },
  'The document store': {
    ready: false,
    needs: { 'the list': list, 'a file': file, 'a new order': newOrder, 'a draft': draft },
    goesOn: {
      'a change': change(1),
      'the order': orderPage,
      'a message': message,
      'a login': login,
      'a page': webPage,
    },
  },
  'The file store': {
    ready: true,
    needs: {
      'a file': file,
      'a new order with a file': newOrder,
      'a file shared': ({ admin, orderId }) => admin.share(orderId, [picture()]),
    },
    goesOn: { 'a change': change(1), 'the list': list, 'the order': orderPage, 'a message': message, 'a login': login },
  },
  'The email server': {
    ready: true,
    needs: {
      'an invitation': ({ admin }) => admin.post('/api/invite-admin', { email: `${randomUUID()}@longhand.example` }),
    },
    goesOn: {
      'a change': change(1),
      'the list': list,
      'a message': message,
      'a registration': registration,
      'a login': login,
    },
  },
}

let server: TestServer
let mails: Awaited<ReturnType<typeof mailServer>>
const gates: Partial<Record<Dependency, Gate>> = {}
const ending: (() => unknown)[] = []

beforeAll(async () => {
  const double = await startDouble()
  ending.unshift(double.close)
  mails = await mailServer()
  ending.unshift(mails.close)
  const events = await openGate(double.url)
  const mail = await openGate(mails.url)
  Object.assign(gates, { 'The event store': events, 'The email server': mail })
  ending.unshift(events.close, mail.close)
  const settings = { eventStoreUrl: events.url, mail: { smtpUrl: mail.url, from: 'studio@longhand.example' } }
  if (hasServers) {
    const { documents, files, mongodbUrl, s3, remove } = await ownServers()
    ending.unshift(remove)
    Object.assign(gates, { 'The document store': documents, 'The file store': files })
    Object.assign(settings, { mongodbUrl, s3 })
  }
  server = await startTestServer(settings)
  ending.unshift(server.close)
})
afterAll(async () => {
  for (const gate of Object.values(gates)) await gate.open()
  for (const end of ending) await end()
})

async function setScene() {
  const [admin, client] = [await server.admin(), await server.client()]
  const { body } = await client.submit(validAnswers, { 7: picture() })
  const orderId: string = body.orderId
  const { filename } = body.events[0].data.questions.find(({ id }: Question) => id === 7).answer
  const line = await client.connect()
  onTestFinished(() => void line.close())
  await line.watch(orderId)
  const key = randomUUID()
  const toggle = (progressId: number) =>
    admin.put('/api/update-progress-status', { orderId, progressId }, { 'Idempotency-Key': `${key}-${progressId}` })
  const { body: first } = await toggle(9)
  expect((await admin.get('/api/get-orders', { 'After-Position': first.position })).body).not.toHaveProperty('stale')
  return { admin, client, orderId, file: `/uploads/${filename}`, line, toggle, first }
}

const inTime = async <T>(asking: Promise<T>): Promise<T> => {
  const began = performance.now()
  const answer = await asking
  expect(performance.now() - began).toBeLessThan(2_000)
  return answer
}

/** The readiness that a server reports, requested anew. */
async function readiness() {
  server.advanceTime(30_000)
  const { status, headers, body } = await inTime(server.visitor().get('/readyz'))
  return { status, retryAfter: headers.get('Retry-After'), ready: body.ready, down: body.down }
}

const all = (requests: Requests, scene: Scene) =>
  Promise.all(Object.entries(requests).map(async ([name, ask]) => ({ name, ...(await inTime(ask(scene))) })))

const revisionsOf = (orderId: string, events: WireEvent[]) =>
  events.filter((event) => event.orderId === orderId).map(({ revision }) => revision)

const canGoAway = (dependency: Dependency) => ['The event store', 'The email server'].includes(dependency) || hasServers

describe.each((Object.keys(table) as Dependency[]).filter(canGoAway))('%s', (dependency) => {
  const { ready, needs, goesOn } = table[dependency]

  it.each(['shut', 'hang'] as const)('goes away, and comes back, and nothing is lost (%s)', async (how) => {
    const scene = await setScene()
    const gate = gates[dependency]!
    await gate[how]()

    for (const { name, status, headers, body } of await all(needs, scene)) {
      expect({ name, status, body }).toEqual({
        name,
        status: 503,
        body: { message: `${dependency} is not available right now` },
      })
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    const done = await all(goesOn, scene)
    expect(done.filter(({ status }) => status >= 300).map(({ name, status }) => [name, status])).toEqual([])
    expect(await readiness()).toEqual({
      ...(ready ? { status: 200, retryAfter: null } : { status: 503, retryAfter: '2' }),
      ...{ ready, down: [dependency] },
    })
    expect((await server.visitor().get('/healthz')).status).toBe(200)

    await gate.open()
    for (const [name, ask] of Object.entries(needs)) {
      await vi.waitFor(
        async () => expect([name, (await ask(scene)).status]).toEqual([name, expect.toBeOneOf([200, 201])]),
        20_000,
      )
    }
    await vi.waitFor(
      async () => expect(await readiness()).toMatchObject({ status: 200, ready: true, down: [] }),
      20_000,
    )

    // What was acknowledged is there: in the order, on its open page, in the list.
    const { orderId, line, admin } = scene
    const last = await scene.toggle(2)
    const { events } = (await line.watch(orderId)) as { events: WireEvent[] }
    const saved = events.map(({ id }) => id)
    const acknowledged = [scene.first, ...done.map(({ body }) => body), last.body].flatMap((body) => body?.events ?? [])
    const ours = (acknowledged as WireEvent[]).filter((event) => event.orderId === orderId)
    expect(saved).toEqual(expect.arrayContaining(ours.map(({ id }) => id)))
    await line.waitFor((received) => revisionsOf(orderId, received).includes(last.body.revision))
    expect(revisionsOf(orderId, line.received)).toEqual(events.slice(1).map(({ revision }) => revision))
    await vi.waitFor(async () => {
      const { body } = await admin.get('/api/get-orders', { 'After-Position': last.body.position })
      expect(body.data).toContainEqual(expect.objectContaining({ id: orderId, revision: last.body.revision }))
    }, 20_000)
    expect(server.broken).toBe(false)
  })
})

it('mails what was due while no one took mails', async () => {
  const gate = gates['The email server']!
  await gate.shut()
  const [email, adminToBe] = [`${randomUUID()}@looms.example`, `${randomUUID()}@longhand.example`]
  await server.visitor().post('/api/register', { ...newcomer, email })
  expect((await server.visitor().post('/api/checkotp', { email })).status).toBe(200)
  // It was tried before this one: neither was reachable.
  expect((await (await server.admin()).post('/api/invite-admin', { email: adminToBe })).status).toBe(503)
  await gate.open()
  const subjects = () => mails.letters.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
  await expect
    .poll(() => subjects().toSorted(), { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^\d{6} /), expect.stringMatching(/^Welcome/)])
})

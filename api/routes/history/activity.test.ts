import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { ActivityLine } from '#domain/contract/activity.ts'
import { streamOf } from '#domain/event.ts'
import type { ActivityNote } from '#domain/history/kinds.ts'
import { packageId, QuestionsRevised, StepsRevised, templates } from '#domain/questionnaire/template.ts'
import type { EventStore } from '#infra/events/store.ts'
import { openStores } from '#infra/open.ts'
import type { ActivityRow } from '#projections/history/activity.ts'
import { activityLines } from './activity.ts'
import { createTimelines } from './timelines.ts'

type Page = { data: ActivityLine[]; next?: string; count?: number; people?: { id: string; name: string }[] }

let server: TestServer
let admin: Visitor
let asha: Visitor
let orderId: string
let meera: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
  asha = await server.client('Asha Rao')
  orderId = await asha.order()
  meera = (await admin.get('/api/session')).body.id
  await admin.put('/api/update-progress-status', { orderId, progressId: 3 })
  await asha.post('/api/send-message', { orderId, text: 'May the price stand beside each loaf?' })
  await admin.put('/api/read-conversation', { orderId, upTo: 2 })
  await admin.put('/api/update-pricing', { orderId, actualAmount: '45000', paidAmount: '9000', revisionCount: 0 })
  await admin.put('/api/update-prices', prices('28000'))
  server.advanceTime(60_000)
  await admin.put('/api/update-prices', prices('31000'))
  await admin.put('/api/update-agency', { name: 'Longhand', upi: { id: 'longhand@okbank' } })
  await admin.post('/api/create-api-key', { name: 'The bookkeeping', scopes: ['orders:read'] })
})
afterAll(() => server.close())

const prices = (website: string) => ({
  ...{ inr_design: '15000', inr_website: website, inr_crm: '54000', inr_hosting: '6000', inr_price: '45000' },
  ...{ usd_design: '180', usd_website: '360', usd_crm: '648', usd_hosting: '72', usd_price: '203' },
})

const activity = async (query = '', headers = {}): Promise<Page> =>
  (await admin.get(`/api/get-activity${query}`, headers)).body
const said = ({ data }: Page) => data.map(({ says }) => says)

describe('the activity', () => {
  // spec: 11.16
  it('says what happened to whatever, by whom and what it changed, the latest first', async () => {
    const { data } = await activity()
    const change = (about: string, before: string | undefined, after: string) => [
      { about, ...(before ? { before } : {}), after },
    ]
    const order = { of: 'order', id: orderId, name: 'Asha Rao #1' }
    expect(data.slice(0, 8)).toMatchObject([
      { says: 'Created an API key for orders:read', subject: { of: 'api-key', name: 'The bookkeeping' } },
      { says: 'Changed the agency details', kind: 'settings.agency', subject: { of: 'agency' } },
      {
        says: 'Changed the prices: Website, in rupees',
        changes: change('Website, in rupees', '28000', '31000'),
      },
      { says: 'Changed the prices: Website, in rupees', kind: 'settings.prices' },
      { says: 'Invoice updated: ₹9,000 of ₹45,000 paid', subject: order, by: { id: meera, role: 'admin' } },
      { says: '“May the price stand beside each loaf?”', subject: order, by: { name: 'Asha Rao', role: 'client' } },
      {
        says: 'Business report and strategy call is done',
        changes: change('Business report and strategy call', 'not done', 'done'),
        settles: 'done',
        subject: order,
      },
      { says: 'Project started with 7 answers', kind: 'orders.project', subject: order },
    ])
    expect(data.every(({ origin }) => origin === undefined || /127\.0\.0\.1|::1/.test(origin.address))).toBe(true)
    expect(data[0]!.origin).toBeDefined()
  })

  it('leaves out what is read and who logs in, unless it is asked for', async () => {
    expect(said(await activity())).not.toContain('Read the messages')
    expect(said(await activity('?quiet=true'))).toEqual(expect.arrayContaining(['Read the messages', 'Logged in']))
    expect(said(await activity('?kind=orders.reading'))).toEqual(['Read the messages'])
    expect(said(await activity('?kind=accounts.logins'))).toEqual(expect.arrayContaining(['Logged in']))
  })

  it('is filtered by kind, person and time, together', async () => {
    const { data } = await activity('?kind=orders')
    expect(data.map(({ subject }) => subject.of)).toEqual(['order', 'order', 'order', 'order'])
    const hers = data.find(({ says }) => says.startsWith('“'))!.by!.id
    expect(said(await activity(`?actor=${hers}&kind=orders.messages`))).toHaveLength(1)
    const settings = await activity(`?actor=${meera}&kind=settings`)
    expect(settings.data.map(({ kind }) => kind)).toEqual(['settings.agency', 'settings.prices', 'settings.prices'])
    const { at } = settings.data[1]!
    expect(said(await activity(`?kind=settings&to=${at}`))).toHaveLength(1)
    expect((await activity(`?kind=settings&from=${at}`)).data).toEqual(settings.data.slice(0, 2))
    expect((await activity('?actor=nobody')).data).toEqual([])
  })

  it('is read in pages, none twice and none left out', async () => {
    const whole = (await activity('?quiet=true&limit=200')).data
    const read: ActivityLine[] = []
    let next: string | undefined
    do {
      const page: Page = await activity(`?quiet=true&limit=3${next ? `&after=${encodeURIComponent(next)}` : ''}`)
      read.push(...page.data)
      next = page.next
    } while (next)
    expect(read).toEqual(whole)
    expect(whole.length).toBeGreaterThan(10)
  })

  it('says who may be filtered by, and how much has happened since a time', async () => {
    const { data, people, count } = await activity(`?countSince=2020-01-01T00:00:00Z&kind=leads&actor=${meera}`)
    expect([data, people]).toEqual([[], [{ id: meera, name: 'meera' }]])
    expect(count).toBe((await activity('?limit=200')).data.length)
    const client = (await asha.get('/api/session')).body.id
    expect((await activity(`?actor=${client}`)).people).toContainEqual({ id: client, name: 'Asha Rao' })
  })

  it('waits for what its reader has just changed', async () => {
    const { position } = (await admin.put('/api/rename-order', { orderId, title: 'Bakery, first site' })).body
    const { data } = await activity('?kind=orders&limit=1', { 'After-Position': position })
    expect(data[0]).toMatchObject({ position, changes: [{ before: 'Asha Rao #1', after: 'Bakery, first site' }] })
  })

  it.each([
    ['?kind=everything', 'kind'],
    ['?kind=orders.everything', 'kind'],
    ['?from=yesterday', 'from'],
    ['?to=2026-13-40', 'to'],
    ['?after=12', 'after'],
    ['?limit=0', 'limit'],
    ['?quiet=perhaps', 'quiet'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await admin.get(`/api/get-activity${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  // spec: 11.17
  it('is for admins alone, and for no key', async () => {
    expect((await asha.get('/api/get-activity')).status).toBe(403)
    expect((await server.visitor().get('/api/get-activity')).status).toBe(401)
    const client = (await asha.get('/api/session')).body.id
    expect((await admin.get('/api/get-activity', { 'View-As-Client': client })).status).toBe(403)
    const { key } = (await admin.post('/api/create-api-key', { name: 'All', scopes: ['orders:read'] })).body
    expect((await server.visitor().get('/api/get-activity', { Authorization: `Bearer ${key}` })).status).toBe(403)
  })

  // spec: 11.17
  it('tells no secret: no password, key or digest of one', async () => {
    await asha.put('/api/change-password', { current: 'bread-at-six-gone-by-ten', password: 'leaves-from-the-garden' })
    const text = JSON.stringify(await activity('?quiet=true&limit=200'))
    for (const secret of ['bread-at-six', 'leaves-from', 'argon2', 'digest', 'Hash', 'session"']) {
      expect(text).not.toContain(secret)
    }
  })
})

it('stands after a restart as it stood before', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const first = await own.admin()
  const client = await own.client()
  await client.order()
  const before = (await first.get('/api/get-activity?kind=orders')).body.data
  await own.restart()
  const after = (await (await own.admin()).get('/api/get-activity?kind=orders')).body.data
  expect([after, before.length]).toEqual([before, 1])
})

describe('an admin’s open page', () => {
  // spec: 11.18
  it('is noted that something happened, about what and by whom, and a client’s is not', async () => {
    const [mine, theirs] = await Promise.all([admin.connect(), asha.connect()])
    onTestFinished(() => {
      mine.close()
      theirs.close()
    })
    const notes: ActivityNote[] = []
    const overheard: ActivityNote[] = []
    const noted = Promise.withResolvers<void>()
    mine.socket.on(
      'activity',
      (note: ActivityNote) => notes.push(note) && note.kind === 'orders.steps' && noted.resolve(),
    )
    theirs.socket.on('activity', (note: ActivityNote) => overheard.push(note))
    theirs.socket.emit('watchActivity')
    mine.socket.emit('watchActivity')
    await theirs.watch(orderId)
    await mine.watch(orderId)
    await admin.put('/api/update-prices', prices('32000'))
    const { position } = (await admin.put('/api/update-progress-status', { orderId, progressId: 2 })).body
    await noted.promise
    await theirs.waitFor((received) => received.some((event) => event.position === position))
    expect(notes).toEqual([
      { kind: 'settings.prices', actor: meera, at: expect.any(String), position: expect.any(String) },
      { kind: 'orders.steps', actor: meera, at: expect.any(String), position },
    ])
    expect(overheard).toEqual([])
  })
})

it('a change of the template is described without what is long before it', async () => {
  const { events, close } = await openStores({ dataDir: join(server.dataDir, 'template') })
  onTestFinished(close)
  const stream = streamOf(templates, packageId)
  const [by, at] = [{ id: meera, name: 'Meera', role: 'admin' }, new Date().toISOString()] as const
  const steps = (...names: string[]) => StepsRevised({ steps: names.map((value, id) => ({ id, value })) })
  const questions = Array.from({ length: 60 }, () => QuestionsRevised({ questions: [] }))
  const changes = [...questions, steps('Design'), ...questions, steps('Design', 'Launch')]
  const recorded = await events.append(
    stream,
    -1,
    changes.map((change) => ({ ...change, id: randomUUID(), by, at })),
  )
  const read: number[] = []
  const watched: EventStore = {
    ...events,
    async *read(...which) {
      for await (const event of events.read(...which)) {
        read.push(event.revision)
        yield event
      }
    },
  }
  const rows = [recorded.at(-1)!, recorded[60]!].map(({ revision, position }) => ({
    ...{ id: `${at} ${position}`, stream, revision, actor: meera, kind: 'templates.steps' as const },
  }))
  const described = async (...rows: ActivityRow[]) => {
    const lines = await activityLines(rows, { events: watched, timelines: createTimelines(events) })
    return lines.map(({ says }) => says)
  }
  expect(await described(rows[0]!)).toEqual(['Added step 2: Launch'])
  expect(Math.min(...read)).toBeGreaterThan(0)
  expect(await described(...rows)).toEqual(['Added step 2: Launch', expect.any(String)])
})

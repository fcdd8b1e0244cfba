import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { TimelineLine } from '#domain/contract/orders.ts'
import { meera, opened } from '#domain/samples.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import type { EventStore } from '#infra/events/store.ts'
import { turnsDuring } from '#infra/testing/event-loop.ts'
import { createTimelines } from './timelines.ts'

let server: TestServer
let admin: Visitor
let asha: Visitor
let other: Visitor
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, asha, other] = await Promise.all([server.admin(), server.client(), server.client('Kabir Sen')])
  id = await asha.order()
  await admin.put('/api/update-progress-status', { orderId: id, progressId: 3 })
  await asha.post('/api/send-message', { orderId: id, text: 'May the price stand beside each loaf?' })
  await admin.put('/api/read-conversation', { orderId: id, upTo: 2 })
  await admin.put('/api/rename-order', { orderId: id, title: 'Bakery, first site' })
})
afterAll(() => server.close())

async function emptyStore(): Promise<EventStore> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-timeline-'))
  const events = openSqliteEvents(join(folder, 'events.db'))
  onTestFinished(async () => {
    await events.close()
    await rm(folder, { recursive: true })
  })
  return events
}

const timeline = async (visitor: Visitor, query = '') =>
  (await visitor.get(`/api/get-timeline?id=${id}${query}`)).body as {
    data: TimelineLine[]
    next?: number
    access: boolean
    revision: number
    authors: { id: string; name: string }[]
  }
const types = ({ data }: { data: TimelineLine[] }) => data.map(({ event }) => event.type)

describe('the timeline of an order', () => {
  it('says of each event what it changed, newest first', async () => {
    const { data, revision, authors } = await timeline(admin)
    expect(types({ data })).toEqual(['OrderRenamed', 'ConversationRead', 'MessageSent', 'StepToggled', 'OrderOpened'])
    expect(data[0]!.changes).toEqual([{ about: 'Project name', before: 'Asha Rao #1', after: 'Bakery, first site' }])
    expect(data[3]!.changes).toEqual([
      { about: 'Business report and strategy call', before: 'not done', after: 'done' },
    ])
    expect([revision, authors.map(({ name }) => name)]).toEqual([4, ['Asha Rao', expect.any(String)]])
  })

  // spec: 2.103
  it('tells an admin from where it was done, and a client neither that nor what the agency has read', async () => {
    const { data } = await timeline(admin)
    expect(data.map(({ origin }) => origin?.browser)).toEqual(data.map(() => expect.stringContaining(' on ')))
    expect(data.every(({ origin }) => /^(::ffff:)?127\.0\.0\.1$|^::1$/.test(origin!.address))).toBe(true)

    const hers = await timeline(asha)
    expect(types(hers)).toEqual(['OrderRenamed', 'MessageSent', 'StepToggled', 'OrderOpened'])
    for (const path of ['get-timeline', 'get-history', 'get-order-events', 'get-single-order']) {
      expect((await asha.get(`/api/${path}?id=${id}`)).text, path).not.toMatch(/origin|127\.0\.0\.1|::1/)
    }
    // An admin who looks as the client sees what the client sees.
    const viewAs = { 'View-As-Client': data.at(-1)!.event.by.id }
    expect((await admin.get(`/api/get-timeline?id=${id}`, viewAs)).body.data).toEqual(hers.data)
  })

  it('is filtered by kind and person, and searched', async () => {
    expect(types(await timeline(admin, '&kind=steps'))).toEqual(['StepToggled'])
    const { authors } = await timeline(admin)
    const { id: ashas } = authors.find(({ name }) => name === 'Asha Rao')!
    expect(types(await timeline(admin, `&person=${ashas}`))).toEqual(['MessageSent', 'OrderOpened'])
    expect(types(await timeline(admin, '&search=beside+loaf'))).toEqual(['MessageSent'])
    expect(types(await timeline(admin, '&kind=money'))).toEqual([])
    expect((await admin.get(`/api/get-timeline?id=${id}&kind=weather`)).status).toBe(400)
  })

  it('goes on page by page, and ends', async () => {
    const first = await timeline(asha, '&limit=2')
    const second = await timeline(asha, `&limit=3&before=${first.next}`)
    expect([types(first), types(second), second.next]).toEqual([
      ['OrderRenamed', 'MessageSent'],
      ['StepToggled', 'OrderOpened'],
      undefined,
    ])
  })

  it('knows what was changed since it was looked at', async () => {
    const design = { orderId: id, link: 'https://www.figma.com/design/1' }
    await timeline(admin)
    await admin.put('/api/upload-design', design)
    expect((await timeline(asha)).data[0]!.changes).toEqual([{ about: 'Design', after: design.link }])
  })

  it('ends where the store has fewer events than were known', async () => {
    const events = await emptyStore()
    await events.append('order-behind', -1, [{ ...opened, id: randomUUID() }])
    const timelines = createTimelines(events)
    const page = await timelines.page({ id: 'behind', revision: 11 }, meera, { limit: 4 })
    expect([types(page), page.next]).toEqual([['OrderOpened'], undefined])
    const last = await timelines.page({ id: 'none', revision: 11 }, meera, { limit: 4, kind: 'money' })
    expect([last.data, last.next]).toEqual([[], undefined])
  })

  it('is searched in slices, between which others have their turn', async () => {
    const events = await emptyStore()
    const message = { ...opened, type: 'MessageSent', data: { text: '\u{FDFA}'.repeat(5_000) } } as const // 18 letters each
    const messages = Array.from({ length: 40 }, () => ({ ...message, id: randomUUID() }))
    await events.append('order-long', -1, [{ ...opened, id: randomUUID() }, ...messages])
    const timelines = createTimelines(events)
    await timelines.logOf('long', 40)
    const page = timelines.page({ id: 'long', revision: 40 }, meera, { limit: 4, search: 'looms' })
    expect(await turnsDuring(page)).toBeGreaterThan(10)
  })

  it('is searched in slices within one event of many long answers too', async () => {
    const events = await emptyStore()
    const questions = Array.from({ length: 33 }, (_, id) => ({
      ...{ ...opened.data.questions[0]!, id },
      answer: '\u{FDFA}'.repeat(10_000),
    }))
    await events.append('order-long', -1, [{ ...opened, id: randomUUID(), data: { ...opened.data, questions } }])
    const timelines = createTimelines(events)
    await timelines.logOf('long', 0)
    const page = timelines.page({ id: 'long', revision: 0 }, meera, { limit: 4, search: 'looms' })
    expect(await turnsDuring(page)).toBeGreaterThan(20)
  })

  it('is there for those who may see the order, and for no one else', async () => {
    expect(await timeline(other)).toEqual({ data: [], authors: [], revision: -1, access: false })
    const events = await other.get(`/api/get-order-events?id=${id}`)
    expect(events.body).toEqual({ data: [], revision: -1, access: false })
  })
})

describe('the events of an order', () => {
  it('come oldest first, as many at a time as are asked for, each in its place', async () => {
    const page = async (query: string) => (await asha.get(`/api/get-order-events?id=${id}${query}`)).body
    const { data, revision } = await page('')
    expect(data.map((event: { revision: number }) => event.revision)).toEqual(
      Array.from({ length: revision + 1 }, (_, at) => at),
    )
    expect((await page('&after=1&limit=2')).data).toEqual(data.slice(2, 4))
    expect((await page(`&after=${revision}`)).data).toEqual([])
  })
})

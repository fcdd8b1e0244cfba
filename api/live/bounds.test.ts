import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { frame, livePath, opcodes, type RawPage, rawPage } from '#api/testing/raw-page.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { streamOf, type WireEvent } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { openStores } from '#infra/open.ts'

const messages = 450

let server: TestServer
let admin: Visitor
let asha: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer({ live: { identifyMs: 300, anonymousOfAddress: 5, socketsOfAccount: 8 } })
  const client = await server.client()
  orderId = await client.order()
  const { id, name } = (await client.get('/api/session')).body
  await server.stop()
  const { events, close } = await openStores({ dataDir: server.dataDir })
  const said = (n: number) => ({
    id: randomUUID(),
    type: 'MessageSent',
    data: { text: `${n} ${'नमस्ते '.repeat(600)}` },
    by: { id, name, role: 'client' as const },
    at: '2026-11-16T09:00:00.000Z',
  })
  for (let n = 0; n < messages; n += 400) {
    await events.append(
      streamOf(orders, orderId),
      n,
      Array.from({ length: 400 }, (_, at) => said(n + at)),
    )
  }
  await close()
  await server.start() // at another address
  admin = await server.admin()
  asha = Object.assign(server.visitor(), { cookie: client.cookie })
})
afterAll(() => server.close())

/** A page as the web app has it. */
async function pageOf(visitor: Visitor) {
  const page = await visitor.connect()
  onTestFinished(() => void page.close())
  return page
}

/** A page by hand, once its session was taken. */
async function hostilePageOf(visitor: Visitor, { url } = server): Promise<RawPage> {
  const page = await rawPage(url, { Cookie: visitor.cookie })
  onTestFinished(() => page.close())
  page.say('40')
  await page.until('42["epoch"')
  return page
}

const watchIt = (after = -1) => `420["watch",${JSON.stringify({ orderId, after })}]`

describe('a page that asks for what it missed', () => {
  // spec: 11.39
  // security: 2.7
  it('is handed it in pages, each small', async () => {
    const page = await pageOf(asha)
    const events: WireEvent[] = []
    let pages = 0
    for (let more = true; more; pages++) {
      const answer = await page.watch(orderId, events.at(-1)?.revision ?? -1)
      if (!('events' in answer)) throw new Error('not answered')
      expect(JSON.stringify(answer).length).toBeLessThan(500_000)
      events.push(...answer.events)
      more = answer.more === true
    }
    expect(events.length).toBeGreaterThan(messages)
    expect(events.map(({ revision }) => revision)).toEqual([...events.keys()])
    expect(pages).toBeLessThan(50)
  })

  it('is told to wait when it asks too often, and others are not', async () => {
    const limits = { ...defaultLimits, watch: { address: rate(100), account: rate(3) } }
    const own = await startTestServer({ limits })
    onTestFinished(() => own.close())
    const client = await own.client()
    const id = await client.order()
    const page = await client.connect()
    for (let n = 0; n < 3; n++) expect(await page.watch(id)).toHaveProperty('events')
    expect(await page.watch(id)).toEqual({ waitSeconds: expect.toSatisfy((n) => n > 0 && n <= 600) })
    const other = await own.admin()
    expect(await (await other.connect()).watch(id)).toHaveProperty('events')
  })

  it('follows no more orders than a browser has open', async () => {
    const page = await pageOf(admin)
    const client = await server.client()
    const ids: string[] = []
    while (ids.length < 21) ids.push(await client.order())
    const answers = []
    for (const id of ids) answers.push(await page.watch(id, 0))
    expect(answers.filter((answer) => 'events' in answer)).toHaveLength(20)
    expect(answers.at(-1)).toEqual({ refused: true })
    page.socket.emit('unwatch', { orderId: ids[0] })
    expect(await page.watch(ids.at(-1), 0)).toHaveProperty('events')
  }, 20_000)

  it('may leave orders as fast as it likes, which nothing answers', async () => {
    const page = await pageOf(asha)
    for (let n = 0; n < 100; n++) page.socket.emit('unwatch', { orderId })
    expect(await page.watch(orderId, messages)).toHaveProperty('events')
  })

  it('is cut off when it asks again and again without waiting for its answers', async () => {
    const page = await hostilePageOf(asha)
    for (let n = 0; n < 100; n++) page.say(watchIt())
    page.read()
    await page.closed
  })
})

describe('a socket that does not read', () => {
  // spec: 11.39
  // security: 2.7
  it('is cut off, and keeps no one else waiting', async () => {
    const desk = await pageOf(admin)
    await desk.watch(orderId, messages)
    const page = await hostilePageOf(asha)
    page.say(watchIt(messages))
    await desk.waitFor(() => desk.present.get(orderId)?.people.length === 1)
    const text = 'नमस्ते '.repeat(600)
    const gone = () => desk.present.get(orderId)?.people.length === 0
    let sent = 0
    while (!gone() && sent < 6_000) {
      await Promise.all(Array.from({ length: 10 }, () => admin.post('/api/send-message', { orderId, text })))
      sent += 10
    }
    expect([gone(), sent]).toEqual([true, expect.toSatisfy((n) => n < 6_000)])
  }, 30_000)

  // security: 2.7
  it('is cut off in time, little as it leaves unread, and one that reads is not', async () => {
    const own = await startTestServer({ live: { drainMs: 500, maxWaiting: 1e9, messages: 1e9 } })
    onTestFinished(() => own.close())
    const [sender, client] = [await own.admin(), await own.client()]
    const id = await client.order()
    const [silent, reader] = [await hostilePageOf(client, own), await hostilePageOf(client, own)]
    const isCutOff = { silent: false, reader: false }
    void silent.closed.then(() => (isCutOff.silent = true))
    void reader.closed.then(() => (isCutOff.reader = true))
    reader.read()
    const text = 'नमस्ते '.repeat(600)
    let sent = 0
    while (!isCutOff.silent && sent < 2_000) {
      await Promise.all(Array.from({ length: 10 }, () => sender.post('/api/send-message', { orderId: id, text })))
      for (const page of [silent, reader]) page.say('3') // as if it had read what asks whether it is there
      sent += 10
    }
    expect([isCutOff, sent]).toEqual([{ silent: true, reader: false }, expect.toSatisfy((n) => n < 2_000)])
  }, 30_000)
})

describe('sockets without a session', () => {
  // security: 2.9
  it('are so many from an address and no more, are closed within seconds, and keep no one else out', async () => {
    const silent = await Promise.all(Array.from({ length: 5 }, () => rawPage(server.url, {})))
    await expect(rawPage(server.url, {})).rejects.toThrow('answered 400')
    await pageOf(asha)
    for (const page of silent) page.read()
    await Promise.all(silent.map(({ closed }) => closed))
    const another = await rawPage(server.url, {})
    another.read()
    await another.closed
  })
})

describe('the sockets of an account', () => {
  // security: 2.9
  it('are so many and no more, and others get theirs', async () => {
    const client = await server.client()
    for (let n = 0; n < 8; n++) await pageOf(client)
    await expect(client.connect()).rejects.toThrow()
    await pageOf(asha)
  })

  it('may not say more than any page has to say', async () => {
    const page = await hostilePageOf(asha)
    page.read()
    for (let n = 0; n < 2_000; n++) page.say('42["unwatch",{}]')
    await page.closed
  })
})

describe('a connection', () => {
  // security: 3.4
  it('cannot be exchanged for another one, which no bound would hold for', async () => {
    const page = await rawPage(server.url, { Cookie: asha.cookie })
    onTestFinished(() => page.close())
    const [, id] = /"sid":"([^"]+)/.exec(await page.until('}'))!
    const moved = rawPage(server.url, { Cookie: asha.cookie }, `${livePath}&sid=${id}`)
    await expect(moved).rejects.toThrow('answered 400')
  })

  // security: 3.4
  it('is of one page, and of no crowd that is let in at the same moment', async () => {
    const page = await rawPage(server.url, { Cookie: asha.cookie })
    page.write(Buffer.concat(Array.from({ length: 50 }, () => frame('40'))))
    page.read()
    await page.closed
  })

  // security: 3.4
  it('may not ping on and on, which asks for answers that it need not read', async () => {
    const page = await hostilePageOf(asha)
    page.read()
    for (let n = 0; n < 2_000; n++) page.write(frame('', opcodes.ping))
    await page.closed
  })
})

const rate = (times: number) => ({ times, seconds: 600 })

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { WireEvent } from '#domain/event.ts'

let server: TestServer
let client: Visitor
beforeAll(async () => {
  server = await startTestServer()
  client = await server.client()
})
afterAll(() => server.close())

const change = (n: number): [string, object] =>
  [
    ['/api/update-progress-status', { progressId: (n % 8) + 1 }],
    ['/api/upload-design', { link: `https://figma.com/file/${n}` }],
    ['/api/update-pricing', { paidAmount: n + 1, actualAmount: 45_000, noOfRevisions: 0 }],
    ['/api/rename-order', { title: `Name ${n}` }],
  ][n % 4] as [string, object]

describe('two admins changing one order at once', () => {
  it('lose nothing and do nothing twice, a hundred times each', async () => {
    const orderId = await client.order()
    const admins = [await server.admin(), await server.admin()]
    const line = await client.connect()
    await line.watch(orderId)
    const answers = await Promise.all(
      admins.flatMap((admin, of) =>
        Array.from({ length: 100 }, (_, n) => {
          const [path, input] = change(2 * n + of)
          return admin.put(path, { orderId, ...input }, { 'Idempotency-Key': randomUUID() })
        }),
      ),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const recorded = answers.flatMap(({ body }) => body.events as WireEvent[])
    expect(recorded.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, n) => n + 1),
    )
    // The open page heard each of them once, in order.
    const received = await line.waitFor((received) => received.length >= 200)
    expect(received.map(({ id }) => id)).toEqual(
      recorded.toSorted((a, b) => a.revision - b.revision).map(({ id }) => id),
    )
    line.close()
    const { data } = (await client.get(`/api/get-single-order?id=${orderId}`)).body
    expect(data[0].revision).toBe(200)
    expect(data[0].design).toBe(
      (received.findLast(({ type }) => type === 'DesignLinkShared')!.data as { link: string }).link,
    )
  })

  it('are told when what they have seen is not how it is, if they ask to be', async () => {
    const orderId = await client.order()
    const admin = await server.admin()
    const seen = { 'If-Match': '"0"' }
    const rename = (title: string) => admin.put('/api/rename-order', { orderId, title }, seen)
    const [first, second] = await Promise.all([rename('One'), rename('The other')])
    expect([first.status, second.status].sort()).toEqual([200, 412])
  })
})

it('records one event for the same key twice, at once and later', async () => {
  const orderId = await client.order()
  const key = { 'Idempotency-Key': randomUUID() }
  const send = (text: string) => client.post('/api/send-message', { orderId, text }, key)
  const [first, second] = await Promise.all([send('Good morning'), send('Good morning')])
  expect(second.body).toEqual(first.body)
  expect((await send('Good morning')).body).toEqual(first.body)
  expect((await send('Good evening')).status).toBe(409)
  const { data } = (await client.get(`/api/get-single-order?id=${orderId}`)).body
  expect(data[0].conversation).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '#api/testing/test-server.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { WrongRevision } from '#infra/events/store.ts'
import { serveMetrics } from '#infra/metrics.ts'

/** A server that is measured, and what its metrics say: each by its name and labels as they are written. */
async function measured() {
  const server = await startTestServer({ metricsPort: 0 })
  onTestFinished(server.close)
  const url = server.lines.find((line) => line.startsWith('metrics'))!.split(/\s+/)[1]!
  const scrape = async () => {
    const text = await (await fetch(url)).text()
    const samples = text.split('\n').filter((line) => line && !line.startsWith('#'))
    return Object.fromEntries(samples.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
  }
  return { server, url, scrape }
}

it('counts the events appended', async () => {
  const { server, scrape } = await measured()
  const admin = await server.admin()
  const orderId = await (await server.client()).order()
  const before = await scrape()
  expect(before.atelier_append_conflicts_total).toBe(0)
  const toggles = [1, 2, 3, 4, 5].map((progressId) => admin.put('/api/update-progress-status', { orderId, progressId }))
  await Promise.all(toggles)
  const after = await scrape()
  expect(after.atelier_events_appended_total! - before.atelier_events_appended_total!).toBe(5)
  const appends = after.atelier_append_duration_seconds_count! - before.atelier_append_duration_seconds_count!
  expect(appends).toBe(5)
})

it('counts the conflicts with what another process appends to the same stream', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-metrics-'))
  const metrics = await serveMetrics(0, '127.0.0.1')
  const store = openSqliteEvents(join(folder, 'events.db'))
  onTestFinished(async () => {
    await Promise.all([metrics.close(), store.close()])
    await rm(folder, { recursive: true })
  })
  const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  const opened = () => ({ id: randomUUID(), type: 'Opened', data: {}, by: asha, at: new Date().toISOString() })
  const appended = () => metrics.measured(store).append('order-1', -1, [opened()])
  await appended()
  await expect(appended()).rejects.toThrow(WrongRevision)
  const text = await (await fetch(metrics.lines[0]!.split(/\s+/)[1]!)).text()
  expect(text).toMatch(/^atelier_append_conflicts_total 1$/m)
  expect(text).toMatch(/^atelier_events_appended_total 1$/m)
  expect(text).toMatch(/^atelier_append_duration_seconds_count 2$/m)
})

it('times requests by the pattern of their route, however many orders, pages and made-up paths there are', async () => {
  const { server, scrape } = await measured()
  const [admin, visitor] = [await server.admin(), server.visitor()]
  for (const path of ['/uploads/a.png', '/uploads/b.png', `/api/${randomUUID()}`, `/${randomUUID()}`]) {
    await admin.get(path)
  }
  await visitor.get('/api/get-orders')
  await visitor.get('/order-detail/1', { Accept: 'text/html' })
  await visitor.ask('PUT', `/${randomUUID()}`, {})
  const counts = Object.entries(await scrape()).filter(([name]) =>
    name.startsWith('http_request_duration_seconds_count'),
  )
  const count = (method: string, route: string, status: string) =>
    `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
  expect(Object.fromEntries(counts)).toEqual({
    [count('POST', '/api/login', '2xx')]: 1,
    [count('GET', '/uploads/:filename', '4xx')]: 2,
    [count('GET', '/api/get-orders', '4xx')]: 1,
    [count('GET', 'page', '2xx')]: 1,
    [count('GET', 'page', '4xx')]: 1,
    [count('GET', 'other', '4xx')]: 1,
    [count('PUT', 'other', '4xx')]: 1,
  })
})

it('says how many pages are live, how far behind each read model is, and what is down', async () => {
  const { server, scrape } = await measured()
  const client = await server.client()
  expect((await scrape()).atelier_sockets_open).toBe(0)
  const line = await client.connect()
  expect((await scrape()).atelier_sockets_open).toBe(1)
  line.close()
  await expect.poll(async () => (await scrape()).atelier_sockets_open).toBe(0)
  await expect.poll(async () => (await scrape())['atelier_projection_lag_seconds{model="orders"}']).toBe(0)
  expect(await scrape()).toMatchObject({
    'atelier_dependency_down{dependency="The event store"}': 0,
    'atelier_dependency_down{dependency="The email server"}': 0,
    process_cpu_seconds_total: expect.any(Number),
    process_resident_memory_bytes: expect.any(Number),
    nodejs_eventloop_utilization: expect.any(Number),
  })
})

it('is served on a port of its own and nowhere else', async () => {
  const { server, url } = await measured()
  const { status, headers } = await fetch(url)
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect((await fetch(new URL('/', url))).status).toBe(404)
  expect((await server.visitor().get('/metrics')).status).toBe(404)
})

it('is not there unless asked for', async () => {
  const server = await startTestServer()
  onTestFinished(server.close)
  expect(server.lines.filter((line) => line.startsWith('metrics'))).toEqual([])
  expect((await server.visitor().get('/metrics')).status).toBe(404)
})

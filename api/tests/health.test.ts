import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '#api/testing/test-server.ts'
import { openLog } from '#infra/log.ts'
import { openStores } from '#infra/open.ts'

describe('being ready', () => {
  it('is more than being alive', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    expect((await server.visitor().get('/healthz')).body).toEqual({ alive: true })
  })

  it('is what a server says that follows', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    const { status, headers, body } = await server.visitor().get('/readyz')
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({ ready: true, caughtUp: true, down: [] })
  })

  // spec: 11.47
  it('says that the clock has gone back, until it has caught up; what happens meanwhile is not before what was', async () => {
    const lines: string[] = []
    const server = await startTestServer({}, openLog({ write: (line) => void lines.push(JSON.parse(line).msg) }))
    onTestFinished(() => server.close())
    let client = await server.client()
    const orderId = await client.order()
    const sentAt = async (text: string) => (await client.post('/api/send-message', { orderId, text })).body.events[0].at
    const warnings = async () => (await server.visitor().get('/readyz')).body.warnings
    const minute = 60_000

    const before = await sentAt('before')
    server.advanceTime(-3 * minute)
    expect(await sentAt('three minutes before that')).toBe(before)
    expect(await warnings()).toEqual([expect.stringMatching(/^The clock is 1(79|80) s behind the newest event \(20/)])
    await server.restart()
    client = Object.assign(server.visitor(), { cookie: client.cookie })
    expect(await sentAt('after a start')).toBe(before)

    // Held for so long, times would be of no use.
    server.advanceTime(-60 * minute)
    expect((await sentAt('an hour before')) < before).toBe(true)
    expect(await warnings()).toEqual([expect.stringContaining('get the earlier time')])
    server.advanceTime(64 * minute)
    expect(await warnings()).toBeUndefined()
    expect((await sentAt('after all')) > before).toBe(true)
    expect(lines.filter((line) => line.startsWith('The clock is'))).toHaveLength(2) // one a start
    expect(lines.at(-1)).toBe('The clock has caught up with the newest event.')
  })

  it('is what a server says whose read model has met an event it cannot fold, of which it tells', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atelier-ready-'))
    const { events, close } = await openStores({ dataDir })
    const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
    const event = { id: randomUUID(), type: 'OrderOpened', data: {}, by, at: '2026-11-16T09:00:00.000Z' }
    await events.append('order-spoiled', -1, [event])
    await close()
    const server = await startTestServer({ dataDir })
    onTestFinished(() => server.close())
    const setAside = { orders: 1 }
    await expect
      .poll(async () => (await server.visitor().get('/readyz')).body)
      .toEqual({ ready: true, caughtUp: true, down: [], setAside })
    // The rest goes on: others open orders, and see them.
    const client = await server.client()
    const orderId = await client.order()
    await expect
      .poll(async () => (await client.get('/api/user-order')).body.data.map(({ id }: { id: string }) => id))
      .toEqual([orderId])
  })
})

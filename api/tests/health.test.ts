import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStores } from '#infra/open.ts'
import { startTestServer } from '../testing/test-server.ts'

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

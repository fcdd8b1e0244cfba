import { afterEach, describe, expect, it } from 'vitest'
import { defaultLimits } from '#infra/limits.ts'
import { Busy } from '#infra/unavailable.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createInFlight } from './in-flight.ts'

let server: TestServer

describe('messages that are sent', () => {
  afterEach(() => server.close())

  it('are so many in a minute and no more', async () => {
    server = await startTestServer({ limits: defaultLimits })
    const asha = await server.client()
    const orderId = await asha.order()
    const statuses = []
    for (let n = 0; n < 61; n++) {
      statuses.push((await asha.post('/api/send-message', { orderId, text: `Hello ${n}` })).status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })
})

describe('what is under way', () => {
  const never = () => new Promise<never>(() => {})

  it('is bounded for an account, for reading and changing each, and not by what another does', async () => {
    const inFlight = createInFlight(true)
    for (let n = 0; n < 20; n++) void inFlight.ofAccount('change', 'asha', never)
    await expect(inFlight.ofAccount('change', 'asha', never)).rejects.toMatchObject({ name: 'TooMany', seconds: 1 })
    expect(await inFlight.ofAccount('read', 'asha', async () => 'read')).toBe('read')
    expect(await inFlight.ofAccount('change', 'ravi', async () => 'changed')).toBe('changed')
  })

  it('is bounded for a stream, whoever changes it, until something of it is done, or has failed', async () => {
    const inFlight = createInFlight(true)
    const { promise, reject } = Promise.withResolvers<never>()
    const first = inFlight.ofStream('order-1', () => promise)
    for (let n = 1; n < 100; n++) void inFlight.ofStream('order-1', never)
    await expect(inFlight.ofStream('order-1', never)).rejects.toThrow(Busy)
    expect(await inFlight.ofStream('order-2', async () => 'changed')).toBe('changed')
    reject(new Error('no'))
    await expect(first).rejects.toThrow('no')
    expect(await inFlight.ofStream('order-1', async () => 'changed')).toBe('changed')
  })
})

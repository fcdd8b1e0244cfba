import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Dependency } from '#infra/health.ts'
import { startVerifying } from './background.ts'
import { answerReadiness, isReady } from './health.ts'

describe('a process', () => {
  const fine = { running: true, lag: 0 }

  it.each([
    ['every read model follows', [fine, fine], true],
    ['one is a little behind', [fine, { running: true, lag: 10_000 }], true],
    ['one is far behind', [fine, { running: true, lag: 10_001 }], false],
    ['one has stopped', [{ running: false, lag: 0 }, fine], false],
    ['one is being made', [fine, { running: true, lag: 10_001, progress: 0.4 }], false],
    [
      'one is being made that nothing waits for',
      [fine, { running: true, lag: 10_001, progress: 0.4, isReadyWithout: true as const }],
      true,
    ],
    [
      'one that nothing waits for is far behind',
      [fine, { running: true, lag: 10_001, isReadyWithout: true as const }],
      false,
    ],
  ])('when %s: ready is %#', (_, models, ready) => expect(isReady(models, [])).toBe(ready))

  it.each<[Dependency[], boolean]>([
    [['The event store'], false],
    [['The document store'], false],
    [['The file store'], true],
    [['The email server'], true],
    [['The file store', 'The email server'], true],
    [['The document store', 'The email server'], false],
  ])('without %j: ready is %s', (down, ready) => expect(isReady([fine], down)).toBe(ready))

  it('says which read models are being made and how far they are, what is set aside, which streams are damaged, and whose keys', async () => {
    const setAside = [{ document: 'one' }, { document: 'two', stream: 'order-two', damaged: true }] as never
    const models = [
      { ...fine, name: 'orders', progress: 1, setAside },
      { ...fine, name: 'leads', progress: 0.425, setAside: [] },
    ]
    const found = {
      events: { damaged: () => [{ stream: 'order-one' }, { stream: 'order-two' }] },
      keys: { damaged: new Set(['asha']) },
    }
    const http = createServer(answerReadiness(models, found as never, async () => ({ down: [], full: [] }))).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void http.close())
    await once(http, 'listening')
    const response = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
    expect(response.status).toBe(503)
    const [making, aside] = [{ leads: 42 }, { orders: 2 }]
    const damaged = ['order-one', 'order-two']
    const keys = ['asha']
    expect(await response.json()).toEqual({
      ...{ ready: false, caughtUp: true, down: [], making },
      ...{ setAside: aside, damaged, keys },
    })
  })
})

it('verifies the keys where the documents can’t be verified', async () => {
  const said: unknown[] = []
  const damaged = new Set<string>()
  const keys = { damaged, verify: async () => void damaged.add('asha') }
  const documents = { verify: () => Promise.reject(new Error('The disk')) }
  const log = { error: (about: object) => said.push(about) }
  const { close } = startVerifying({ soleWriter: false } as never, documents, keys as never, log as never)
  await expect.poll(() => said).toEqual([{ err: new Error('The disk') }, { person: 'asha' }])
  await close()
})

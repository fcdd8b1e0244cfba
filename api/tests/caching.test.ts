import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'

let server: TestServer
let callers: Visitor[]
let filename: string
beforeAll(async () => {
  server = await startTestServer()
  const client = await server.client()
  const orderId = await client.order()
  const { body } = await client.share(orderId, [picture()])
  filename = body.events[0].data.file.filename
  callers = [server.visitor(), client, await server.admin()]
})
afterAll(() => server.close())

/** The answers that are the same for everyone and may be cached by anyone: stated by hand. */
const shared: Partial<Record<CallName, string>> = {
  getPricing: 'public, no-cache',
  getTerms: 'public, no-cache',
  getWorks: 'public, no-cache',
  openApi: 'public, no-cache',
  orderEventsSchema: 'public, no-cache',
}

const names = Object.keys(contract) as CallName[]

describe('what a browser may keep of an answer', () => {
  // security: 14.1
  it.each(names.filter((name) => name !== 'logout' && name !== 'signOutEverywhere'))('is stated: %s', async (name) => {
    const { method, path } = endpointOf(name)
    for (const caller of callers) {
      const { status, headers } = await caller.ask(method, path.replace(':filename', 'nothing.png'), undefined)
      const expected = status === 200 ? (shared[name] ?? 'no-store') : 'no-store'
      expect([name, status, headers.get('Cache-Control')]).toEqual([name, status, expected])
    }
  })

  it.each(Object.keys(shared) as CallName[])('is %s, also where a program asks whether it is of now', async (name) => {
    const { method, path } = endpointOf(name)
    const { headers } = await callers[0]!.ask(method, path)
    // Node's fetch adds `no-cache` to every request with an If-None-Match.
    const known = { 'If-None-Match': headers.get('ETag')!, 'Cache-Control': 'no-cache' }
    expect((await callers[0]!.ask(method, path, undefined, known)).status).toBe(304)
  })

  it('is nothing of a logout', async () => {
    const client = await server.client()
    for (const visitor of [client, client]) {
      expect((await visitor.get('/api/logout')).headers.get('Cache-Control')).toBe('no-store')
    }
    const { headers } = await (await server.client()).post('/api/sign-out-everywhere', {})
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  // security: 14.2
  it('is a file that was uploaded, on one machine, as long as the server says each time that it still may', async () => {
    const [visitor, client] = callers as [Visitor, Visitor]
    const { status, headers } = await client.get(`/uploads/${filename}`)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    const refused = await visitor.get(`/uploads/${filename}`, { 'If-None-Match': headers.get('ETag')! })
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
  })

  it('is nothing of the session that is asked for at the root', async () => {
    const { headers } = await callers[1]!.get('/', { Accept: 'application/json' })
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '../testing/test-server.ts'

let server: TestServer
let visitor: Visitor
beforeAll(async () => {
  server = await startTestServer()
  visitor = server.visitor()
})
afterAll(() => server.close())

const page = (path: string, headers = {}) => visitor.get(path, { Accept: 'text/html', ...headers })
/** What a browser asks that has the file already. Without max-age=0, fetch would say that it wants none of it. */
const known = (headers: Headers) => ({ 'If-None-Match': headers.get('ETag')!, 'Cache-Control': 'max-age=0' })

describe('a file of the web app', () => {
  it.each(['/layers.css', '/theme.js', '/mark.svg', '/index.html'])('%s is asked for again each time', async (path) => {
    const { status, headers } = await visitor.get(path)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    const again = await visitor.get(path, known(headers))
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('is kept for good when it is named after its content', async () => {
    const [script] = /\/assets\/[^"]+\.js/.exec((await page('/')).text)!
    expect((await visitor.get(script)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  })

  it('that there is not, or not any more, is not found', async () => {
    const { status, body } = await page('/assets/order-0ld.js')
    expect([status, body.message]).toEqual([404, 'There is nothing here by that name'])
  })
})

describe('a page', () => {
  it.each(['/', '/login', '/order-detail/x'])('at %s is asked for again each time', async (path) => {
    const { headers } = await page(path)
    expect(headers.get('Cache-Control')).toBe('no-cache')
    expect((await page(path, known(headers))).status).toBe(304)
  })

  it('that there is not says so each time', async () => {
    const { status, headers } = await page('/no-such-page')
    expect([status, headers.get('Cache-Control')]).toEqual([404, 'no-cache'])
    expect((await page('/no-such-page', known(headers))).status).toBe(404)
  })
})

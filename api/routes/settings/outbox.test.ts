import { rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { outboxIn } from '#infra/mail/outbox.ts'
import { readSettings } from '#infra/settings.ts'

let server: TestServer
let visitor: Visitor
beforeAll(async () => {
  server = await startTestServer({ demo: true, admin: undefined })
  visitor = server.visitor()
})
afterAll(() => server.close())

const outbox = (path = '') => visitor.get(`/dev/outbox${path}`, { Accept: 'text/html' })
/** The status of a request with a `Host` of its own, as `fetch` does not make it. */
async function statusWithHost(url: string, path: string, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url + path, { headers: { Host: host } }, resolve)
    .on('error', reject)
    .end()
  const answer = await promise
  answer.resume()
  return answer.statusCode
}
const firstIn = (page: string) => /href="\/dev\/outbox(\/[^"]+)"/.exec(page)![1]!

describe('the outbox of the demo', () => {
  it('is empty at first: the demo was there before it', async () => {
    await server.settled()
    const { status, text } = await outbox()
    expect([status, text]).toEqual([200, expect.stringContaining('No emails yet.')])
  })

  it('shows the mails, newest first, and each with its page, its text and its headers', async () => {
    await server.client('Rohini <b>Iyer')
    await server.settled()
    await server.client('Kabir Sen')
    await server.settled()
    const { text: list } = await outbox()
    expect(list.indexOf('client-2@example.com')).toBeLessThan(list.indexOf('client-1@example.com'))
    const { text: mail } = await outbox(firstIn(list))
    expect(mail).toContain('<h1>Welcome. Your account is ready.</h1>')
    expect(mail).toContain('Longhand &lt;desk@longhand.example&gt;')
    expect(mail).toContain('<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" ')
    expect(mail).toContain('Hello,')
    expect(mail).toContain('<th>Message-ID</th>')
    expect(list + mail).not.toContain('<script')
  })

  it('lets a mail run nothing and load nothing', async () => {
    const path = firstIn((await outbox()).text)
    const page = await outbox(`${path}/html`)
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'")
    expect(page.text).toContain('href="')
    expect((await outbox(path)).headers.get('Content-Security-Policy')).toContain("frame-src 'self'")
  })

  it('opens the links of a mail in a tab of their own, and leaves its words as they are', async () => {
    const { text } = await outbox(`${firstIn((await outbox()).text)}/html`)
    expect(text.match(/<base [^>]*>|<a /g)).toEqual(['<base target="_blank">', '<a '])
    expect(text).toMatch(/^<!doctype html>/)
  })

  it('sends a file of a mail under its name', async () => {
    const name = '2026-11-16T09-00-00.000Z-0123abcd.eml'
    const part = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`
    const file = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="steps.csv"'
    const eml = `Content-Type: multipart/mixed; boundary="x"\r\n\r\n${part('Content-Type: text/plain', 'Hello')}${part(file, 'a,b')}--x--\r\n`
    await writeFile(join(outboxIn(server.dataDir), name), eml)
    const { status, text, headers } = await visitor.get(`/dev/outbox/${name}/files/0`)
    expect([status, text, headers.get('Content-Disposition'), headers.get('Content-Type')]).toEqual([
      200,
      'a,b',
      'attachment; filename=steps.csv',
      'text/csv; charset=utf-8',
    ])
    expect((await visitor.get(`/dev/outbox/${name}/files/1`)).status).toBe(404)
    await rm(join(outboxIn(server.dataDir), name))
  })

  // security: 13.4
  it.each([
    ['localhost:3000', 200],
    ['127.0.0.1', 200],
    ['[::1]:3000', 200],
    ['192.168.1.20:3000', 200],
    ['evil.example', 404],
    ['evil.example:3000', 404],
    ['localhost.evil.example', 404],
    ['127.0.0.1.evil.example', 404],
  ])('answers its own host alone, and not a name that leads here for a moment: %s', async (host, status) => {
    for (const path of ['/dev/outbox', `/dev/outbox${firstIn((await outbox()).text)}`]) {
      expect(await statusWithHost(server.url, path, host)).toBe(status)
    }
  })

  it('has nothing but mails', async () => {
    for (const name of ['nothing.eml', '..%2fsession.secret', '2026-11-16T09-00-00.000Z-00000000.eml']) {
      expect((await visitor.get(`/dev/outbox/${name}`)).status).toBe(404)
    }
  })
})

it.each([
  ['without the demo', { demo: false }],
  ['in production', { demo: true, production: true }],
  [
    'where a mail server takes the mails',
    { demo: true, admin: undefined, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example' } },
  ],
])('there is none %s', async (_, settings) => {
  const other = await startTestServer({ ...settings, files: readSettings({}).files })
  expect((await other.visitor().get('/dev/outbox')).status).toBe(404)
  await other.close()
})

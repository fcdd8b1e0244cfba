import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { answersId } from '#domain/site/site.ts'

let server: TestServer
let asha: Visitor
let bela: Visitor
let admin: Visitor
let order: string
const bank = { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' }
const contact = { name: 'Noor Alam', does: 'looks after you', phone: '+919845031188', email: 'noor@longhand.example' }
beforeAll(async () => {
  server = await startTestServer()
  ;[asha, bela, admin] = await Promise.all([server.client('Asha Rao'), server.client('Bela Sen'), server.admin()])
  await admin.put('/api/update-agency', { bank, contact })
  order = await asha.order()
  await admin.post('/api/send-message', { orderId: order, text: 'The loom is on the first page.' })
  await bela.order()
})
afterAll(() => server.close())

const page = (visitor: Visitor, path: string, headers = {}) => visitor.get(path, { Accept: 'text/html', ...headers })
const heading = (html: string) => /<h1[\s>]/.test(html)
/** The answers that a page was given by the calls that it makes, by path. */
const answers = (html: string) =>
  JSON.parse(new RegExp(`id="${answersId}">(.*?)</script>`).exec(html)?.[1] ?? '{}') as Record<string, string>

describe('the page of a person who is logged in', () => {
  it.each([
    ['the dashboard', () => page(asha, '/dashboard'), 'Current Projects'],
    ['an order', () => page(asha, `/order-detail/${order}`), 'The loom is on the first page.'],
    ['an order’s overview', () => page(asha, `/order-detail/${order}?tab=overview`), 'The loom is on the first page.'],
    ['the list of orders', () => page(admin, '/orders'), 'Bela Sen #1'],
  ])('can be read without any script: %s', async (_, ask, shown) => {
    const { status, text } = await ask()
    expect(status).toBe(200)
    expect(text).toContain(shown)
    expect(heading(text)).toBe(true)
    expect(text).toMatch(/<noscript>You’re seeing this page without JavaScript\./)
  })

  it('holds what its calls would be answered, so that it makes none of them', async () => {
    const { text } = await page(asha, `/order-detail/${order}`)
    const held = answers(text)
    expect(Object.keys(held)).toEqual(['/api/session', `/api/get-single-order?id=${order}`])
    for (const [path, answer] of Object.entries(held)) {
      expect(JSON.parse(answer)).toEqual((await asha.get(path)).body)
    }
  })

  it('is kept by nothing, and is for search engines neither', async () => {
    const { headers } = await page(asha, '/dashboard')
    expect([headers.get('Cache-Control'), headers.get('X-Robots-Tag'), headers.get('ETag')]).toEqual([
      'no-store',
      'noindex',
      null,
    ])
    expect(headers.get('Vary')).toContain('Cookie')
  })

  it('lets no script and no style in but its own', async () => {
    const { headers } = await page(admin, '/orders')
    const policy = headers.get('Content-Security-Policy')!
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe-inline')
  })

  it('holds nothing of another person, however many are rendered at once', async () => {
    const names = ['Asha', 'Bela']
    const seen: { own: string; holds: string[] }[] = []
    /** Whose pages were rendered; the others are left to the browser, as many come at once. */
    const renderedFor = async () => {
      const visitors = [asha, bela, asha, bela, asha, bela]
      const pages = await Promise.all(visitors.map((visitor) => page(visitor, '/dashboard')))
      const rendered = pages.flatMap(({ text }, at) =>
        heading(text) ? [{ own: names[at % 2]!, holds: names.filter((name) => text.includes(name)) }] : [],
      )
      seen.push(...rendered)
      return rendered.map(({ own }) => own)
    }
    await expect.poll(renderedFor).toEqual(expect.arrayContaining(names))
    expect(seen.filter(({ own, holds }) => holds.join() !== own)).toEqual([])
  })

  it.each([
    ['page', () => `/order-detail/${order}`, 'text/html; charset=utf-8'],
    ['answer', () => `/api/get-single-order?id=${order}`, 'application/json; charset=utf-8'],
  ])('is not made for a HEAD: its %s', async (_, path, type) => {
    const sent = { Cookie: asha.cookie, Accept: 'text/html', 'Accept-Encoding': 'br' }
    const { status, headers } = await fetch(server.url + path(), { method: 'HEAD', headers: sent })
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([200, type, 'no-store'])
    expect(['Content-Length', 'Content-Encoding', 'ETag'].filter((name) => headers.has(name))).toEqual([])
  })

  it('leaves nothing of itself in the page of a visitor', async () => {
    const visitor = server.visitor()
    const before = (await page(visitor, '/login')).text
    await admin.put('/api/update-agency', { bank, contact, supportEmail: 'help@longhand.example' })
    await page(asha, `/order-detail/${order}`)
    const { text } = await page(visitor, '/login')
    expect(before).not.toContain(bank.accountNumber)
    expect(text).toContain('help@longhand.example')
    for (const own of ['Asha', bank.accountNumber, contact.phone, answersId]) expect(text).not.toContain(own)
  })
})

describe('a page that only a script can draw', () => {
  const scripted = async (visitor: Visitor, path: string) => {
    const { status, text } = await page(visitor, path)
    return [status, heading(text), text.includes('type="module"')]
  }
  it.each([
    ['the questionnaire of a client without a project', () => server.client('Chitra Das'), '/dashboard'],
    ['the list of orders, to a client', async () => asha, '/orders'],
    ['the dashboard, to an admin', async () => admin, '/dashboard'],
    ['a search, whose words are in the address', async () => admin, '/orders?search=loom'],
    ['another tab of an order', async () => asha, `/order-detail/x?tab=invoice`],
  ])('is left to it: %s', async (_, who, path) => {
    expect(await scripted(await who(), path)).toEqual([200, false, true])
  })

  it('is that of a session that has ended', async () => {
    const client = await server.client('Dev Anand')
    await client.order()
    const late = server.visitor()
    late.cookie = client.cookie
    await client.get('/api/logout')
    expect(await scripted(late, '/dashboard')).toEqual([200, false, true])
  })

  it('is any that a person opens too often', async () => {
    const limited = await startTestServer({
      limits: { ...defaultLimits, page: { ...defaultLimits.page, account: { times: 2, seconds: 60 } } },
    })
    try {
      const client = await limited.client()
      await client.order()
      const shown: boolean[] = []
      for (const _ of [1, 2, 3]) shown.push(heading((await page(client, '/dashboard')).text))
      expect(shown).toEqual([true, true, false])
      expect(await scripted(client, '/dashboard')).toEqual([200, false, true])
    } finally {
      await limited.close()
    }
  })

  it('is not what another person’s order is: that it is not theirs can be read', async () => {
    const { text } = await page(bela, `/order-detail/${order}`)
    expect(text).toContain('Sorry You Are Not Allowed To Visit This Page')
    expect(text).not.toContain('loom')
  })
})

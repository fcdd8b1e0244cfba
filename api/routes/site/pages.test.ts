import { globSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { built } from '#api/http/built-files.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { listedPages, publicPages } from '#domain/site/pages.ts'
import { ownWorks } from '#domain/site/testing.ts'
import { type Work, works } from '#domain/site/works.ts'

let server: TestServer
let visitor: Visitor
beforeAll(async () => {
  server = await startTestServer()
  visitor = server.visitor()
  await server.publishWorks()
})
afterAll(() => server.close())

const page = (path: string, headers = {}) => visitor.get(path, { Accept: 'text/html', ...headers })
/** The headers of a browser that has the file already. Without max-age=0, fetch would say that it wants none of it. */
const known = (headers: Headers) => ({ 'If-None-Match': headers.get('ETag')!, 'Cache-Control': 'max-age=0' })

describe('a file of the web app', () => {
  it.each(['/layers.css', '/theme.js', '/mark.svg'])('%s is asked for again each time', async (path) => {
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
    expect([status, body.message]).toEqual([404, 'Not found'])
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

/** How a path is answered: its encoding, and how many bytes go over the wire. */
async function wire(path: string, encodings: string, headers = {}) {
  const response = await visitor.get(path, { Accept: 'text/html', 'Accept-Encoding': encodings, ...headers })
  return {
    ...response,
    encoding: response.headers.get('Content-Encoding'),
    bytes: Number(response.headers.get('Content-Length')),
  }
}
/** A path of a file that the app loads, by how it ends; not the one it begins with, which is too small to be compressed. */
const loaded = async (end: string) =>
  /* the app's page names them */ new RegExp(`/assets/app-[^"]+\\.${end}`).exec((await page('/settings')).text)![0]

describe('over the wire', () => {
  it.each(['br', 'gzip'])('scripts and style sheets go as %s, the smaller one first', async (encoding) => {
    for (const path of [await loaded('js'), await loaded('css')]) {
      const [plain, small] = [await wire(path, 'identity'), await wire(path, encoding)]
      expect([plain.encoding, small.encoding]).toEqual([null, encoding])
      expect(small.bytes).toBeLessThan(plain.bytes / 2)
      expect(small.text).toBe(plain.text)
      for (const { headers } of [plain, small]) expect(headers.get('Vary')).toContain('Accept-Encoding')
      expect(small.headers.get('Content-Type')).toBe(plain.headers.get('Content-Type'))
      expect(small.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(small.headers.get('ETag')).not.toBe(plain.headers.get('ETag'))
      expect((await wire(path, 'gzip, deflate, br')).encoding).toBe('br')
    }
  })

  it('a compressed file that is known is not sent again', async () => {
    const path = await loaded('js')
    const { headers } = await wire(path, 'br')
    const again = await wire(path, 'br', known(headers))
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('each file of code goes compressed', async () => {
    const files = globSync('**/*.{js,mjs,css,svg}', { cwd: built }).filter((path) => statSync(built + path).size > 1024)
    expect(files).toContainEqual(expect.stringMatching(/pdf\.worker.*\.mjs$/))
    const answers = await Promise.all(files.map(async (path) => [path, (await wire(`/${path}`, 'br')).encoding]))
    expect(answers.filter(([, encoding]) => encoding !== 'br')).toEqual([])
  })

  it('a part of a file is a part of the file as it is', async () => {
    const path = await loaded('js')
    const whole = await wire(path, 'identity')
    const part = await wire(path, 'identity', { Range: 'bytes=10-19' })
    expect([part.status, part.text]).toEqual([206, whole.text.slice(10, 20)])
    const ranged = await wire(path, 'br', { Range: 'bytes=10-19' })
    expect([ranged.status, ranged.text]).toEqual([200, whole.text])
  })

  it('the refusal of a file that goes compressed goes as it is', async () => {
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'br' }
    const refusals = [
      await visitor.get('/.vite/manifest.json', headers),
      await visitor.get(await loaded('css'), { ...headers, 'If-Match': '"another"' }),
    ]
    expect(refusals.map(({ status, headers }) => [status, headers.get('Content-Encoding')])).toEqual([
      [404, null],
      [412, null],
    ])
    for (const { body } of refusals) expect(body).toEqual({ message: expect.any(String) })
  })

  it('an answer goes compressed, and a short one as it is', async () => {
    const admin = await server.admin()
    const [long, short] = [
      await admin.get('/api/openapi.json', { 'Accept-Encoding': 'br' }),
      await admin.get('/api/agency', { 'Accept-Encoding': 'br' }),
    ]
    expect([long.headers.get('Content-Encoding'), long.status]).toEqual(['br', 200])
    expect(Number(long.headers.get('Content-Length'))).toBeLessThan(long.text.length / 4)
    expect(short.headers.get('Content-Encoding')).toBe(null)
    expect(long.headers.get('Vary')).toContain('Accept-Encoding')
  })

  // security: 14.3
  it('what another site causes is not compressed: its length would tell what is in it', async () => {
    const { headers } = await visitor.get('/api/openapi.json', {
      'Accept-Encoding': 'br',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(headers.get('Content-Encoding')).toBe(null)
  })

  it('is given as a page to a program that takes anything: who shows a link, shows its title', async () => {
    const { status, headers, text } = await visitor.get('/login', { Accept: '*/*' })
    expect([status, headers.get('Content-Type'), /<title>[^<]+/.test(text)]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ])
    expect((await visitor.get('/login', { Accept: 'application/json' })).status).toBe(404)
  })
  it('HEAD answers as GET does, without the content', async () => {
    const head = await visitor.ask('HEAD', '/', undefined, { Accept: 'text/html', 'Accept-Encoding': 'br' })
    expect([head.status, head.text, head.headers.get('Content-Encoding')]).toEqual([200, '', 'br'])
  })

  it('the first page comes whole in 25 kB, and needs no other file to be drawn', async () => {
    const { bytes, text } = await wire('/', 'br')
    expect(bytes).toBeLessThan(25_000)
    expect(text).toContain('<style>')
    const needed = text.match(/<link rel="stylesheet"(?![^>]* disabled)[^>]*>|<script[^>]* src=[^>]*>/g)
    expect(needed).toBe(null)
  })
})

describe('a public page', () => {
  it.each(publicPages)('%s is finished HTML for a visitor', async (path) => {
    const { status, text } = await page(path)
    expect(status).toBe(200)
    expect(text).toMatch(/<main[^>]*>.*<h1/s)
    expect(text).not.toContain('<template id="B:')
    expect(text).toMatch(/<title>[^<]+<\/title>/)
    expect(text).toContain(`<link rel="canonical" href="${server.url}${path}">`)
    expect(text).toMatch(/<meta name="description" content="[^"]{50,170}">/)
    expect(text).toMatch(/<meta property="og:image" content="http[^"]+">/)
    const [, structuredData] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)!
    expect(JSON.parse(structuredData!)).toMatchObject({ '@context': 'https://schema.org' })
  })

  it('names the host that it is asked under, whatever that is', async () => {
    for (const [host, named] of [
      ['one.example', 'one.example'],
      ['two.example:8080', 'two.example:8080'],
      ['[::1]:3000', '[::1]:3000'],
      ['"><script>', '%22%3E%3Cscript%3E'],
    ]) {
      const html = await new Promise<string>((resolve, reject) => {
        const headers = { Host: host, Accept: 'text/html' }
        request(`${server.url}/login`, { headers }, (response) => resolve(text(response)))
          .on('error', reject)
          .end()
      })
      expect(html).toContain(`<link rel="canonical" href="http://${named}/login">`)
      expect(html).toContain(`"url":"http://${named}/"`)
    }
  })

  // spec: 2.9
  it.each(['/no-such-page', '/work/7', '/work/0', '/work/1/more'])('%s is not there', async (path) => {
    const { status, text } = await page(path)
    expect(status).toBe(404)
    expect(text).toContain('Error Page Not Found')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toContain('rel="canonical"')
  })

  it('has the price, and whom to write to, for those whose browser runs no scripts', async () => {
    const admin = await server.admin()
    await admin.put('/api/update-agency', { supportEmail: 'desk@looms.example' })
    const prices = (await admin.get('/api/get-pricing')).body.data[0]
    const [before, after] = [prices, { ...prices, inr_price: '52500' }].map(
      ({ revision: _, ...rest }: Record<string, string>) => rest,
    )
    const without = async () => /<noscript>(.*?)<\/noscript>/s.exec((await page('/')).text)![1]
    expect(await without()).toContain('₹45,000')
    expect(await without()).toContain('href="mailto:desk@looms.example"')
    await admin.put('/api/update-prices', after)
    expect(await without()).toContain('₹52,500')
    await admin.put('/api/update-prices', before)
  })

  it.each(['/login', '/register', '/forgot-password'])('%s says that its form needs JavaScript', async (path) => {
    await (await server.admin()).put('/api/update-agency', { supportEmail: 'desk@looms.example' })
    const [, without] = /<noscript>(.*?)<\/noscript>/s.exec((await page(path)).text)!
    expect(without).toMatch(/This form needs JavaScript.*href="mailto:desk@looms.example"/s)
  })

  it.each([
    ['text/html', 303, '/login?next=1'],
    ['application/json', 404, null],
  ])(
    'shows itself again where its form is sent without a script, to who prefers %s: %i',
    async (Accept, ...expected) => {
      const { status, headers } = await fetch(`${server.url}/login?next=1`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Accept, Origin: server.url },
        body: new URLSearchParams({ email: 'asha@example.com', password: 'secret' }),
      })
      expect([status, headers.get('Location')]).toEqual(expected)
    },
  )

  it('has a picture that previews can load', async () => {
    const [, image] = /<meta property="og:image" content="([^"]+)">/.exec((await page('/')).text)!
    const { status, headers } = await visitor.get(new URL(image!).pathname)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png'])
  })

  it('is as the agency has just set it', async () => {
    const admin = await server.admin()
    await page('/')
    await admin.put('/api/update-agency', { name: 'Looms & Sons', supportEmail: 'desk@looms.example' })
    const { text } = await page('/')
    expect(text).toContain('<title>Looms &amp; Sons: hand-coded websites</title>')
    expect(text).toContain('href="mailto:desk@looms.example"')
    await admin.put('/api/update-terms', { closing: 'Nothing is written down before it is agreed.' })
    expect((await page('/terms-and-conditions')).text).toContain('Nothing is written down before it is agreed.')
    await admin.put('/api/update-agency', { name: '<script>alert(1)</script>' })
    expect((await page('/')).text).not.toContain('<script>alert(1)')
    await admin.put('/api/update-agency', { name: null })
  })

  // security: 3.7
  it('names what stands in it in its content security policy, and nothing else', async () => {
    const { headers, text } = await page('/terms-and-conditions')
    const policy = headers.get('Content-Security-Policy')!
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+'){2};/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+' 'unsafe-hashes'/)
    expect(policy).not.toContain('unsafe-inline')
    expect((await page('/dashboard')).headers.get('Content-Security-Policy')).not.toContain('sha256')
    expect(text).toContain('style="--kept:20%"')
  })

  it('is the app’s for a browser that has a session, which only its scripts can draw', async () => {
    const client = await server.client()
    const { headers, text } = await client.get('/', { Accept: 'text/html' })
    expect(text).toContain('<div id="root"></div>')
    expect(headers.get('Vary')).toContain('Cookie')
    expect(headers.get('ETag')).not.toBe((await page('/')).headers.get('ETag'))
  })
})

describe('an agency that has not written its portfolio yet', () => {
  let real: TestServer
  let demo: TestServer
  beforeAll(async () => {
    ;[real, demo] = await Promise.all([startTestServer(), startTestServer({ demo: true })])
  })
  afterAll(() => Promise.all([real.close(), demo.close()]))
  const of = (agency: TestServer, path: string) => agency.visitor().get(path, { Accept: 'text/html' })
  /** What of the examples stands on the first page. */
  const invented = async (agency: TestServer) => {
    const { text } = await of(agency, '/')
    const words = [...works.map(({ title }) => title), 'Since March: 212 appointments', 'Dr Nisha Sharma', 'See Work']
    return words.filter((each) => text.includes(each))
  }

  // spec: 1.3, 1.5, 3.1
  it('shows no invented client and no testimonial, outside of the demo', async () => {
    expect(await invented(real)).toEqual(['Dr Sharma Dental']) // an example of a page before and after, which says so
    expect((await of(real, '/')).text).toContain('An example: Dr Sharma Dental')
    expect(await invented(demo)).toHaveLength(9)
    for (const { text } of [await of(real, '/'), await of(real, '/login')]) expect(text).not.toContain('/#work')
    expect((await of(demo, '/login')).text).toContain('/#work')
  })

  // spec: 2.9
  it('has no page of a project, for visitors, search engines and programs', async () => {
    expect((await of(demo, '/work/2')).status).toBe(200)
    const { status, text } = await of(real, '/work/2')
    expect([status, text.includes('Error Page Not Found')]).toEqual([404, true])
    expect((await (await real.client()).get('/work/2', { Accept: 'text/html' })).status).toBe(404)
    expect((await of(real, '/sitemap.xml')).text).not.toContain('/work/')
    expect((await real.visitor().get('/api/get-works')).body.data).toEqual([])
  })

  // spec: 3.1
  it('has those of which it has written all texts, and no other', async () => {
    const admin = await real.admin()
    const [, { images: _, ...texts }, third] = ownWorks as [never, Work, Work]
    await admin.put('/api/update-work', texts)
    await admin.put('/api/update-work', { id: 3, title: third.title, client: third.client })
    expect(await invented(real)).toEqual(['Bhandari Steel', 'Dr Sharma Dental', 'See Work'])
    expect((await of(real, '/')).text).toContain('1 website, designed and coded for one business.')
    expect((await of(real, '/work/2')).text).toMatch(/Work, (<!-- -->)?1(<!-- -->)? of (<!-- -->)?1/)
    expect((await of(real, '/work/3')).status).toBe(404)
    const { data, texts: written } = (await real.visitor().get('/api/get-works')).body
    expect([data.map(({ id }: Work) => id), Object.keys(written)]).toEqual([[2], ['2', '3']])
  })
})

describe('search engines', () => {
  it('are told of the pages there are for them, and each of those is there', async () => {
    const { headers, text } = await visitor.get('/sitemap.xml')
    expect(headers.get('Content-Type')).toContain('application/xml')
    const places = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place!)
    expect(places).toEqual(listedPages(works).map((path) => server.url + path))
    for (const place of places) expect((await page(new URL(place).pathname)).status).toBe(200)
  })
  it('find the list by robots.txt, and may take the logo', async () => {
    const { text } = await visitor.get('/robots.txt')
    expect(text).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    expect(text).toMatch(/^Allow: \/api\/logo\/$/m)
  })
  it('are led to a page from its name in capitals', async () => {
    const { status, headers } = await page('/Login?next=1')
    expect([status, headers.get('Location')]).toEqual([301, '/login?next=1'])
  })
  it('are led to the home page from the name of its file', async () => {
    const { status, headers } = await page('/index.html?utm_source=card')
    expect([status, headers.get('Location')]).toEqual([301, '/?utm_source=card'])
  })
  it.each(['/dashboard', '/orders', '/order-detail/x', '/invitation/x'])('leave out %s', async (path) =>
    expect((await page(path)).headers.get('X-Robots-Tag')).toBe('noindex'),
  )
  it.each(['/', '/work/1', '/terms-and-conditions'])('take in %s', async (path) => {
    const { headers, text } = await page(path)
    expect([headers.get('X-Robots-Tag'), text.includes('noindex')]).toEqual([null, false])
  })
})

describe('whether there is a session', () => {
  const hint = (visitor: Visitor) => visitor.cookie.includes('signed-in=1')

  it('is known to the scripts of the page, from the login to the logout', async () => {
    const client = await server.client()
    expect(hint(client)).toBe(true)
    await client.get('/api/logout')
    expect([hint(client), client.cookie]).toEqual([false, expect.not.stringContaining('session=')])
  })

  it('is told to a browser that has one from before', async () => {
    const client = await server.client()
    client.cookie = client.cookie.replace(/; signed-in=1/, '')
    await client.get('/dashboard', { Accept: 'text/html' })
    expect(hint(client)).toBe(true)
  })

  it('is put right where only the hint is left', async () => {
    const someone = server.visitor()
    someone.cookie = 'signed-in=1'
    const { text } = await someone.get('/', { Accept: 'text/html' })
    expect([someone.cookie, text.includes('<h1')]).toEqual(['', true])
  })

  it('is forgotten once it has ended', async () => {
    const client = await server.client()
    const admin = server.visitor()
    admin.cookie = client.cookie
    await client.get('/api/logout')
    expect((await admin.get('/api/session')).status).toBe(401)
    expect([hint(admin), admin.cookie]).toEqual([false, expect.not.stringContaining('session=')])
  })
})

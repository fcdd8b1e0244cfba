import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import { adminLogin, picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { mailNames } from '#domain/mail/mails.ts'
import { ownWorks } from '#domain/site/testing.ts'
import { readEml } from '#infra/mail/eml.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let visitor: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = await Promise.all([server.admin(), server.client()])
  visitor = server.visitor()
})
afterAll(() => server?.close())

const data = async (path: string, by = visitor) => (await by.get(path)).body.data
const newest = async (of: string) => (await admin.get(`/api/get-setting-versions?of=${of}`)).body.data[0]

function sendLogo(by: Visitor, content: BlobPart, name = 'logo.png', headers = {}) {
  const form = new FormData()
  form.set('files', new File([content], name))
  return by.ask('PUT', '/api/update-logo', form, headers)
}

describe('what visitors read', () => {
  it.each(['/api/get-terms', '/api/get-works', '/api/get-pricing'])(
    '%s is theirs to keep until it changes',
    async (path) => {
      const first = await visitor.get(path)
      expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'public, no-cache'])
      const known = { 'If-None-Match': first.headers.get('ETag')!, 'Cache-Control': 'max-age=0' }
      expect((await visitor.get(path, known)).status).toBe(304)
      await admin.put('/api/update-terms', { introduction: `Read this. ${path}` })
      await admin.put('/api/update-work', { id: 1, title: `Tea. ${path}` })
      await admin.put('/api/update-prices', { inr_crm: String(path.length) })
      expect((await visitor.get(path, known)).status).toBe(200)
    },
  )

  it('is the terms with what the agency wrote around them, and the portfolio in its words', async () => {
    await admin.put('/api/update-terms', { notes: { revisions: 'One list a round.' }, closing: null })
    const [terms] = await data('/api/get-terms')
    const revisions = terms.sections.find(({ key }: { key: string }) => key === 'revisions')
    expect(revisions).toMatchObject({
      text: 'One list a round.',
      lines: [expect.stringContaining('2 free revision rounds'), '', ''].map((line) => line || expect.any(String)),
    })
    const { images: _, ...texts } = ownWorks[5]!
    await admin.put('/api/update-work', { ...texts, role: 'Everything' })
    const written = (await data('/api/get-works')).find(({ id }: { id: number }) => id === 6)
    expect(written).toMatchObject({ id: 6, role: 'Everything', client: texts.client })
  })
})

describe('two admins at once', () => {
  it.each([
    ['/api/update-prices', { usd_crm: '1' }, { usd_crm: '2' }],
    ['/api/update-terms', { closing: 'One.' }, { closing: 'Two.' }],
    ['/api/update-work', { id: 3, title: 'One' }, { id: 3, title: 'Two' }],
    ['/api/update-mail-text', { mail: 'welcome', subject: 'One' }, { mail: 'welcome', subject: 'Two' }],
  ])('are told of each other: %s', async (path, one, two) => {
    const { revision } = (await admin.put(path, one)).body
    await admin.put(path, two)
    expect((await admin.put(path, one, { 'If-Match': `"${revision}"` })).status).toBe(412)
    expect((await admin.put(path, one, { 'If-Match': `"${revision + 1}"` })).status).toBe(200)
  })

  it('see each other’s changes at once, and clients all but the texts of mails', async () => {
    const [here, there] = [await client.connect(), await admin.connect()]
    await admin.put('/api/update-mail-text', { mail: 'invitation', subject: `Come ${crypto.randomUUID()}` })
    await admin.put('/api/update-prices', { inr_price: '45001' })
    await admin.put('/api/update-terms', { introduction: crypto.randomUUID() })
    await admin.put('/api/update-work', { id: 2, title: crypto.randomUUID() })
    const types = (line: typeof here) => line.received.map(({ type }) => type)
    await here.waitFor((received) => received.length === 3)
    await there.waitFor((received) => received.length === 4)
    expect(types(here)).toEqual(['PricesRevised', 'TermsRevised', 'PortfolioRevised'])
    expect(types(there)).toEqual(['MailTextsRevised', ...types(here)])
    here.close()
    there.close()
  })
})

describe('the versions of a setting', () => {
  // spec: 7.37
  it('say who changed what, newest first, page by page', async () => {
    await admin.put('/api/update-agency', { name: 'Looms' })
    await admin.put('/api/update-agency', { name: 'Looms & Sons', upi: { id: 'looms@bank' } })
    expect(await newest('agency')).toEqual({
      revision: expect.any(Number),
      by: 'meera',
      at: expect.any(String),
      changes: [
        { field: 'name', before: 'Looms', after: 'Looms & Sons' },
        { field: 'upi.id', after: 'looms@bank' },
      ],
    })
    const all = (await admin.get('/api/get-setting-versions?of=agency&limit=100')).body
    expect(all.next).toBeUndefined()
    const paged: unknown[] = []
    for (let after = ''; ; ) {
      const { data, next } = (await admin.get(`/api/get-setting-versions?of=agency&limit=1${after}`)).body
      paged.push(...data)
      if (next === undefined) break
      after = `&after=${next}`
    }
    expect(paged).toEqual(all.data)
    expect((await admin.get('/api/get-setting-versions?of=orders')).status).toBe(400)
  })
})

describe('the logo', () => {
  it('is drawn anew from a picture, shown to everyone for ever, and is the icon of the app', async () => {
    const { status, body } = await sendLogo(admin, await logoPicture(1_600, 400))
    expect([status, body.message]).toEqual([200, 'Logo updated'])
    const [{ logo, revision }] = await data('/api/get-agency')
    expect([logo.width, logo.height, revision]).toEqual([800, 200, body.revision])
    for (const name of [logo.filename, logo.icon]) {
      const picture = await visitor.get(`/api/logo/${name}`)
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
      expect(picture.headers.get('Cache-Control')).toContain('immutable')
      expect(picture.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    }
    const manifest = JSON.parse((await visitor.get('/manifest.webmanifest')).text)
    expect(manifest.icons).toEqual(
      ['any', 'maskable'].map((purpose) => ({
        src: `/api/logo/${logo.icon}`,
        type: 'image/png',
        sizes: '512x512',
        purpose,
      })),
    )
    expect((await visitor.get('/', { Accept: 'text/html' })).text).toContain(`href="/api/logo/${logo.icon}"`)
    expect((await visitor.get('/icon-192.png')).headers.get('Location')).toBe(`/api/logo/${logo.icon}`)
    expect((await newest('agency')).changes).toEqual([expect.objectContaining({ field: 'logo', after: logo.filename })])

    await admin.put('/api/update-agency', { logo: null })
    expect((await data('/api/get-agency'))[0].logo).toBeUndefined()
    expect((await visitor.get('/icon-192.png')).status).toBe(200)
    // Mails that were sent go on to show it, after a restart too.
    await server.restart()
    admin = await server.admin()
    client = await server.client()
    visitor = server.visitor()
    expect((await visitor.get(`/api/logo/${logo.filename}`)).status).toBe(200)
  })

  it('is refused unless it is a picture, whatever it is called', async () => {
    const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect((await sendLogo(admin, text, 'logo.svg')).status).toBe(415)
    expect((await sendLogo(admin, text, 'logo.png')).status).toBe(415)
    // One that goes on coming while it is refused.
    expect((await sendLogo(admin, new Uint8Array(1024 * 1024))).status).toBe(415)
    const broken = (await logoPicture()).slice(0, 60)
    expect((await sendLogo(admin, broken)).body).toMatchObject({
      fields: { files: expect.stringContaining('can’t be read') },
    })
    expect((await sendLogo(admin, await logoPicture(20, 20))).body.fields.files).toContain('too small')
    expect((await sendLogo(admin, picture('logo.png', 2 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await admin.ask('PUT', '/api/update-logo', new FormData())).body.fields).toEqual({
      files: 'Please choose an image',
    })
    expect((await sendLogo(client, await logoPicture())).status).toBe(403)
  })

  it('is changed once by a request that is sent twice, and not by one that was slower', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const content = await logoPicture()
    const first = await sendLogo(admin, content, 'logo.png', key)
    expect((await sendLogo(admin, content, 'logo.png', key)).body).toEqual(first.body)
    const late = { 'If-Match': `"${first.body.revision - 1}"` }
    expect((await sendLogo(admin, content, 'logo.png', late)).status).toBe(412)
    expect((await data('/api/get-agency'))[0].revision).toBe(first.body.revision)
  })

  it('is not a way to other files', async () => {
    for (const name of ['..%2F..%2Fevents.db', 'door.png', `${'x'.repeat(27)}.png`]) {
      expect((await visitor.get(`/api/logo/${name}`)).status).toBe(404)
    }
  })
})

describe('the colour', () => {
  it('is on every page, in a shade for each paper, and in the manifest', async () => {
    expect((await visitor.get('/brand.css')).text).toBe('')
    await admin.put('/api/update-agency', { colour: '#1D49A0' })
    const { text, headers } = await visitor.get('/brand.css')
    expect(text).toMatch(/--accent: light-dark\(#1d49a0, #[\da-f]{6}\)/)
    expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual(['text/css; charset=utf-8', 'no-cache'])
    expect(JSON.parse((await visitor.get('/manifest.webmanifest')).text).theme_color).toBe('#1d49a0')
  })
})

describe('the texts of mails', () => {
  const mailTo = async (address: string, nth = 1) => {
    const raw = Buffer.from(await server.mailTo(address, nth))
    return readEml(raw)
  }

  it('are those of the next mail, with the name, the logo and the colour of the agency', async () => {
    await sendLogo(admin, await logoPicture())
    await admin.put('/api/update-agency', { name: 'Looms & Sons', colour: '#1d49a0' })
    const texts = { subject: '{agency} wants you', text: '{inviter} of {agency} asks.\n\nCome in: {link}' }
    const { body } = await admin.put('/api/update-mail-text', { mail: 'invitation', ...texts })
    expect(body.message).toBe('Email text saved')
    await admin.post('/api/invite-admin', { email: 'devika@looms.example' })
    const { subject, text, html } = await mailTo('devika@looms.example')
    expect(subject).toBe('Looms & Sons wants you')
    expect(text).toMatch(/^meera of Looms & Sons asks\.\n\nCome in:\nhttp:\/\/localhost:\d+\/invitation\//)
    expect(html).toMatch(/<img src="http:\/\/localhost:\d+\/api\/logo\/logo-[\w-]{22}\.png" alt="Looms &amp; Sons"/)
    expect(html).toContain('background:#1d49a0')
  })

  it('can be tried before they are kept, by a mail to oneself', async () => {
    const draft = { mail: 'resetCode', subject: 'Yours: {code}', text: 'Dear {name}, type {code}.' }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const sent = await admin.post('/api/test-mail', draft, key)
    expect([sent.status, sent.body]).toEqual([200, { message: `Sent to ${adminLogin.email}` }])
    expect((await admin.post('/api/test-mail', draft, key)).body).toEqual(sent.body)
    const { subject, text } = await mailTo(adminLogin.email)
    expect([subject, text]).toEqual(['Yours: 428117', 'Dear Asha Rao, type 428117.\n'])
    expect(await server.mailsTo(adminLogin.email)).toHaveLength(1)
  })

  // spec: 7.42
  it('are refused with the place of what is wrong in them', async () => {
    const wrong = { mail: 'resetCode', subject: 'Hello', text: 'Dear {nmae},\n\n{code}' }
    for (const [method, path] of [
      ['PUT', '/api/update-mail-text'],
      ['POST', '/api/test-mail'],
    ] as const) {
      const { status, body } = await admin.ask(method, path, wrong)
      expect([status, body.fields.text]).toEqual([
        400,
        expect.stringMatching(/^\{nmae\} is not a placeholder \(line 1, character 6\)/),
      ])
      const lost = await admin.ask(method, path, { ...wrong, text: 'Dear {name}' })
      expect(lost.body.fields.text).toContain('{code} is required')
    }
    expect((await admin.get('/api/get-mail-texts')).body.data.map(({ mail }: { mail: string }) => mail)).toEqual(
      mailNames,
    )
  })
})

it('nothing of it is lost by a restart', async () => {
  const { server, admin } = await opened()
  await admin.put('/api/update-terms', { closing: 'The end.' })
  await admin.put('/api/update-mail-text', { mail: 'welcome', subject: 'Hello' })
  await server.restart()
  const again = await server.admin()
  expect((await again.get('/api/get-terms')).body.data[0].closing).toBe('The end.')
  expect((await again.get('/api/get-mail-texts')).body.data[0]).toMatchObject({ mail: 'welcome', subject: 'Hello' })
})

async function opened() {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  return { server, admin: await server.admin() }
}

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { ownWorks } from '#domain/site/testing.ts'
import { readEml } from '#infra/mail/eml.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import type { Settings } from '#infra/settings.ts'

// An admin with another address than the demo's.
const owner = { ...adminLogin, email: 'owner@looms.example' }

const contact = { name: 'Nima Dorjee', phone: '98450 12345', email: 'nima@looms.example' }
const bank = { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '1234 5678 9012', ifsc: 'abcd0123456' }
const upi = { id: 'looms@bank', payee: 'Looms & Sons' }
const all = {
  name: 'Looms & “Sons”',
  supportEmail: 'help@looms.example',
  instagram: 'https://instagram.example/looms',
  youtube: 'https://youtube.example/looms',
  contact,
  bank,
  upi,
}
/** The same as it is stored. */
const stored = {
  ...all,
  contact: { ...contact, phone: '+919845012345' },
  bank: { ...bank, accountNumber: '123456789012', ifsc: 'ABCD0123456' },
}

/** A server of a test's own, its owner, a client and a visitor. */
async function opened(settings: Partial<Settings> = {}) {
  const server = await startTestServer({ admin: owner, ...settings })
  const admin = server.visitor()
  await admin.post('/api/login', owner)
  return { server, admin, client: await server.client(), visitor: server.visitor() }
}

const agencyOf = async (visitor: Visitor) => (await visitor.get('/api/get-agency')).body.data[0]
const set = (admin: Visitor, changes: unknown, headers = {}) => admin.put('/api/update-agency', changes, headers)
const titleIn = (html: string) => /<title>(.*)<\/title>/.exec(html)![1]
const page = (visitor: Visitor, path: string) => visitor.get(path, { Accept: 'text/html' })

/** The mails of a server's outbox, oldest first. */
async function mailsOf({ dataDir, settled }: TestServer) {
  await settled()
  const folder = outboxIn(dataDir)
  const names = (await mailsIn(folder)).reverse()
  const mails = await Promise.all(names.map(async (name) => readEml((await mailIn(folder, name))!)))
  return mails.map((mail) => ({ ...mail, from: mail.headers.find(([name]) => name === 'From')![1] }))
}

let server: TestServer
let admin: Visitor
let client: Visitor
let visitor: Visitor
beforeAll(async () => {
  ;({ server, admin, client, visitor } = await opened())
})
afterAll(() => server?.close())

describe('an agency that has set nothing', () => {
  const invented = /longhand|meera|kulkarni|example ?bank|EXMP0000142|0000 ?1111 ?2222|5550 ?0142|90000 ?00010/i
  const nothing = (where: string, text: string) =>
    expect([where, text.match(invented)?.[0]]).toEqual([where, undefined])

  // spec: 9.21
  it('says nothing that is invented, to anyone', async () => {
    for (const each of [visitor, client, admin]) {
      expect(await agencyOf(each)).toEqual({ revision: -1 })
      for (const path of ['/api/get-agency', '/api/session', '/manifest.webmanifest', '/mark.svg']) {
        nothing(path, (await each.get(path)).text)
      }
      nothing('the page', (await page(each, '/')).text)
    }
  })

  it('has nothing that is invented in the web app', () => {
    const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    expect(files.length).toBeGreaterThan(20)
    for (const { parentPath, name } of files) nothing(name, readFileSync(`${parentPath}/${name}`, 'latin1'))
  })

  it('writes nothing that is invented in its mails, and sends them as Atelier', async () => {
    await admin.post('/api/invite-admin', { email: 'devika@looms.example' })
    await server.settled() // whichever of them goes out first
    const mails = await mailsOf(server)
    const subjects = mails.map(({ subject }) => subject).sort()
    expect(subjects).toEqual(['Join Atelier as an admin', 'Welcome. Your account is ready.'])
    for (const { headers, subject, text, html, from } of mails) {
      nothing(subject, [...headers.flat(), text, html].join('\n'))
      expect([from, text]).toEqual(['Atelier <atelier@localhost>', expect.stringMatching(/ (with|at) Atelier( as|\.)/)])
    }
  })

  // spec: 9.21
  it('is told so at the start, and no longer once it has', async () => {
    const { server, admin } = await opened()
    onTestFinished(server.close)
    const said = () => server.lines.filter((line) => line.startsWith('agency'))
    expect(said()).toEqual([
      `agency settings missing: contact, bank, UPI, portfolio. Clients see no payment details until an admin adds them at ${server.url}/agency`,
    ])
    await set(admin, { upi })
    await server.restart()
    expect(said()).toEqual([
      `agency settings missing: contact, bank, portfolio. Clients see only what is set until an admin adds them at ${server.url}/agency`,
    ])
    const again = server.visitor() // it answers somewhere else now
    await again.post('/api/login', owner)
    await set(again, { contact, bank })
    const { images: _, ...texts } = ownWorks[2]!
    expect((await again.put('/api/update-work', texts)).status).toBe(200)
    await server.restart()
    expect(said()).toEqual([])
  })

  it('is called Atelier on its pages and where they are installed', async () => {
    expect(titleIn((await page(visitor, '/')).text)).toBe('Atelier: hand-coded websites')
    const manifest = (await visitor.get('/manifest.webmanifest')).text
    expect(JSON.parse(manifest)).toMatchObject({ name: 'Atelier: your projects', short_name: 'Atelier' })
  })
})

describe('what an agency sets', () => {
  // spec: 9.22
  it('is seen whole by people with a session, and never its contact, bank and UPI without one', async () => {
    const { server, admin, client, visitor } = await opened()
    onTestFinished(server.close)
    const { status, body } = await set(admin, all)
    expect([status, body.message]).toEqual([200, 'Agency settings saved'])
    expect(body.events).toMatchObject([{ type: 'AgencyRevised', data: stored, by: { role: 'admin' } }])
    const { contact: _, bank: __, upi: ___, ...open } = stored
    for (const [who, seen] of [
      [visitor, open],
      [client, stored],
      [admin, stored],
    ] as const) {
      expect(await agencyOf(who)).toEqual({ ...seen, revision: 0 })
      const session = await who.get('/api/session')
      expect([session.status, session.body.agency]).toEqual([who === visitor ? 401 : 200, { ...seen, revision: 0 }])
      expect((await who.get('/api/get-agency')).headers.get('Cache-Control')).toBe('no-store')
    }
    await client.get('/api/logout')
    expect(await agencyOf(client)).toEqual({ ...open, revision: 0 })
  })

  it('changes part by part, goes when it is null, and comes to nothing when it is set already', async () => {
    const { server, admin } = await opened()
    onTestFinished(server.close)
    await set(admin, all)
    await set(admin, { name: 'Looms', upi: null })
    const { upi: _, ...rest } = stored
    expect(await agencyOf(admin)).toEqual({ ...rest, name: 'Looms', revision: 1 })
    expect((await set(admin, { name: ' Looms ', contact, upi: null })).body.events).toEqual([])
  })

  it('is sent whole to a program whose key may read settings', async () => {
    const { server, admin, visitor } = await opened()
    onTestFinished(server.close)
    await set(admin, all)
    const { body } = await admin.post('/api/create-api-key', { name: 'Till', scopes: ['settings:read'] })
    const { data } = (await visitor.get('/api/get-agency', { Authorization: `Bearer ${body.key}` })).body
    expect(data[0]).toMatchObject(stored)
    expect((await agencyOf(visitor)).bank).toBeUndefined()
  })

  it('is not lost to someone slower, and a change that is sent again is made once', async () => {
    const { server, admin } = await opened()
    onTestFinished(server.close)
    const once = { 'Idempotency-Key': 'one' }
    const first = await set(admin, { name: 'Looms' }, once)
    expect((await set(admin, { name: 'Looms' }, once)).body).toEqual(first.body)
    expect((await set(admin, { name: 'Sons' }, once)).status).toBe(409)
    expect((await set(admin, { name: 'Sons' }, { 'If-Match': '"7"' })).status).toBe(412)
    expect((await set(admin, { name: 'Sons' }, { 'If-Match': '"0"' })).status).toBe(200)
  })

  it.each([
    [{ contact: { ...contact, phone: '12' } }, 'contact.phone'],
    [{ contact: { name: 'Nima' } }, 'contact.phone'],
    [{ bank: { ...bank, ifsc: 'nonsense' } }, 'bank.ifsc'],
    [{ upi: { ...upi, id: 'looms' } }, 'upi.id'],
    [{ instagram: 'javascript:alert(1)' }, 'instagram'],
    [{ bnak: bank }, 'body'],
    [[], 'body'],
  ])('is refused with the field that is wrong: %.60j', async (changes, field) => {
    const { status, body } = await set(admin, changes)
    expect([status, Object.keys(body.fields)]).toEqual([400, expect.arrayContaining([field])])
    expect(await agencyOf(admin)).toEqual({ revision: -1 })
  })

  it('is not for others to set', async () => {
    expect((await set(client, all)).status).toBe(403)
    expect((await set(visitor, all)).status).toBe(401)
  })

  it('is heard by every open page at once', async () => {
    const { server, admin, client } = await opened()
    onTestFinished(server.close)
    const [here, there] = [await client.connect(), await admin.connect()]
    const { events } = (await set(admin, { upi })).body
    for (const line of [here, there]) {
      expect(await line.waitFor((received) => received.length > 0)).toEqual(events)
      line.close()
    }
  })
})

describe('its name', () => {
  // spec: 7.43
  it('stands in every page and in the manifest, whatever is in it, and they are asked for again', async () => {
    const { server, admin, visitor } = await opened()
    onTestFinished(server.close)
    const before = await page(visitor, '/login')
    const known = { 'If-None-Match': before.headers.get('ETag')!, 'Cache-Control': 'max-age=0', Accept: 'text/html' }
    expect((await visitor.get('/login', known)).status).toBe(304)

    const name = `</title><script>"Looms" & $& 'Sons'`
    await set(admin, { name })
    const { status, text, headers } = await visitor.get('/login', known)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(text).not.toMatch(/<\/title><script>|Atelier/)
    expect(titleIn(text)).toMatch(/^Login – &lt;/)
    expect(titleIn((await page(visitor, '/')).text)).toMatch(/^&lt;.*: hand-coded websites$/)
    const manifest = await visitor.get('/manifest.webmanifest')
    expect(manifest.headers.get('Content-Type')).toContain('application/manifest+json')
    expect(JSON.parse(manifest.text)).toMatchObject({ name: `${name}: your projects`, short_name: name })
  })

  it('is what its mails come from, unless their address has a name of its own', async () => {
    const own = { mail: { from: 'Desk <desk@looms.example>' } }
    for (const [settings, from] of [
      [{}, 'Looms & Sons <atelier@localhost>'],
      [{ mail: { from: 'desk@looms.example' } }, 'Looms & Sons <desk@looms.example>'],
      [own, 'Desk <desk@looms.example>'],
    ] as const) {
      const { server, admin } = await opened(settings)
      onTestFinished(server.close)
      await set(admin, { name: 'Looms & Sons' })
      await admin.post('/api/invite-admin', { email: 'devika@looms.example' })
      const invitation = (await mailsOf(server)).find(({ subject }) => subject === 'Join Looms & Sons as an admin')!
      expect([invitation.from.replaceAll('"', ''), invitation.text]).toEqual([
        from,
        expect.stringContaining('manage projects at Looms & Sons'),
      ])
    }
  })
})

it('is set in the demo by an event like any other', async () => {
  const { server, client } = await opened({ demo: true })
  onTestFinished(server.close)
  expect(await agencyOf(client)).toMatchObject({ name: 'Longhand', upi: { id: 'longhand@examplebank' }, revision: 0 })
  expect(server.lines.filter((line) => line.startsWith('agency'))).toEqual([])
})

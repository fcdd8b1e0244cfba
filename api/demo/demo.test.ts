import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { orderIdOf } from '#api/routes/questionnaire/onboarding.ts'
import { prepareServerProcess, runToEnd } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { accounts } from '#domain/account/actions.ts'
import { orders } from '#domain/order/actions.ts'
import { demo, demoPassword } from '#domain/samples.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { openAddressBook } from '#infra/address-book.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import type { FileStore } from '#infra/files/store.ts'
import { openStores } from '#infra/open.ts'
import { readSettings } from '#infra/settings.ts'
import { demoIdOf, openDemo } from './demo.ts'
import { refuseDemo } from './demo-store.ts'

vi.setConfig({ testTimeout: 90_000 }) // several starts each, which take ten seconds on a busy machine

const agency = demo({ now: new Date().toISOString(), hash: String, idOf: String, orderIdOf: String })
const demoLogin = { email: agency.accounts[0]!.email, password: demoPassword }
/** An admin's address that no account of the demo has. */
const ownAdmin = { ADMIN_EMAIL: 'kavya@studio.example', ADMIN_PASSWORD: adminLogin.password }
const ownLogin = { email: ownAdmin.ADMIN_EMAIL, password: ownAdmin.ADMIN_PASSWORD }

/** A blank setting is an absent one. */
const nothingSet = { NODE_ENV: '', DEMO: '', DATA_DIR: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }

async function workingFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Starts a server in a folder, and answers what a visitor finds there. */
async function started(folder: string, settings: Record<string, string>) {
  const server = await prepareServerProcess('api', { ...nothingSet, ...settings }, { cwd: folder })
  onTestFinished(() => server.remove())
  await server.start()
  const visitor = new Visitor(server.url)
  const found = {
    demo: (await visitor.post('/api/login', demoLogin)).status === 200,
    own: (await visitor.post('/api/login', ownLogin)).status === 200,
    outbox: (await visitor.get('/dev/outbox')).status === 200,
  }
  return { found, visitor, said: server.said.join('\n'), kill: () => server.kill() }
}

const production = { NODE_ENV: 'production', ...ownAdmin }
const theDemo = { demo: true, own: false, outbox: true }
const theirOwn = { demo: false, own: true, outbox: false }

/** The files of the projects of a demo client, each with the answer to a request for it. */
async function sharedFiles(visitor: Visitor, who: number, projects: number) {
  const { email, password } = agency.accounts[who]!
  await visitor.post('/api/login', { email, password })
  const orders = Array.from({ length: projects }, (_, at) => orderIdOf(demoIdOf(email), at + 1))
  const found = await Promise.all(orders.map((id) => visitor.get(`/api/get-shared-files?orderId=${id}`)))
  const files = found.flatMap(({ body }) => body.data.map((row: { file: string }) => JSON.parse(row.file)))
  return Promise.all(
    files.map(async (file: { filename: string; originalName: string }) => {
      const { status, headers } = await visitor.get(`/uploads/${file.filename}`)
      return { ...file, status, type: headers.get('Content-Type'), length: Number(headers.get('Content-Length')) }
    }),
  )
}

describe('the demo', () => {
  it('has its files, each once, after a restart too', async () => {
    const folder = await workingFolder()
    const first = await started(folder, {})
    const before = [...(await sharedFiles(first.visitor, 1, 3)), ...(await sharedFiles(first.visitor, 3, 1))]
    expect(before.map(({ type }) => type).toSorted()).toEqual([
      'application/octet-stream',
      'application/pdf',
      'audio/mpeg',
      'image/jpeg',
      'image/webp',
      'image/webp',
      'image/webp',
      'video/mp4',
    ])
    for (const { status, length, originalName } of before)
      expect([originalName, status, length > 500]).toEqual([originalName, 200, true])
    await first.kill()
    const again = await started(folder, {})
    const after = [...(await sharedFiles(again.visitor, 1, 3)), ...(await sharedFiles(again.visitor, 3, 1))]
    expect(after.map(({ filename }) => filename)).toEqual(before.map(({ filename }) => filename))
  })

  it('begins anew when it ended before it was there whole', async () => {
    const folder = await workingFolder()
    const stores = await openStores({ dataDir: join(folder, 'demo-data') })
    let left = 4
    const full: Pick<FileStore, 'put'> = {
      put: (name, content) =>
        left-- > 0 ? stores.files.put(name, content) : Promise.reject(new Error('the process ended')),
    }
    const { events, keys } = stores
    const addresses = await openAddressBook({ keys, handler: createCommandHandler(events) })
    const ended = openDemo({ events, files: full, addresses }, readSettings({}))
    await expect(ended).rejects.toThrow('the process ended')
    await stores.close()
    const { visitor, found } = await started(folder, {})
    expect(found).toEqual(theDemo)
    expect((await sharedFiles(visitor, 3, 1)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it.each([1, 12, 20])(
    'on a server is finished by the next start when the first one ended after %i streams',
    async (some) => {
      const stores = await openStores({ dataDir: join(await workingFolder(), 'demo-data') })
      onTestFinished(() => stores.close())
      const { events, files, keys } = stores
      const addresses = await openAddressBook({ keys, handler: createCommandHandler(events) })
      // What is asked of a server, stream by stream.
      const settings = readSettings({ EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false' })
      let left = some
      const append: EventStore['append'] = (...what) =>
        left-- > 0 ? events.append(...what) : Promise.reject(new Error('the process ended'))
      const ended = openDemo({ events: { ...events, append }, files, addresses }, settings)
      await expect(ended).rejects.toThrow('the process ended')
      await expect(refuseDemo(events, settings)).rejects.toThrow('contains the demo')
      expect((await openDemo({ events, files, addresses }, settings)).join()).toContain(demoLogin.email)
      const handler = createCommandHandler(events)
      const orderId = orderIdOf(demoIdOf(agency.accounts[1]!.email), 1)
      for (const { revision } of [
        ...(await Promise.all(agency.accounts.map(({ email }) => handler.load(accounts, demoIdOf(email))))),
        await handler.load(orders, orderId),
        await handler.load(agencies, agencyId),
      ])
        expect(revision).toBeGreaterThanOrEqual(0)
      const end = await events.end()
      await openDemo({ events, files, addresses }, settings)
      expect(await events.end()).toBe(end)
    },
  )

  it('is what opens without settings, in a folder of its own', async () => {
    const folder = await workingFolder()
    const { found, said } = await started(folder, {})
    expect(found).toEqual(theDemo)
    expect(said).toContain(join(folder, 'demo-data', 'events.db'))
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('leaves alone what is kept for real, and is not kept where production looks', async () => {
    const folder = await workingFolder()
    for (const [settings, expected] of [
      [production, theirOwn],
      [{}, theDemo],
      [production, theirOwn],
    ] as const) {
      const { found, kill } = await started(folder, settings)
      expect(found).toEqual(expected)
      await kill()
    }
    const stores = await openStores({ dataDir: join(folder, 'data') })
    onTestFinished(() => stores.close())
    for await (const { events, caughtUp } of stores.events.follow(0n, new AbortController().signal)) {
      expect(events.filter(({ type }) => type === 'OrderOpened')).toEqual([])
      if (caughtUp) break
    }
  })

  it('is never put among real data, nor are those taken for it', async () => {
    const folder = await workingFolder()
    // The same address as the demo’s admin, written in another way.
    const same = { ADMIN_EMAIL: demoLogin.email, ADMIN_PASSWORD: adminLogin.password }
    const real = await started(folder, { ...production, ...same })
    await real.kill()
    for (const DEMO of ['', 'true']) {
      const { found, said, kill } = await started(folder, { DATA_DIR: './data', DEMO })
      expect(found).toEqual({ demo: false, own: false, outbox: false })
      expect(said).not.toContain('This is the demo')
      await kill()
    }
  })

  it('says that ADMIN_EMAIL is not its admin', async () => {
    const { found, said } = await started(await workingFolder(), ownAdmin)
    expect(found).toEqual(theDemo)
    expect(said).toContain('ADMIN_EMAIL')
  })
})

/** The ways to keep events: the settings for it in a folder. */
const places = {
  async DATA_DIR(folder: string) {
    return { DATA_DIR: join(folder, 'data') }
  },
  async EVENTSTORE_URL(folder: string) {
    const double = await startDouble()
    onTestFinished(double.close)
    return { DATA_DIR: join(folder, 'data'), EVENTSTORE_URL: double.url }
  },
}

describe.each(['DATA_DIR', 'EVENTSTORE_URL'] as const)('events that began as the demo, by %s', (setting) => {
  it('are refused in a sentence wherever the demo is not shown', async () => {
    const folder = await workingFolder()
    const place = await places[setting](folder)
    const before = await started(folder, place)
    expect(before.found).toEqual(theDemo)
    await before.kill()
    for (const settings of [production, { ...nothingSet, ...ownAdmin, DEMO: 'false' }]) {
      const { code, err } = await runToEnd('api', [], { ...settings, ...place })
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^${setting}[^\\n]* contains the demo, [^\\n]*\\.\\n$`)),
      ])
    }
    const after = await started(folder, place)
    expect(after.found).toEqual(theDemo)
  })
})

it('no one who registers with an address of the demo keeps a real house from opening', async () => {
  const folder = await workingFolder()
  const { visitor, kill } = await started(folder, production)
  for (const { email, events } of agency.accounts) {
    const { name, phone } = events[0]!.data as { name: string; phone: string }
    expect((await visitor.post('/api/register', { name, email, phone, password: demoPassword })).status).toBe(201)
  }
  await kill()
  expect((await started(folder, production)).found).toMatchObject({ own: true, outbox: false })
})

describe('where others reach the server', () => {
  const reached = { HOST: '0.0.0.0' }

  it('neither the demo nor the outbox is opened unasked', async () => {
    const { code, err } = await runToEnd('api', [], { ...nothingSet, DATA_DIR: await workingFolder(), ...reached })
    expect([code, err]).toEqual([1, expect.stringMatching(/^HOST [^\n]*DEMO=true[^\n]*\.\n$/)])
    const { found } = await started(await workingFolder(), { ...reached, DEMO: 'false', ...ownAdmin })
    expect(found).toEqual(theirOwn)
  })

  it('both are there for those who say so', async () => {
    const { found } = await started(await workingFolder(), { ...reached, DEMO: 'true' })
    expect(found).toEqual(theDemo)
  })
})

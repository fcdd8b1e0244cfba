import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { audit } from '#api/testing/audit.ts'
import { prepareServerProcess, shared } from '#api/testing/server-process.ts'
import { prepareSharedStores } from '#api/testing/shared-stores.ts'
import { type Answer, adminLogin, picture, Visitor, validAnswers } from '#api/testing/test-server.ts'
import type { CommandResult } from '#domain/event.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { openStores } from '#infra/open.ts'
import { openGate } from '#infra/testing/gate.ts'
import { hasServers } from '#infra/testing/servers.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

/** Two api processes and the worker, on one event store, one database and one bucket, and nothing else in common. */
async function startProcesses() {
  const stores = await prepareSharedStores()
  const { settings } = stores
  const processes = await Promise.all([
    prepareServerProcess('api', { ...settings, ROLE: 'api' }),
    prepareServerProcess('api', { ...settings, ROLE: 'api' }),
    prepareServerProcess('worker', settings),
  ])
  const [here, there, worker] = processes
  onTestFinished(async () => {
    for (const each of processes) await each.remove()
    await stores.remove()
  })
  await Promise.all(processes.map((each) => each.start()))
  return { ...stores, here, there, worker }
}

async function seat(url: string, cookie: string, orderId: string): Promise<Page> {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { context, page } = await person(browser, url)
  await resumeSession(context, { url, cookie })
  await page.goto(`/order-detail/${orderId}`)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

const isSigned = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Project progress' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText('Done', { exact: true })
    .waitFor()
/** The page’s announcements since it was opened, in order. */
const heard = (page: Page) => page.getByRole('log', { name: 'Latest changes' }).locator('p').allTextContents()

describe.runIf(hasServers)('two api processes and a worker', () => {
  // security: 15.1
  it('are one product: what dies is taken over, and nothing acknowledged is lost', async () => {
    const { double, documents, files, mongodbUrl, s3, here, there, worker } = await startProcesses()
    const as = (url: string, { cookie }: Visitor) => Object.assign(new Visitor(url), { cookie })
    const admin = new Visitor(here.url)
    expect((await admin.post('/api/login', adminLogin)).status).toBe(200)
    const client = new Visitor(there.url)
    const account = { name: 'Asha Rao', email: 'asha@example.com', phone: '98450 12345' }
    await client.post('/api/register', { ...account, password: 'bread-at-six-gone-by-ten' })
    const [orderId, ...others] = await Promise.all(Array.from({ length: 4 }, () => client.order()))
    const acknowledged: CommandResult[] = []

    // An admin on one process changes, a client on the other sees it; so does one who comes by a proxy.
    const front = await openGate(here.url, there.url)
    onTestFinished(() => front.close())
    const pages = await Promise.all([there.url, front.url].map((url) => seat(url, client.cookie, orderId!)))
    const sign = async (visitor: Visitor, progressId: number) => {
      const { status, body } = await visitor.put('/api/update-progress-status', { orderId, progressId })
      expect(status).toBe(200)
      acknowledged.push(body)
      return body
    }
    const { position } = await sign(admin, 3)
    for (const page of pages) await isSigned(page, 'Business report and strategy call')
    const elsewhere = as(there.url, admin)
    const { body } = await elsewhere.get('/api/get-orders', { 'After-Position': position })
    expect(body.data.find(({ id }: { id: string }) => id === orderId)).toMatchObject({ revision: 1 })

    // The first process is killed: its page moves to the other one and has exactly what happened meanwhile.
    const before = (await heard(pages[1]!)).length
    await here.kill()
    for (const progressId of [4, 5, 7]) await sign(elsewhere, progressId)
    for (const page of pages) await isSigned(page, 'Launch')
    expect((await heard(pages[1]!)).slice(before)).toEqual(
      ['Payment', 'Landing page approval', 'Launch'].map((name) => expect.stringContaining(`${name} is done`)),
    )
    await here.start()

    // Many admins at work on both, and a client who sends files, through everything that follows.
    let accepted = 0
    let refused = 0
    let running = true
    /** Asks until it is done, and then rests as long as a quick person does: what follows is about what dies, not about speed. */
    async function retry(ask: (visitor: Visitor, key: { 'Idempotency-Key': string }) => Promise<Answer>, of: Visitor) {
      const key = { 'Idempotency-Key': randomUUID() }
      for (let n = 0; ; n++) {
        const { url } = n % 2 ? here : there
        const answer = await ask(as(url, of), key).catch(() => undefined) // the process died before it answered
        if (answer && answer.status < 300) {
          acknowledged.push(answer.body)
          accepted++
          return pause(200)
        }
        if (answer) expect([answer.status, answer.headers.has('Retry-After')]).toEqual([503, true])
        if (answer) refused++
        await pause(50) // as a client does after `Retry-After`
      }
    }
    const work = [...others, ...others].map(async (id, n) => {
      const change = { orderId: id, progressId: n + 1 }
      while (running) await retry((visitor, key) => visitor.put('/api/update-progress-status', change, key), admin)
    })
    const sending = (async () => {
      const file = picture('door.png', 20_000)
      while (running) await retry((visitor, key) => visitor.submit(validAnswers, { 7: file }, key), client)
    })()
    const soon = { timeout: 20_000, interval: 20 }
    const goesOn = async (by = 20) => {
      const reached = acknowledged.length + by
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThan(reached)
    }
    const isRefused = async () => {
      const before = refused
      await expect.poll(() => refused, soon).toBeGreaterThan(before)
    }
    await goesOn()
    for (let n = 0; n < 3; n++) {
      await worker.kill()
      await goesOn()
      await worker.start()
      await goesOn()
    }
    await here.kill()
    await goesOn()
    await here.start()
    // The stores go away one after another, and each comes back.
    await double.down()
    await isRefused()
    await double.up()
    await goesOn()
    await documents.shut()
    await goesOn() // no order waits for the lists
    await documents.open()
    await files.shut()
    await isRefused()
    await goesOn() // nor for another client's file
    await files.open()
    await goesOn()
    running = false
    await Promise.all([...work, sending])

    // All processes are back: a change is seen by both pages, and the list knows it.
    const last = await sign(as(here.url, admin), 8)
    for (const page of pages) await isSigned(page, 'Final handover')
    const list = () => as(there.url, admin).get('/api/get-orders', { 'After-Position': last.position })
    const isCurrent = async () => {
      const { status, body } = await list()
      return status === 200 && !('stale' in body)
    }
    await expect.poll(isCurrent, soon).toBe(true)
    for (const each of [here, there, worker]) await each.kill()

    const masterKey = shared.MASTER_KEY
    const stores = await openStores({ dataDir: here.dataDir, eventStoreUrl: double.url, mongodbUrl, s3, masterKey })
    onTestFinished(() => stores.close())
    const events = await audit(stores, acknowledged)
    // Every request was recorded once, although many were sent again.
    expect(events).toHaveLength(4 + 5 + accepted)
    // Every file that an event names is there whole.
    const named = events
      .flatMap(({ data }) => (data as { questions?: Question[] }).questions ?? [])
      .flatMap(({ answer }) => (answer && typeof answer === 'object' && 'filename' in answer ? [answer.filename] : []))
    for (const filename of named) expect(await stores.files.stat(filename)).toMatchObject({ size: 20_000 })
    expect(named.length).toBeGreaterThan(0)
    console.log(`${acknowledged.length} acknowledged changes`)
  }, 300_000)
})

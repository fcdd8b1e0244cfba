import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { opened } from '#domain/samples.ts'
import { recordLongHistory } from '../testing/long-history.ts'
import { startTestServer, type Visitor } from '../testing/test-server.ts'
import { openBrowser, person, resumeSession, violations } from './browsing.ts'

/** A server that has opened its port before its lists are there, and makes no more of them until they are let go. */
async function whileListsAreMade() {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const admin = await server.admin()
  const asha = await server.client()
  await asha.order()
  await server.stop()
  await recordLongHistory(server.dataDir, 30_000, 'long', opened)
  for (const name of await readdir(server.dataDir)) {
    if (name.startsWith('documents.db')) await rm(join(server.dataDir, name))
  }
  await server.start()
  // What the pages ask for is opened when it is first asked for, by writing.
  const as = (of: Visitor) => Object.assign(server.visitor(), { cookie: of.cookie })
  await Promise.all([as(admin).get('/api/get-orders?sort=unread&status=open'), as(admin).get('/api/get-order-counts')])
  // Another writer: the server reads on, and waits for its turn to write.
  const writer = new DatabaseSync(join(server.dataDir, 'documents.db'), { timeout: 5_000 })
  writer.exec('begin immediate')
  const letGo = () => writer.isOpen && writer.close()
  onTestFinished(() => void letGo())
  return { server, admin, asha, letGo }
}

const beingMade = /^The list is being made: \d+ %$/

it('says how far the lists are, claims nothing meanwhile, and shows them by itself once they are there', async () => {
  const [{ server, admin, asha, letGo }, browser] = await Promise.all([whileListsAreMade(), openBrowser()])
  onTestFinished(() => browser.close())
  const desks: { page: Page; asked: string[] }[] = []
  for (const [who, path, viewport] of [
    [admin, '/orders', { width: 1440, height: 900 }],
    [asha, '/dashboard', { width: 360, height: 740 }],
  ] as const) {
    const { context, page } = await person(browser, server.url, { viewport })
    await resumeSession(context, { url: server.url, cookie: who.cookie })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(get-orders|user-order)/.test(request.url())) asked.push(request.url())
    })
    await page.goto(path)
    if (who === admin) await page.locator('.empty').getByText(beingMade).first().waitFor()
    await page.getByRole('heading', { level: 1, name: /being made/ }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await page.getByText('No Orders Found').count()).toBe(0)
    await page.getByText(/^Lists \d+ %$/).waitFor()
    expect(await violations(page)).toEqual([])
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
    // A page that is loaded anew has forgotten it.
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
    desks.push({ page, asked })
  }
  const before = desks.map(({ asked }) => asked.length)
  letGo()
  await expect.poll(async () => (await server.visitor().get('/readyz')).status, { timeout: 40_000 }).toBe(200)
  for (const [nth, { page, asked }] of desks.entries()) {
    await page
      .locator('a[data-row], ol[aria-label="Current Projects"] a')
      .nth(nth === 0 ? 1 : 0)
      .waitFor()
    await expect.poll(() => page.getByText(/being made|^Lists/).count()).toBe(0)
    expect(await page.locator('html[data-before]').count()).toBe(1)
    // It asks once, when its line says so: three sections an admin has, and a client one.
    expect(asked.length - before[nth]!).toBeLessThanOrEqual(2 * (nth === 0 ? 3 : 1))
  }
})

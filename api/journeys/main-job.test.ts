import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { type Gate, openGate } from '#infra/testing/gate.ts'
import { logIn, openBrowser, person } from './browsing.ts'

const clientLogin = { email: 'asha@example.com', password: 'bread-at-six-gone-by-ten' }

let server: Awaited<ReturnType<typeof prepareServerProcess>>
let line: Gate
let browser: Browser
let admin: Page
let client: Page
let clientBrowser: Awaited<ReturnType<typeof person>>

beforeAll(async () => {
  server = await prepareServerProcess()
  await server.start()
  line = await openGate(server.url)
  browser = await openBrowser()
  const visitor = new Visitor(server.url)
  await visitor.post('/api/register', { ...clientLogin, name: 'Asha Rao', phone: '98450 12345' })
  await visitor.order()
  ;({ page: admin } = await person(browser, server.url))
  clientBrowser = await person(browser, line.url)
  client = clientBrowser.page
  await logIn(admin, adminLogin)
  await logIn(client, clientLogin)
})
afterAll(async () => {
  await browser?.close()
  await line?.close()
  await server?.remove()
})

const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Project progress' }).getByRole('listitem').filter({ hasText: name })
const isSigned = (page: Page, name: string) => step(page, name).getByText('Done', { exact: true }).waitFor()
const sign = (name: string) => admin.getByRole('button', { name: `Mark as done: ${name}`, exact: true }).click()
/** The colour of a step's mark, and of an ink, in this page's light. */
const markOf = (page: Page, name: string) =>
  step(page, name)
    .locator('.step-hand svg')
    .last()
    .evaluate((mark) => getComputedStyle(mark).stroke.replace('none', '') || getComputedStyle(mark).color)
const inked = (page: Page, ink: 'red' | 'green') =>
  page.locator('main').evaluate((main, name) => {
    const drop = main.appendChild(document.createElement('i'))
    drop.style.color = `var(--${name})`
    const { color } = getComputedStyle(drop)
    drop.remove()
    return color
  }, ink)
const isConnection = (page: Page, state: string) => page.getByText(state, { exact: true }).waitFor()
/** The page’s announcements since it was opened, in order. */
const heard = (page: Page) => page.getByRole('log', { name: 'Latest changes' }).locator('p').allTextContents()

describe('the main job', () => {
  // spec: 2.63
  it('shows an admin a new order with its unread count, without reloading', async () => {
    await admin.getByRole('link', { name: /Asha Rao #1/ }).waitFor()
    await admin.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))
    const visitor = new Visitor(server.url)
    await visitor.post('/api/login', clientLogin)
    await visitor.order()
    const row = admin.getByRole('row').filter({ hasText: 'Asha Rao #2' })
    await row.waitFor()
    expect(await row.textContent()).toContain('1 unread')
    expect(await admin.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  })

  // spec: 1.11, 2.16, 2.88, 4.17, 7.3
  it("turns a step green on the client's open page the moment the admin signs it", async () => {
    for (const page of [admin, client]) {
      await page.getByRole('link', { name: /Asha Rao #1/ }).click()
      await isConnection(page, 'Live')
    }
    await client.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))
    expect(await markOf(client, 'Business report and strategy call')).toBe(await inked(client, 'red'))
    await sign('Business report and strategy call')
    await isSigned(client, 'Business report and strategy call')
    expect(await markOf(client, 'Business report and strategy call')).toBe(await inked(client, 'green'))
    expect(await step(client, 'Business report and strategy call').textContent()).toContain('meera')
    expect(await client.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  })

  it('gives a client who was offline exactly what was missed, in order, once', async () => {
    const before = (await heard(client)).length
    await clientBrowser.context.setOffline(true)
    await line.shut()
    await isConnection(client, 'Offline')
    for (const name of ['Full design approval', 'Payment', 'Launch']) {
      await sign(name)
      await isSigned(admin, name)
    }
    expect(await step(client, 'Payment').getByText('Done', { exact: true }).count()).toBe(0)

    await line.open()
    await clientBrowser.context.setOffline(false)
    await isSigned(client, 'Launch')
    await isConnection(client, 'Live')
    const missed = (await heard(client)).slice(before)
    expect(missed).toEqual(
      ['Full design approval', 'Payment', 'Launch'].map((name) => expect.stringContaining(`${name} is done`)),
    )
  })

  it('says of a page that finds its line gone after a night asleep that it is as of the evening', async () => {
    const page = await clientBrowser.context.newPage()
    await page.clock.install()
    await page.goto(client.url())
    await isConnection(page, 'Live')
    const evening = await page.evaluate(() => Date.now())
    line.hang()
    await page.clock.fastForward('12:00:00')
    await isConnection(page, 'Reconnecting')
    const asOf = await page.locator('.connection time').getAttribute('datetime')
    await line.open()
    expect(Math.abs(Date.parse(asOf!) - evening)).toBeLessThan(600_000)
    await page.close()
  })

  it('survives the server: killed and started again, both pages recover by themselves', async () => {
    const before = (await heard(client)).length
    await server.kill()
    for (const page of [admin, client]) await isConnection(page, 'Reconnecting')
    await server.start()
    for (const page of [admin, client]) await isConnection(page, 'Live')
    for (const name of ['Business report and strategy call', 'Payment', 'Launch']) await isSigned(client, name)

    await sign('Final handover')
    await isSigned(client, 'Final handover')
    expect((await heard(client)).slice(before)).toEqual([expect.stringContaining('Final handover is done')])
    expect(await client.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  })

  // spec: 8.1
  it('tells an admin who clicks while the server is away that nothing happened, and does it once when asked again', async () => {
    await server.kill()
    await isConnection(admin, 'Reconnecting')
    await sign('Landing page approval')
    await admin
      .getByText(/can’t reach the server/)
      .first()
      .waitFor()
    expect(await step(admin, 'Landing page approval').getByText('Done', { exact: true }).count()).toBe(0)
    await server.start()
    await isConnection(admin, 'Live')
    await sign('Landing page approval')
    await isSigned(client, 'Landing page approval')
  })
})

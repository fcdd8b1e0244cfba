import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordOrderLife } from '#api/testing/order-life.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { Person, Role } from '#domain/event.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'
import { soon } from './order-scene.ts'

const length = 5_010
const orderId = 'long'

/** No more rows than this are on a page at once, whatever was written. */
const mostRows = 450

let server: TestServer
let browser: Browser
let page: Page
const broken: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const [admin, asha] = await Promise.all([server.admin(), server.client()])
  const [by, client] = await Promise.all([personOf(admin, 'admin'), personOf(asha, 'client')])
  await server.stop()
  await recordOrderLife(server.dataDir, { orderId, client, admin: by, length })
  ;[browser] = await Promise.all([openBrowser(), server.start()])
  const opened = await person(browser, server.url, { viewport: { width: 1440, height: 900 } })
  await resumeSession(opened.context, { url: server.url, cookie: admin.cookie })
  page = opened.page
  page.on('pageerror', ({ message }) => broken.push(message))
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(server.dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function personOf(visitor: Visitor, role: Role): Promise<Person> {
  const { id, name } = (await visitor.get('/api/session')).body
  return { id, name, role }
}

const main = () => page.getByRole('main')
const rows = () => main().getByRole('listitem').count()
const ruler = () => page.getByRole('slider', { name: 'Entry', exact: true })
const standsAt = (line: number) =>
  expect.poll(() => ruler().getAttribute('aria-valuetext'), soon).toMatch(new RegExp(`^Entry ${line},`))
const lineNumbers = async () =>
  (
    await main()
      .getByRole('link', { name: /^Entry \d+:/ })
      .allTextContents()
  ).map(Number)
/** Presses a button until so many lines are left to show, and answers with how many were ever there at once. */
async function pressUntil(name: string, reached: (numbers: number[]) => boolean): Promise<number> {
  let most = 0
  for (;;) {
    const numbers = await lineNumbers()
    most = Math.max(most, numbers.length)
    if (reached(numbers)) return most
    // By the keyboard: the button moves as lines come and leave, and a pointer may press beside it.
    await main().getByRole('button', { name }).press('Enter')
    await expect.poll(lineNumbers, soon).not.toEqual(numbers)
  }
}

describe(`the history of an order with ${length} events`, () => {
  // spec: 2.107
  it('has some hundred lines on the page, however far one reads, and leads back to the newest', async () => {
    await page.goto(`/order-detail/${orderId}?tab=history`)
    await main()
      .getByText(`${length.toLocaleString('en-IN')} entries,`)
      .waitFor()
    await expect.poll(lineNumbers, soon).toContain(length)
    const most = await pressUntil('Show earlier entries', (numbers) => numbers.at(-1)! < length - 600)
    expect(most).toBeLessThanOrEqual(mostRows)
    expect(await lineNumbers()).not.toContain(length)
    await pressUntil('Show later entries', (numbers) => numbers.includes(length))
    expect(await main().getByRole('button', { name: 'Show later entries' }).count()).toBe(0)
  })

  it('is filtered and searched to its beginning', async () => {
    await page.getByLabel('Search text').fill('draft 500')
    await main().getByText('Project renamed to Bakery, draft 500', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Searching earlier entries').count(), soon).toBe(0)
    expect(await lineNumbers()).toEqual([1_501, 501])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Topic').selectOption('files')
    await expect.poll(lineNumbers, soon).toEqual(
      [...Array(13).keys()]
        .map((n) => 201 + n * 400)
        .reverse()
        .filter((n) => n <= length),
    )
  })
})

describe('the page of such an order as it stood', () => {
  // spec: 2.107
  it('is reached at both ends, at any line between, and has the lines until then', async () => {
    await page.goto(`/order-detail/${orderId}?tab=overview&at=${length - 1}`)
    await standsAt(length)
    await ruler().press('Home')
    await standsAt(1)
    await main()
      .getByText(/later entries\.$/)
      .waitFor()
    await ruler().press('End')
    await standsAt(length)
    await main().getByText('This is the latest entry.').waitFor()
    expect(await rows()).toBeLessThan(mostRows)

    await page.goto(`/order-detail/${orderId}?tab=history&at=2500`)
    await main().getByText('2,501 entries until then,').waitFor()
    const most = await pressUntil('Show earlier entries', (numbers) => numbers.at(-1)! < 1_900)
    expect(most).toBeLessThanOrEqual(mostRows)
    await ruler().press('ArrowRight')
    await standsAt(2_502)
    await expect.poll(lineNumbers, soon).toContain(2_502)
  })

  // spec: 2.107
  it('is played, and stands beside another moment', async () => {
    await page.goto(`/order-detail/${orderId}?tab=overview&at=${length - 1}`)
    await standsAt(length)
    await page.getByRole('button', { name: /^Play/ }).click()
    await expect.poll(() => ruler().inputValue().then(Number), soon).toBeLessThan(length - 1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await ruler().press('Home')
    await page.getByRole('button', { name: 'Compare' }).click()
    const differences = page.getByRole('region', { name: 'Differences' })
    await differences.getByText(`${(length - 1).toLocaleString('en-IN')} entries apart`).waitFor()
    await differences.locator('ins', { hasText: 'Bakery, draft 4500' }).waitFor()
    const early = page.getByRole('region', { name: /^The project at entry 1:/ })
    const late = page.getByRole('region', { name: new RegExp(`^The project at entry ${length}:`) })
    await early.locator('del', { hasText: 'Asha Rao #1' }).waitFor()
    await late.locator('ins', { hasText: 'Bakery, draft 4500' }).waitFor()
    await page.getByRole('slider', { name: 'Compared with entry' }).press('PageDown')
    await differences.getByText('5,000 entries apart').waitFor()
    expect(await rows()).toBeLessThan(mostRows)
    expect(broken).toEqual([])
  })
})

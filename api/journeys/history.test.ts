import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

let server: TestServer
let browser: Browser
let admin: Visitor
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  admin = await server.admin()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function pageOf(visitor: Visitor, path: string): Promise<Page> {
  const { context, page } = await person(browser, server.url)
  onTestFinished(() => context.close())
  await resumeSession(context, visitor)
  await page.goto(path)
  return page
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const list = (page: Page, title: string) => page.getByRole('list', { name: title })
const close = (orderId: string, status: 'complete' | 'cancel') =>
  admin.put('/api/complete-or-cancell', { orderId, status })

describe('the history', () => {
  // spec: 2.59, 6.6
  it('has what was cancelled and what was completed, each with its date and time, and leads to the order', async () => {
    const client = await server.client()
    const [first, second] = [await client.order(), await client.order()]
    await close(first, 'complete')
    await close(second, 'cancel')
    const page = await pageOf(client, '/dashboard')
    await page.getByRole('link', { name: 'History' }).click()
    await list(page, 'Cancelled Project').getByText('Asha Rao #2').waitFor()
    const row = list(page, 'Completed Project').getByRole('listitem')
    expect(await row.locator('time').textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [ap]m$/)
    expect(await row.locator('.project-number').textContent()).toBe('1')
    await row.getByRole('link', { name: 'Asha Rao #1' }).click()
    await page.waitForURL((url) => url.pathname === `/order-detail/${first}`)
  })

  // spec: 2.58
  it('says of each list that it is empty', async () => {
    const client = await server.client()
    await client.order()
    const page = await pageOf(client, '/history')
    await says(page, 'No Cancelled Orders Found')
    await says(page, 'No Completed Orders Found')
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Cancelled Project',
      'Completed Project',
    ])
  })

  // spec: 2.60
  it('leads to the questions while nothing was submitted', async () => {
    const page = await pageOf(await server.client(), '/history')
    await page.getByRole('link', { name: 'Start the questionnaire' }).click()
    await says(page, 'Tell us about your business')
  })
})

describe('rows move by themselves', () => {
  // spec: 2.64
  it('a project that is begun, renamed, completed and opened again, between dashboard and history', async () => {
    const client = await server.client()
    const first = await client.order()
    const [dashboard, history] = [await pageOf(client, '/dashboard'), await pageOf(client, '/history')]
    const pages = [dashboard, history]
    for (const page of pages) {
      await page.getByText('Live', { exact: true }).waitFor()
      await page.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))
    }
    const current = list(dashboard, 'Current Projects')
    await current.getByText('Asha Rao #1').waitFor()

    const second = await client.order()
    await current.getByText('Asha Rao #2').waitFor()
    expect(await current.getByRole('link').allTextContents()).toEqual(['Asha Rao #2', 'Asha Rao #1'])
    await admin.put('/api/rename-order', { orderId: first, title: 'Looms, first site' })
    await current.getByText('Looms, first site').waitFor()

    await close(first, 'complete')
    await list(history, 'Completed Project').getByText('Looms, first site').waitFor()
    await expect.poll(() => current.getByRole('link').allTextContents()).toEqual(['Asha Rao #2'])
    await close(second, 'cancel')
    await list(history, 'Cancelled Project').getByText('Asha Rao #2').waitFor()
    await says(dashboard, 'No Orders Found')
    await admin.put('/api/rename-order', { orderId: second, title: 'Looms, second site' })

    await admin.put('/api/reopen-order', { orderId: first, reason: 'One more page' })
    await current.getByText('Looms, first site').waitFor()
    await says(history, 'No Completed Orders Found')
    for (const page of pages) expect(await page.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  })
})

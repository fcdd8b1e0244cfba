import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { startWhileListsAreMade } from '#api/testing/lists-being-made.ts'
import { openBrowser, person, resumeSession, violations } from './browsing.ts'

const beingMade = /^Preparing the list: \d+%$/

// spec: 11.21
it('says how far the lists are, claims nothing meanwhile, and shows them by itself once they are there', async () => {
  const [{ server, admin, client, goOn }, browser] = await Promise.all([startWhileListsAreMade(), openBrowser()])
  onTestFinished(() => browser.close())
  const desks: { page: Page; urls: string[] }[] = []
  for (const [who, path, viewport] of [
    [admin, '/orders', { width: 1440, height: 900 }],
    [client, '/dashboard', { width: 360, height: 740 }],
  ] as const) {
    const { context, page } = await person(browser, server.url, { viewport })
    await resumeSession(context, { url: server.url, cookie: who.cookie })
    const urls: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(get-orders|user-order)/.test(request.url())) urls.push(request.url())
    })
    await page.goto(path)
    if (who === admin) await page.locator('.empty').getByText(beingMade).first().waitFor()
    await page.getByRole('heading', { level: 1, name: /Preparing the lists/ }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await page.getByText('No Orders Found').count()).toBe(0)
    await page.getByText(/^Loading lists: \d+%$/).waitFor()
    expect(await violations(page)).toEqual([])
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
    // A page that is loaded anew has forgotten it.
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
    desks.push({ page, urls })
  }
  const before = desks.map(({ urls }) => urls.length)
  goOn()
  await expect.poll(async () => (await server.visitor().get('/readyz')).status, { timeout: 40_000 }).toBe(200)
  for (const [nth, { page, urls }] of desks.entries()) {
    await page.locator('a[data-row], ol[aria-label="Current Projects"] a').first().waitFor()
    await expect.poll(() => page.getByText(/being made|^Lists/).count()).toBe(0)
    expect(await page.locator('html[data-before]').count()).toBe(1)
    // It asks once, when its line says so: three sections an admin has, and a client one.
    expect(urls.length - before[nth]!).toBeLessThanOrEqual(2 * (nth === 0 ? 3 : 1))
  }
})

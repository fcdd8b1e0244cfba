import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#api/testing/server-process.ts'
import { startTestServer } from '#api/testing/test-server.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

// spec: 11.10
it('drops what a page knows when an older copy of the events was put back under it', async () => {
  const [server, browser] = await Promise.all([startTestServer({ port: await freePort() }), openBrowser()])
  onTestFinished(async () => {
    await browser.close()
    await server.close()
  })
  const [admin, asha] = [await server.admin(), await server.client()]
  const events = join(server.dataDir, 'events.db')
  const before = await asha.order()
  await admin.put('/api/rename-order', { orderId: before, title: 'looms' })
  await server.stop()
  await copyFile(events, `${events}.copy`)
  await server.start()
  const lost = await asha.order()
  await admin.put('/api/rename-order', { orderId: lost, title: 'bakery' })

  const { context, page } = await person(browser, server.url)
  await resumeSession(context, admin)
  const rows = () => page.locator('a[data-row]').allTextContents()
  await page.goto('/orders')
  await page.getByText('Live', { exact: true }).waitFor()
  await expect.poll(rows).toEqual(['bakery', 'looms'])
  // A page that is loaded anew has forgotten it.
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))

  await server.stop()
  await copyFile(`${events}.copy`, events)
  await server.start()
  await page.locator('html:not([data-before])').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await expect.poll(rows).toEqual(['looms'])
  await admin.put('/api/rename-order', { orderId: before, title: 'looms and yarn' })
  await expect.poll(rows).toEqual(['looms and yarn'])
})

it('asks for its lists, once the line is there, as of all that was recorded by then', async () => {
  const [server, browser] = await Promise.all([startTestServer(), openBrowser()])
  onTestFinished(async () => {
    await browser.close()
    await server.close()
  })
  const [admin, asha] = [await server.admin(), await server.client()]
  const orderId = await asha.order()
  const { context, page } = await person(browser, server.url)
  await resumeSession(context, admin)
  for (const [path, call] of [
    ['/orders', '/api/get-orders?'],
    ['/orders', '/api/get-order-counts'],
    ['/leads', '/api/get-leads'],
    ['/people', '/api/get-people'],
    ['/integrations', '/api/get-webhooks'],
  ] as const) {
    // The page hears of it by no event: it is not open yet.
    const { body } = await admin.put('/api/rename-order', { orderId, title: `looms of ${path}, ${call}` })
    const requested = page.waitForRequest(
      (request) =>
        request.url().includes(call) && BigInt(request.headers()['after-position'] ?? 0) >= BigInt(body.position),
    )
    await page.goto(path)
    await requested
  }
})

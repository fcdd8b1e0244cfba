import type { Browser, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminLogin, startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { logIn, openBrowser, person } from './browsing.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

it('loads an open page again when a newer server writes what the page does not know, once nothing is half written', async () => {
  const orderId = await (await server.client()).order()
  const { page, context } = await person(browser, server.url)
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket('**/socket.io/**', (line) => {
    line.connectToServer()
    lines.push(line)
  })
  await logIn(page, adminLogin)
  await page.goto(`/order-detail/${orderId}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))

  const event = {
    id: '00000000-0000-4000-8000-000000000001',
    type: 'NobodyKnowsThis',
    data: {},
    by: { id: 'meera', name: 'Meera Kulkarni', role: 'admin' },
    at: '2026-11-16T09:00:00.000Z',
    stream: `order-${orderId}`,
    orderId,
    revision: 1,
    position: '99',
  }
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Design', exact: true }).click()
  const link = page.getByLabel('Figma link')
  await link.fill('https://www.figma.com/design/half')
  lines.at(-1)!.send(`42${JSON.stringify(['event', event])}`)
  await page.getByText('This page loads again once your work is saved.').waitFor()
  expect(await page.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  await link.fill('')
  await link.blur()
  await loaded
  await page.goto(`/order-detail/${orderId}?tab=overview`)
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'sinceTheBeginning' in window)).toBe(false)
  await page.getByRole('button', { name: 'Mark as done: Business report and strategy call', exact: true }).click()
  await page.getByRole('button', { name: 'Reopen step: Business report and strategy call' }).waitFor()
  await context.close()
})

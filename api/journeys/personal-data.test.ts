import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { isLive, isRouted, openBrowser, person, resumeSession, violations } from './browsing.ts'
import { expectNoOverflow } from './order-scene.ts'

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

const password = 'bread-at-six-gone-by-ten'
const phone = { viewport: { width: 360, height: 780 } }
async function pageOf(visitor: Visitor, options: Parameters<typeof person>[2] = {}): Promise<Page> {
  const { context, page } = await person(browser, server.url, options)
  onTestFinished(() => context.close())
  await resumeSession(context, visitor)
  return page
}
const userOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body as { id: string; email: string }

// spec: 11.52
it('a client downloads what there is of them, and then erases it, by keyboard', async () => {
  const client = await server.client('Asha Rao')
  const { email } = await userOf(client)
  const page = await pageOf(client)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Download my data' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Download all your data?' })
  await dialog.getByLabel('Your password').fill('a guess')
  await page.keyboard.press('Enter')
  await dialog.getByText('This password is wrong').waitFor()
  await dialog.getByLabel('Your password').fill(password)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Asha Rao, \d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete my account' }).press('Enter')
  const asking = page.getByRole('dialog', { name: 'Delete your account and data?' })
  expect(await violations(page)).toEqual([])
  await asking.getByLabel('To confirm, type the email address').fill('somebody@example.com')
  await asking.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await asking.getByText('This is not the email address of the account to delete').waitFor()
  await asking.getByLabel('To confirm, type the email address').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(async () => (await client.get('/api/session')).status).toBe(401)
})

/** A page of a client who has a draft in it and deletes their account, and the answer to that is lost. */
async function eraseWithoutAnswer(name: string, isSessionAnswered: boolean) {
  const client = await server.client(name)
  const { email } = await userOf(client)
  const page = await pageOf(client)
  await page.goto('/settings')
  await page.evaluate(() => localStorage.setItem('order-x-message', 'Half a sent'))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account and data?' })
  await dialog.getByLabel('To confirm, type the email address').fill(email)
  await dialog.getByLabel('Your password').fill(password)
  if (!isSessionAnswered) await page.route('**/api/session', (route) => route.abort())
  // It has been recorded everywhere by the time the page hears that there is no answer.
  await page.route('**/api/erase-my-account', async (route) => {
    await route.fetch()
    await expect.poll(async () => (await client.get('/api/session')).status).toBe(401)
    await route.abort()
  })
  await isRouted(page)
  await page.keyboard.press('Enter')
  const draft = () => page.evaluate(() => localStorage.getItem('order-x-message'))
  return { page, dialog, draft }
}

it('a client whose deletion was answered to no one is told of it as soon as their session is known to be over', async () => {
  const { page, draft } = await eraseWithoutAnswer('Ravi Shenoy', true)
  await page.getByText('Your personal data is being deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await draft()).toBeNull()
})

it('a client whose deletion was answered to no one leaves nothing in the browser at the next try', async () => {
  const { page, dialog, draft } = await eraseWithoutAnswer('Ravi Kini', false)
  await page.getByText('We can’t reach the server').first().waitFor()
  await page.unroute('**/api/erase-my-account')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await draft()).toBeNull()
})

it('a client with an open project is told why it has to wait', async () => {
  const client = await server.client('Tashi Bhutia')
  await client.order()
  const page = await pageOf(client)
  await page.goto('/settings')
  await page.getByText('To delete your account, ask us').waitFor()
  expect(await page.getByRole('button', { name: 'Delete my account' }).count()).toBe(0)
})

it('an admin erases a client on a phone, and the page of another admin shows it', async () => {
  const client = await server.client('Farhan Qureshi')
  const { id, email } = await userOf(client)
  const orderId = await client.order()
  const { revision } = (await client.post('/api/send-message', { orderId, text: 'My aunt bakes too' })).body
  const [hand, desk, project, past, away] = await Promise.all([
    pageOf(admin, phone),
    pageOf(admin),
    pageOf(admin),
    pageOf(admin),
    pageOf(admin),
  ])
  await project.goto(`/order-detail/${orderId}`)
  const pastOn = (page: Page) => page.getByRole('region', { name: 'Past version' })
  const then = pastOn(past)
  for (const page of [past, away]) {
    await page.goto(`/order-detail/${orderId}?tab=overview&at=${revision}`)
    await pastOn(page).getByText('My aunt bakes too').first().waitFor()
    await isLive(page)
  }
  await away.context().setOffline(true)
  await away.getByText('Offline', { exact: true }).waitFor()
  await Promise.all([hand.goto(`/people/${id}`), desk.goto(`/people/${id}`)])
  for (const page of [desk, project]) await page.getByText('Live', { exact: true }).waitFor()
  expect(await project.getByText(email).count()).toBeGreaterThan(0)
  await hand.getByRole('button', { name: 'Delete all data about Farhan Qureshi' }).click()
  const dialog = hand.getByRole('dialog', { name: 'Delete all data about Farhan Qureshi?' })
  await dialog.getByText('1 open project').waitFor()
  await expectNoOverflow(hand)
  await hand.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await hand.getByRole('button', { name: 'Delete all data about Farhan Qureshi' }).click()
  await dialog.getByLabel('To confirm, type the email address').fill(email)
  await dialog.getByLabel('Your password').fill(adminLogin.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  for (const page of [hand, desk]) await page.getByText('This person’s data was deleted.').waitFor()
  await expect.poll(() => project.getByText(email).count()).toBe(0)
  await project.getByText('Farhan Qureshi').first().waitFor({ state: 'detached' })
  // An admin who looks at the project as it was sees no word of the client there any more.
  await expect.poll(() => then.getByText('My aunt bakes too').count()).toBe(0)
  await away.context().setOffline(false)
  await expect.poll(() => pastOn(away).getByText('My aunt bakes too').count()).toBe(0)
  await past.getByRole('slider', { name: 'Entry', exact: true }).press('End')
  await then.getByText('The client’s personal data was deleted').first().waitFor()
  expect(await then.getByRole('deletion').count()).toBe(0)
  await past.goto(`/order-detail/${orderId}?tab=history&at=${revision + 2}`)
  const erased = then.getByRole('listitem').filter({ hasText: 'The client’s personal data was deleted' })
  await erased.waitFor()
  expect(await erased.getByRole('deletion').count()).toBe(0)
  expect(await violations(hand)).toEqual([])
})

it('the pages that admins have open lose a client’s words once their data is deleted', async () => {
  const client = await server.client('Uma Nambiar')
  const { id, email } = await userOf(client)
  const orderId = await client.order()
  const [project, agreements, activity, away, desk] = await Promise.all([
    pageOf(admin),
    pageOf(admin),
    pageOf(admin),
    pageOf(admin),
    pageOf(admin),
  ])
  await project.goto(`/order-detail/${orderId}`)
  await isLive(project)
  await project.goto('/activity')
  const report = { orderId, payment: randomUUID(), amount: '5000', reference: 'from my aunt', paidOn: '2026-11-02' }
  expect((await client.post('/api/report-payment', report)).status).toBe(200)
  await admin.put('/api/complete-or-cancell', { orderId, status: 'complete' })
  let isErased = false
  desk.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isErased ||= payload.includes('ErasureCompleted')
    }),
  )
  await Promise.all([
    project.goto(`/order-detail/${orderId}`),
    agreements.goto(`/order-detail/${orderId}?tab=agreements`),
    activity.goto('/activity'),
    away.goto('/activity'),
    desk.goto('/orders'),
  ])
  await project.getByText('Since your last visit').waitFor()
  for (const page of [project, agreements, away, desk]) await isLive(page)
  await desk.getByRole('link', { name: 'Uma Nambiar #1' }).focus()
  const [preview] = await Promise.all([desk.waitForResponse('**/api/get-history*'), desk.keyboard.press('p')])
  const before = await preview.body()
  const pages = [project, agreements, activity, desk]
  for (const page of [...pages, away]) await page.getByText('from my aunt').first().waitFor()
  await away.context().setOffline(true)
  await away.getByText('Offline', { exact: true }).waitFor()
  // Until then the words can be read, and the project tells of the deletion before: the preview may load them once more.
  const stale = { body: before, contentType: 'application/json' }
  await desk.route('**/api/get-history*', (route) => (isErased ? route.continue() : route.fulfill(stale)))
  const erasure = { personId: id, confirmation: email, password: adminLogin.password }
  expect((await admin.post('/api/erase-person', erasure)).status).toBe(200)
  const counts = () => Promise.all(pages.map((page) => page.getByText('from my aunt').count()))
  await expect.poll(counts, { timeout: 10_000 }).toEqual([0, 0, 0, 0])
  await away.context().setOffline(false)
  await expect.poll(() => away.getByText('from my aunt').count()).toBe(0)
})

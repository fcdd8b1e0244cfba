import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { isLive, logIn, openBrowser, person, resumeSession } from './browsing.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const password = 'bread-at-six-gone-by-ten'
const emailOf = async (client: Visitor): Promise<string> => (await client.get('/api/session')).body.email

/** All that the browser keeps for the site, and of what a page can read of it. */
const storedIn = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    // How far pages were scrolled, without saying which, react-router keeps for itself.
    session: Object.entries(sessionStorage).filter(([key]) => key !== 'react-router-scroll-positions'),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
  }))

/** A browser in which a client has left what clients leave behind. */
async function usedBrowser() {
  const asha = await server.client()
  const orderId = await asha.order()
  const { context, page } = await person(browser, server.url)
  onTestFinished(() => context.close())
  await resumeSession(context, asha)
  await page.goto(`/order-detail/${orderId}`)
  await page
    .getByRole('button', { name: /theme|light|dark/i })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Write to/ }).fill('The blue of my grandmother’s saree')
  await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('grandmother')
  await page.goto('/history') // the place and the visit are noted by then
  await expect.poll(async () => Object.keys((await storedIn(page)).local).join()).toContain('order-visit')
  await page.goto(`/order-detail/${orderId}`)
  await page.getByRole('textbox', { name: /^Write to/ }).waitFor()
  return { asha, orderId, context, page }
}

describe('logging out', () => {
  // spec: 4.29
  // security: 7.8
  it('leaves nothing of the account in the browser, and keeps how its pages look', async () => {
    const { asha, orderId, context, page } = await usedBrowser()
    const { id } = (await asha.get('/api/session')).body
    expect(id).toMatch(/./)
    const theme = (await storedIn(page)).local.theme
    expect(theme).toMatch(/^(light|dark)$/)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await page.goto('/login') // what a page writes while it is left is written by now
    expect(await storedIn(page)).toEqual({
      local: { theme },
      session: [],
      caches: [],
      databases: [],
      workers: 0,
      cookies: '',
    })
    // That the account knows the device says no more than its id, and only to the server.
    expect((await context.cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([['device', true]])
    const bilal = await server.client('Bilal Sheikh')
    await logIn(page, { email: await emailOf(bilal), password })
    for (const path of ['/dashboard', '/settings', '/history', `/order-detail/${orderId}`]) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      const everything = (await page.content()) + JSON.stringify(await storedIn(page))
      for (const trace of ['grandmother', 'Asha', id]) expect(everything).not.toContain(trace)
    }
  })

  // security: 7.8
  it('closes the other windows of the account, with what they keep', async () => {
    const { orderId, context, page } = await usedBrowser()
    const other = await context.newPage()
    await other.goto(`/order-detail/${orderId}`)
    await isLive(other) // it hears of the logout
    await other.getByRole('textbox', { name: /^Write to/ }).fill('And one more thing')
    await page.getByRole('button', { name: 'Logout' }).click()
    await other.waitForURL('**/login')
    // It may find its session ended before it hears why, and note where it was going.
    await expect.poll(async () => Object.keys((await storedIn(other)).local)).toEqual(['theme'])
    await expect.poll(async () => (await storedIn(other)).session).toEqual([])
  })

  it('leaves nothing either where its answer was lost, once the page finds its session ended', async () => {
    const { asha, context, page } = await usedBrowser()
    const { theme } = (await storedIn(page)).local
    await page.route('**/api/logout', async (route) => {
      await asha.get('/api/logout')
      await route.abort()
    })
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(async () => (await storedIn(page)).local).toEqual({ theme })
    const other = await context.newPage()
    await other.goto('/login')
    expect(JSON.stringify(await storedIn(other))).not.toContain('grandmother')
  })

  it('leaves nothing either where its answer was lost, and another window finds the session ended first', async () => {
    const { asha, orderId, context, page } = await usedBrowser()
    const { theme } = (await storedIn(page)).local
    const other = await context.newPage()
    await other.goto(`/order-detail/${orderId}`)
    await isLive(other)
    await page.route('**/api/session', (route) => route.abort())
    await page.route('**/api/logout', async (route) => {
      await asha.get('/api/logout')
      await route.abort()
    })
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login')
    await expect.poll(async () => (await storedIn(page)).local).toEqual({ theme })
  })

  it('leaves nothing either where the session was asked for meanwhile', async () => {
    const { page } = await usedBrowser()
    const { theme } = (await storedIn(page)).local
    await page.route('**/api/logout', async (route) => {
      const answered = page.waitForResponse('**/api/session')
      await page.evaluate(() => new BroadcastChannel('renewed').postMessage('renewed'))
      expect((await answered).status()).toBe(200)
      await (await answered).finished()
      const response = await route.fetch()
      const { 'clear-site-data': _, ...headers } = response.headers() // as where the page came without TLS
      await route.fulfill({ response, headers })
    })
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(async () => (await storedIn(page)).local).toEqual({ theme })
  })

  it('leaves the drafts of who goes on after it failed, when their session ends later', async () => {
    const { asha, page } = await usedBrowser()
    await page.route('**/api/logout', (route) => route.abort())
    await page.route('**/api/session', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByText('Failed to Logout').waitFor()
    await page.getByRole('navigation', { name: 'This project' }).getByRole('link', { name: 'Payment' }).click()
    await page.getByRole('main').getByRole('heading', { name: 'International Payment' }).waitFor()
    await page.getByRole('navigation', { name: 'This project' }).getByRole('link', { name: 'Overview' }).click()
    expect(await page.getByRole('textbox', { name: /^Write to/ }).inputValue()).toContain('grandmother')
    await page.unroute('**/api/session')
    await expect.poll(async () => (await storedIn(page)).local).not.toHaveProperty('leaving')
    await asha.get('/api/logout')
    await page.waitForURL('**/login')
    expect(JSON.stringify(await storedIn(page))).toContain('grandmother')
  })
})

it('shows a window the person who has logged in since in another one, and keeps nothing of the first', async () => {
  const [asha, bilal] = [await server.client(), await server.client('Bilal Sheikh')]
  const orderId = await asha.order()
  const { context, page } = await person(browser, server.url)
  onTestFinished(() => context.close())
  const other = await context.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(await emailOf(bilal))
  await other.locator('html[data-scripted]').waitFor() // from now on it is not looked who has logged in elsewhere
  await logIn(page, { email: await emailOf(asha), password })
  await page.goto(`/order-detail/${orderId}`)
  await isLive(page)
  await page.getByRole('textbox', { name: /^Write to/ }).fill('The blue of my grandmother’s saree')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect.poll(async () => JSON.stringify(await storedIn(page))).not.toContain('grandmother')
  expect((await storedIn(page)).local.account).toBe((await bilal.get('/api/session')).body.id)
})

// security: 7.9
it('shows a second person nothing of the first, whose session ended by itself', async () => {
  const { asha, context, page } = await usedBrowser()
  await context.clearCookies()
  const bilal = await server.client('Bilal Sheikh')
  await logIn(page, { email: await emailOf(bilal), password })
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  const { id } = (await asha.get('/api/session')).body
  for (const trace of ['grandmother', 'Asha', id]) expect(JSON.stringify(await storedIn(page))).not.toContain(trace)
})

/** A browser in which a page of its first person is opened, whose scripts do not come until they are released. */
async function browserWithHeldPage() {
  const used = await usedBrowser()
  const held = Promise.withResolvers<void>()
  await used.page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await used.page.goto('/dashboard', { waitUntil: 'commit' })
  await used.page.locator('html[data-drawn]').waitFor()
  await used.context.clearCookies()
  return { ...used, release: held.resolve }
}

// security: 7.9
it('shows a second person nothing that came with a page of the first, whose script came after the logout', async () => {
  const { page, release } = await browserWithHeldPage()
  release()
  await page.waitForURL('**/login')
  const bilal = await server.client('Bilal Sheikh')
  await page.getByLabel('Email').fill(await emailOf(bilal))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const { id } = (await bilal.get('/api/session')).body
  await expect.poll(async () => (await storedIn(page)).local.account).toBe(id)
})

it('keeps the drafts of a second person from a page of the first, whose script came after the second’s login', async () => {
  const { context, page, release } = await browserWithHeldPage()
  const bilal = await server.client('Bilal Sheikh')
  const other = await context.newPage()
  await logIn(other, { email: await emailOf(bilal), password })
  const { id } = (await bilal.get('/api/session')).body
  await expect.poll(async () => (await storedIn(other)).local.account).toBe(id)
  await other.evaluate(() => localStorage.setItem('order-x-message', 'Kept by Bilal'))
  release()
  await page.locator('html[data-scripted]').waitFor()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  const { local } = await storedIn(page)
  expect([local.account, local['order-x-message']]).toEqual([id, 'Kept by Bilal'])
})

describe('confirming an address', () => {
  // spec: 4.31
  it('is asked for on the dashboard, and done by the link of the mail, after a login where there is no session', async () => {
    const client = await server.client('Devika Menon')
    await client.order()
    const email = await emailOf(client)
    const { context, page } = await person(browser, server.url)
    onTestFinished(() => context.close())
    await resumeSession(context, client)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Send the link' }).press('Enter')
    await page.getByText(`Email sent to ${email}.`, { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Send the link' }).count()).toBe(0)
    const [link] = /\/confirm-address\/[\w.-]+/.exec(await server.mailTo(email))!
    await page.goto('/confirm-address/of.nobody')
    await page.getByText('This link doesn’t work.').waitFor()
    const telephone = await person(browser, server.url, { viewport: { width: 360, height: 740 } })
    onTestFinished(() => telephone.context.close())
    await telephone.page.goto(link)
    await telephone.page.waitForURL('**/login')
    await telephone.page.getByLabel('Email').fill(email)
    await telephone.page.getByLabel('Password', { exact: true }).fill(password)
    await telephone.page.keyboard.press('Enter')
    await telephone.page.getByText('Your email address is confirmed.').waitFor()
    await page.goto('/settings')
    await page.getByText('You log in with').waitFor()
    expect(await page.getByText('isn’t confirmed yet').count()).toBe(0)
  })
})

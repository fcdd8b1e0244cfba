import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { publicPages } from '#domain/site/pages.ts'
import { isRouted, openBrowser, person, resumeSession } from './browsing.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  await server.publishWorks()
  await (await server.admin()).put('/api/update-agency', { name: 'Looms', supportEmail: 'desk@looms.example' })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

type Options = Parameters<Browser['newContext']>[0]

/** A visitor's page, with what its console has against it, and the paths of what it loads. */
async function visit(options: Options = {}) {
  const { context, page } = await person(browser, server.url, { reducedMotion: 'no-preference', ...options })
  onTestFinished(() => context.close())
  const errors: string[] = []
  const loaded: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  return { context, page, errors, loaded }
}

const scripts = (loaded: readonly string[]) => loaded.filter((path) => path.endsWith('.js'))

/** Resolves once the page is a script's. */
const used = async (page: Page) => {
  await page.evaluate(() => {
    const root = document.getElementById('root')!
    document.addEventListener('drawn', () => root.setAttribute('data-drawn', ''))
  })
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await page.locator('#root[data-drawn]').waitFor()
}

describe('a public page', () => {
  it.each([...publicPages, '/no-such-page'])('%s is taken over by its script as it stands', async (path) => {
    const { page, errors, loaded } = await visit()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(scripts(loaded)).toEqual([])
    expect(loaded).not.toContain('/api/session')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.evaluate((element) => Object.assign(element, { fromTheServer: true }))
    await used(page)
    await page.waitForLoadState('networkidle')
    expect(await heading.evaluate((element) => 'fromTheServer' in element)).toBe(true)
    expect(loaded.filter((name) => name.startsWith('/api/session') || name.includes('socket'))).toEqual([])
    // That the page is not there is itself an error to a console.
    expect(errors.filter((text) => !/no-such-page|status of 404/.test(text))).toEqual([])
  })

  it('moves nothing while its fonts and pictures come', async () => {
    const { page } = await visit({ viewport: { width: 390, height: 800 } })
    await page.addInitScript(() => {
      const total = { shift: 0 }
      Object.assign(window, { total })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/work/1', '/terms-and-conditions', '/login']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const shift = await page.evaluate(() => (window as unknown as { total: { shift: number } }).total.shift)
      expect([path, shift < 0.001]).toEqual([path, true])
    }
  })

  it('does what was pressed before its script had come', async () => {
    const { page } = await visit({ viewport: { width: 390, height: 800 } })
    const coming = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await coming.promise
      await route.continue()
    })
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Looms menu' })
    await menu.click()
    await menu.click() // nothing has happened yet
    expect(await menu.getAttribute('aria-expanded')).toBe('false')
    coming.resolve()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
  })

  it('does it also where its script came only at another try', async () => {
    const { page } = await visit()
    const failed = page.waitForEvent('requestfailed')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('button', { name: 'Step 1 - Start The Test' }).click()
    await failed
    await page.unrouteAll()
    await page.getByRole('heading', { name: '5 questions, 2 minutes.' }).waitFor()
  })

  it('names its own address for those who share it, and none once another page has come', async () => {
    const { page } = await visit()
    await page.goto('/')
    const named = page.locator('link[rel=canonical], meta[property="og:url"]')
    await used(page)
    expect(await named.count()).toBe(2)
    await page.getByRole('link', { name: 'T&C' }).first().click()
    await page.waitForURL('**/terms-and-conditions')
    await expect.poll(() => named.count()).toBe(0)
  })

  it('keeps what was written into a form meanwhile, and sends it', async () => {
    const { page } = await visit()
    await page.goto('/login')
    await page.evaluate((email) => {
      document.querySelector<HTMLInputElement>('input[name=email]')!.value = email
    }, adminLogin.email)
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders$/)
  })

  it('says no more that a try failed once another is made', async () => {
    const { page } = await visit()
    await page.goto('/login')
    await page.getByLabel('Email').fill(adminLogin.email)
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    const shown = page.locator('.toast[data-leaving=false]')
    await page.route('**/api/login', (route) => route.abort())
    await isRouted(page)
    await page.keyboard.press('Enter')
    await shown.filter({ hasText: 'We can’t reach the server.' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Login' }).click()
    await shown.filter({ hasText: 'Welcome back' }).waitFor()
    expect(await shown.count()).toBe(1)
  })

  it('says of an agency what it has just set, also on a page that is loaded again', async () => {
    const admin = await server.admin()
    const { page } = await visit()
    await page.goto('/')
    await admin.put('/api/update-agency', { supportEmail: 'new@looms.example' })
    await page.reload()
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'new@looms.example' })
    await link.waitFor()
    await used(page)
    expect(await link.count()).toBe(1)
    await admin.put('/api/update-agency', { supportEmail: 'desk@looms.example' })
  })
})

describe('a page whose script does not come', () => {
  it('comes by itself once the network is back', async () => {
    const { context, page } = await visit()
    await page.goto('/login')
    await used(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByText('You’re offline.').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  it('is loaded again after an update, also where it was loaded again by hand long before', async () => {
    const { page } = await visit()
    await page.goto('/login')
    await page.reload()
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 120_000
    })
    const loaded = page.waitForEvent('load')
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await loaded
  })

  it('comes when it is visited again, once the server answers', async () => {
    const { context, page } = await visit()
    await resumeSession(context, await server.admin())
    await page.goto('/orders')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.route(/\/api\/session$|\.js$/, (route) => route.abort())
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.getByText('Something Went Wrong.').waitFor()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { name: 'Current Projects' }).waitFor()
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  })
})

describe('without scripts', () => {
  it('every page can be read, and every link of the site is answered with 200', async () => {
    const { page } = await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
    const links = new Set<string>()
    for (const path of [...publicPages, '/no-such-page']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('link', { name: 'T&C' }).waitFor()
      const found = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      for (const href of found) links.add(href.replace(/#.*/, ''))
    }
    expect(links.size).toBeGreaterThan(10)
    for (const path of links) {
      const { status } = await server.visitor().get(path || '/', { Accept: 'text/html' })
      expect([path, status]).toEqual([path, 200])
    }
  })

  it('the comparison says of no slider', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByText('Dr Sharma Dental, Indore.').waitFor()
    expect(await page.getByText('Drag the slider').isVisible()).toBe(false)
  })

  it('the first page leads to the terms', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('link', { name: 'T&C' }).click()
    await page.getByText('Cancellation and refund').first().waitFor()
  })

  it('a password is never put into an address', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await page.goto('/login')
    await page.getByLabel('Password', { exact: true }).fill('a-ledger-by-hand')
    await page.keyboard.press('Enter')
    await page.waitForLoadState('networkidle')
    expect(page.url()).not.toContain('a-ledger-by-hand')
  })
})

describe('who is logged in', () => {
  it('is known to a page that was open before, once they have logged in in another window', async () => {
    const { context, page, loaded } = await visit()
    await page.goto('/terms-and-conditions')
    await used(page)
    const other = await context.newPage()
    await other.goto('/login')
    await other.getByLabel('Email').fill(adminLogin.email)
    await other.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    await other.keyboard.press('Enter')
    await other.waitForURL(/\/orders$/)
    expect(loaded).not.toContain('/api/session')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.waitForURL(/\/orders$/)
  })

  it('sees the first page as theirs from the start, and as a visitor’s once they have logged out', async () => {
    const { page, errors } = await visit()
    await page.goto('/login')
    await page.getByLabel('Email').fill(adminLogin.email)
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders$/)
    await page.goto('/')
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(/\/login$/)
    await page.goto('/')
    await page.getByRole('link', { name: 'Register', exact: true }).first().waitFor()
    expect(errors).toEqual([])
  })
})

import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { terms } from '#domain/site/content.ts'
import { isLive, logIn, openBrowser, person, resumeSession } from './browsing.ts'
import { hasFocus } from './order-scene.ts'

const agency = {
  name: 'Looms',
  supportEmail: 'desk@looms.example',
  instagram: 'https://instagram.example/looms',
  youtube: 'https://youtube.example/looms',
  contact: { name: 'Nima Dorjee', phone: '98450 12345', email: 'nima@looms.example' },
}

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  const admin = await server.admin()
  await admin.put('/api/update-agency', agency)
  await server.publishWorks()
  await admin.put('/api/update-terms', { closing: 'Nothing is written down before it is agreed.' })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** A page of a logged-in user, or of a visitor. */
async function pageOf(visitor?: Visitor): Promise<Page> {
  const { context, page } = await person(browser, server.url)
  onTestFinished(() => context.close())
  if (visitor) await resumeSession(context, visitor)
  return page
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const linksIn = (page: Page, label: string) =>
  page.getByRole('navigation', { name: label }).getByRole('listitem').allTextContents()

describe('a guarded page', () => {
  // spec: 2.4, 2.20, 2.45, 4.23, 4.24, 9.23
  it('sends a visitor to the login, and back afterwards', async () => {
    const client = await server.client()
    const order = `/order-detail/${await client.order()}`
    const page = await pageOf()
    await page.goto(order)
    await isAt(page, '/login')
    await page.getByLabel('Email').fill(adminLogin.email)
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await isAt(page, order)
  })

  // spec: 4.24
  it('is not where who registers begins, unless every account has it', async () => {
    const order = `/order-detail/${await (await server.client()).order()}`
    for (const [guarded, first] of [
      [order, '/dashboard'],
      ['/settings', '/settings'],
    ] as const) {
      const page = await pageOf()
      await page.goto(guarded)
      await isAt(page, '/login')
      await page.getByRole('link', { name: 'Register now' }).click()
      await page.getByLabel('Name').fill('Zoya Mistry')
      await page.getByLabel('Email').fill(`zoya${first.slice(1)}@example.com`)
      await page.getByLabel('Phone').fill('98450 12345')
      await page.getByLabel('Password', { exact: true }).fill('a-second-crop-of-figs')
      await page.getByRole('button', { name: 'Register' }).click()
      await isAt(page, first)
    }
  })

  it('is not where a login leads that comes more than an hour later', async () => {
    const client = await server.client()
    const page = await pageOf()
    await page.goto(`/order-detail/${await client.order()}`)
    await isAt(page, '/login')
    await page.clock.setFixedTime(Date.now() + 3_700_000)
    await page.getByLabel('Email').fill(adminLogin.email)
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await isAt(page, '/orders')
  })

  it('leaves Back free where it has sent one on, and says in the form that a login failed', async () => {
    const page = await pageOf()
    await page.goto('/terms-and-conditions')
    await page.goto('/dashboard')
    await isAt(page, '/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    const wrong = 'The email address or password is wrong'
    expect(await page.getByText(wrong).count()).toBe(1)
    // The focus has come to the field, so that it is read out; where it is there already, it is an alert.
    expect(await page.getByRole('alert').filter({ hasText: wrong }).count()).toBe(0)
    await hasFocus(password)
    await password.fill('not this one either')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: wrong }).waitFor({ timeout: 5_000 })
    await page.goBack()
    await isAt(page, '/terms-and-conditions')
  })

  // spec: 2.11, 2.13, 8.13
  it.each(['/dashboard', '/history', '/settings', '/orders'])('%s is for those who are logged in', async (path) => {
    const page = await pageOf()
    await page.goto(path)
    await isAt(page, '/login')
  })

  // spec: 2.14, 2.21, 6.17
  it('of an admin sends a client away: by the login, where they are known, to their own', async () => {
    const page = await pageOf(await server.client())
    await page.goto('/orders')
    await isAt(page, '/dashboard')
  })

  // spec: 2.48
  it.each([
    ['a client', () => server.client(), '/dashboard'],
    ['an admin', () => server.admin(), '/orders'],
  ])('login sends %s who is logged in to their own page', async (_, who, home) => {
    const page = await pageOf(await who())
    await page.goto('/login')
    await isAt(page, home)
  })

  // spec: 2.19
  it('shows Loading.. while it is not known who is there', async () => {
    const page = await pageOf(await server.client())
    const known = Promise.withResolvers<void>()
    await page.route('**/api/session', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await says(page, 'Loading..')
    known.resolve()
    await says(page, 'Tell us about your business')
  })

  // spec: 2.18, 8.11
  it('that is not there says so', async () => {
    const page = await pageOf()
    await page.goto('/no-such-page')
    await says(page, 'Error Page Not Found')
    await says(page, '404')
  })

  // spec: 4.33
  it('calls no one logged in while the server does not say who is', async () => {
    const page = await pageOf(await server.client())
    await page.route('**/api/session', (route) => route.abort())
    await page.goto('/')
    await says(page, 'written by hand.')
    expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0)
  })
})

describe('around every page', () => {
  // spec: 2.44
  it.each([
    ['/', false],
    ['/login', false],
    ['/register', true],
    ['/forgot-password', true],
    ['/no-such-page', true],
  ])('%s is left out by search engines: %s', async (path, out) => {
    const page = await pageOf()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('meta[name=robots][content=noindex]').count()).toBe(out ? 1 : 0)
  })

  // spec: 2.12
  it.each(['/dashboard', '/history', '/settings'])('%s is left out by search engines', async (path) => {
    const page = await pageOf(await server.client())
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('meta[name=robots][content=noindex]').count()).toBe(1)
  })

  // spec: 2.24, 2.25, 2.29
  it('the navigation is that of a visitor, a client, an admin', async () => {
    const [visitor, client, admin] = [
      await pageOf(),
      await pageOf(await server.client()),
      await pageOf(await server.admin()),
    ]
    for (const page of [visitor, client, admin]) await page.goto('/')
    await visitor.getByRole('navigation').getByText('Register').waitFor()
    expect(await linksIn(visitor, 'Site')).toEqual(['Home', 'Dashboard', 'Work', 'T&C', 'Register', 'Login'])
    await client.getByRole('navigation').getByText('Logout').waitFor()
    expect(await linksIn(client, 'Site')).toEqual(['Home', 'Dashboard', 'History', 'Work', 'T&C', 'Settings', 'Logout'])
    expect(await client.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
    await admin.getByRole('navigation', { name: 'Admin' }).waitFor()
    expect((await linksIn(admin, 'Admin'))[0]).toBe('Orders')
  })

  // spec: 2.32
  it('an admin’s links lead to pages that are there, and say on which one is', async () => {
    const page = await pageOf(await server.admin())
    await page.goto('/settings')
    const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
    await links.first().waitFor()
    for (const link of await links.all()) {
      await link.click()
      await isAt(page, (await link.getAttribute('href'))!)
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByText('Error Page Not Found').count()).toBe(0)
    }
  })

  it('an admin’s bar is two rows, the site’s over the admin’s, and what sticks stands below both', async () => {
    const admin = await server.admin()
    const client = await server.client()
    const page = await pageOf(admin)
    await page.goto(`/order-detail/${await client.order()}`)
    await says(page, 'Live')
    const box = async (part: Locator) => (await part.boundingBox())!
    const home = await box(page.getByRole('link', { name: 'Home' }))
    const orders = await box(page.getByRole('link', { name: 'Orders', exact: true }))
    const live = await box(page.getByText('Live', { exact: true }))
    expect(orders.y).toBeGreaterThanOrEqual(home.y + home.height)
    expect(Math.abs(live.y + live.height / 2 - (orders.y + orders.height / 2))).toBeLessThan(12)
    await page.evaluate(() => scrollTo(0, 600))
    const bar = await box(page.getByRole('banner'))
    const tabs = await box(page.getByRole('navigation', { name: 'This project' }).getByRole('list'))
    expect(bar.y).toBe(0)
    expect(tabs.y).toBeGreaterThanOrEqual(bar.height)
  })

  it.each(['/dashboard', '/history'])('%s leads an admin, who has no projects, to the orders', async (path) => {
    const page = await pageOf(await server.admin())
    await page.goto(path)
    await isAt(page, '/orders')
  })

  // spec: 2.27, 2.33
  it('the navigation is behind buttons on a phone', async () => {
    const page = await pageOf(await server.admin())
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/settings')
    const home = page.getByRole('link', { name: 'Home' })
    expect(await home.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Looms menu' }).click()
    await home.waitFor()
    await page.getByRole('button', { name: 'Admin menu' }).click()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await isAt(page, '/orders')
  })

  // spec: 2.10
  it('the terms are there for everyone, section by section, with what comes back when', async () => {
    const page = await pageOf()
    await page.goto('/terms-and-conditions')
    await says(page, 'Nothing is written down before it is agreed.')
    for (const { title, lines } of terms) {
      const section = page.getByRole('region', { name: title })
      expect(await section.getByRole('listitem').allTextContents()).toEqual(lines)
    }
    const refunds = page.getByRole('region', { name: 'Cancellation and refund' }).getByRole('definition')
    expect(await refunds.allTextContents()).toEqual([
      '80% refunded20% kept',
      '50% refunded50% kept',
      '20% refunded80% kept',
      '100% kept',
    ])
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Delivery' }).click()
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: 'Delivery' })
          .evaluate((section) => section.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true)
  })

  // spec: 2.28
  it('the footer has the year, an address to write to, and two links', async () => {
    const page = await pageOf()
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await footer.getByText(String(new Date().getFullYear())).waitFor()
    const links = await footer.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['mailto:desk@looms.example', agency.instagram, agency.youtube])
  })

  // spec: 2.22
  it('another page is read from its top, and the one before from where it was left', async () => {
    const client = await server.client()
    const order = await client.order()
    const page = await pageOf(client)
    await page.setViewportSize({ width: 360, height: 500 })
    await page.goto(`/order-detail/${order}`)
    await isLive(page)
    await page.getByText('Your contact').scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(300)
    // To a page that is long enough to be scrolled as far.
    await page
      .locator('a[href="/terms-and-conditions"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await isAt(page, '/terms-and-conditions')
    await page.getByRole('heading', { name: 'Cancellation and refund' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeGreaterThan(left)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })
})

describe('logging out', () => {
  // spec: 4.28
  it('leads to the login, and closes the pages behind', async () => {
    const page = await pageOf(await server.client())
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await isAt(page, '/login')
    await page.goto('/dashboard')
    await isAt(page, '/login')
  })

  // spec: 8.8
  it('says Failed to Logout when it could not, and stays', async () => {
    const page = await pageOf(await server.client())
    await page.goto('/dashboard')
    await page.route('**/api/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await says(page, 'Failed to Logout')
    expect(pathOf(page)).toBe('/dashboard')
  })
})

describe('a client', () => {
  // spec: 1.9, 1.10, 2.4, 2.43, 2.53, 2.55, 2.56, 2.91, 4.20, 4.21, 7.16
  it('registers, answers the questions, and has a project', async () => {
    const page = await pageOf()
    await page.goto('/register')
    await page.getByLabel('Full Name').fill('Rohini Iyer')
    await page.getByLabel('Phone Number').fill('98450 31177')
    await page.getByLabel('Email Address').fill('rohini@example.com')
    await page.getByLabel('Password', { exact: true }).fill('older-than-me-1931')
    await page.getByRole('button', { name: 'Register' }).click()
    await isAt(page, '/dashboard')
    await page.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))

    await page.getByLabel(/^What does your business do/).fill('Sourdough and bun maska')
    await page.getByLabel(/^Who are your customers/).fill('Neighbours')
    expect(await page.getByLabel(/^What is its URL/).count()).toBe(0)
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel(/^What is its URL/).fill('https://saffronlane.example')
    await page.getByRole('radio', { name: 'Get more enquiries' }).check()
    const buffer = Buffer.from(await picture().arrayBuffer())
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer })
    const picker = page.locator('input[type=file]')
    await picker.setInputFiles(file('first.png'))
    await picker.setInputFiles(file('second.png'))
    await page.getByLabel(/^Which email address/).fill('hello@saffronlane.example')
    await page.getByLabel(/^Which phone number/).fill('+91 98450 31177')
    await page.getByLabel(/^When is a good time/).fill('16:30')
    expect(
      await page
        .locator('.question input')
        .evaluateAll((all) => [...new Set(all.map((input) => (input as HTMLInputElement).type))]),
    ).toEqual(['text', 'radio', 'url', 'file', 'color', 'email', 'tel', 'date', 'time'])
    await page.getByRole('button', { name: 'Send answers' }).click()
    await says(page, 'Thank you. Your project has started.')

    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Rohini Iyer #1' }) })
    expect(await row.getByRole('time').textContent()).toMatch(/^\d\d\/\d\d\/\d{4} 1?\d:\d\d (am|pm)$/)
    await page.getByRole('link', { name: 'Rohini Iyer #1' }).click()
    await says(page, 'Your Answer')
    await says(page, '04:30 PM')
    await says(page, 'second.png')
    expect(await page.getByText('first.png').count()).toBe(0)
    expect(await page.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
  })

  // spec: 2.86, 2.87, 4.19, 6.8, 9.22
  it('has the agency to reach, and nothing to sign', async () => {
    const client = await server.client()
    const page = await pageOf(client)
    await page.goto(`/order-detail/${await client.order()}`)
    const contact = page.getByRole('region', { name: 'Contact' })
    await contact.getByText('Your contact').waitFor()
    expect(await contact.getByRole('link').allTextContents()).toEqual(['+91 98450 12345', 'nima@looms.example'])
    expect(await page.getByRole('button', { name: /^Mark as done/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Complete|Cancel|Reopen) order$/ }).count()).toBe(0)
  })

  // spec: 2.80, 8.10
  it("is not allowed on another client's order", async () => {
    const order = await (await server.client()).order()
    const page = await pageOf(await server.client('Kabir Sen'))
    await page.goto(`/order-detail/${order}`)
    await says(page, 'Sorry You Are Not Allowed To Visit This Page')
    await says(page, 'Login with proper account to access')
  })

  // spec: 2.54, 2.57, 4.10
  it('finds no orders once the only one is closed, on the open page', async () => {
    const client = await server.client()
    const order = await client.order()
    const page = await pageOf(client)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Asha Rao #1' }).waitFor()
    await says(page, 'Live')
    await (await server.admin()).put('/api/complete-or-cancell', { orderId: order, status: 'complete' })
    await says(page, 'No Orders Found')
  })
})

describe('an admin', () => {
  // spec: 1.14, 2.61, 2.66, 2.85, 2.91, 4.12, 4.13, 6.13, 6.15, 7.29
  it('completes an order once asked whether they are sure', async () => {
    const client = await server.client('Lata Menon')
    const order = await client.order()
    const page = await pageOf()
    await logIn(page, adminLogin)
    const section = (title: string) => page.getByRole('region', { name: new RegExp(title) })
    await section('Current Projects').getByRole('link', { name: 'Lata Menon #1' }).click()
    await isAt(page, `/order-detail/${order}`)
    await says(page, 'Client’s Answer')
    const contact = page.getByRole('region', { name: 'Contact' })
    await contact.getByText('Lata Menon').waitFor()
    await contact.getByText('+91 98450 12345').waitFor()

    await page.getByRole('button', { name: 'Complete order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to complete the order' })
    await dialog.getByRole('button', { name: 'No, go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const again = page.getByRole('dialog', { name: 'Are you sure you want to cancel the order' })
    await again.getByRole('button', { name: 'Cancel order' }).click()
    await isAt(page, '/orders')
    await says(page, 'Project closed')
    await section('Cancelled Projects').getByRole('link', { name: 'Lata Menon #1' }).waitFor()
  })

  // spec: 2.61, 2.74
  it('is told so in each section that is empty', async () => {
    const empty = await startTestServer()
    onTestFinished(() => empty.close())
    const { context, page } = await person(browser, empty.url)
    onTestFinished(() => context.close())
    await resumeSession(context, await empty.admin())
    await page.goto('/orders')
    await page.getByText('No Orders Found').nth(2).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Current Projects ',
      'Cancelled Projects ',
      'Completed Projects ',
    ])
  })
})

describe('a toast', () => {
  // spec: 2.23, 7.2, 9.1
  it.each([
    ['of success', 'Send', 'Message sent', 2_000],
    ['of success with a way back', 'Mark as done: Business report and strategy call', 'Undo', 8_000],
    ['of failure', 'Logout', 'Failed to Logout', 4_000],
  ])('%s appears at the top, in the middle, and stays as long as the specification says', async (_, act, words, ms) => {
    const order = await (await server.client()).order()
    const page = await pageOf(await server.admin())
    await page.route('**/api/logout', (route) => route.abort())
    await page.clock.install()
    await page.goto(`/order-detail/${order}`)
    await isLive(page)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await page.getByRole('textbox', { name: /^Write to/ }).fill('Good morning')
    await page.getByRole('button', { name: act, exact: true }).click()
    await page.mouse.move(5, 600) // a toast under the pointer stays
    const toast = page.locator('.toast', { hasText: words })
    // From here on the clock goes on by what it is told to.
    const isShown = async () => {
      await page.clock.runFor(10)
      return toast.count()
    }
    await expect.poll(isShown).toBe(1)
    const { x, y, width } = (await toast.boundingBox())!
    expect(Math.abs(x + width / 2 - page.viewportSize()!.width / 2)).toBeLessThan(2)
    expect(y).toBeLessThan(100)
    const isLeaving = () => toast.getAttribute('data-leaving')
    await page.clock.runFor(ms - 1_500)
    expect(await isLeaving()).toBe('false')
    await page.clock.runFor(1_500)
    await expect.poll(isLeaving).toBe('true')
  })
})

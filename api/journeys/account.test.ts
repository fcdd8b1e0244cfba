import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
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

async function pageOf(visitor?: Visitor, of = server): Promise<Page> {
  const { context, page } = await person(browser, of.url)
  onTestFinished(() => context.close())
  if (visitor) await resumeSession(context, visitor)
  return page
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const emailOf = async (client: Visitor): Promise<string> => (await client.get('/api/session')).body.email
const isFocused = (page: Page, label: string) =>
  expect
    .poll(() => page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true)
const known = 'bread-at-six-gone-by-ten'
const chosen = 'a-second-crop-of-figs'
const codeIn = (mail: string) => /^Subject: (\d{6}) /m.exec(mail)![1]!

describe('a registration', () => {
  it('says once what a phone number and a password need', async () => {
    const page = await pageOf()
    await page.goto('/register')
    await page.getByLabel('Phone Number').fill('123')
    await page.getByLabel('Password', { exact: true }).fill('short')
    expect(await page.getByText(/At least 10 characters|Outside India/).count()).toBe(2)
    await press(page, 'Register')
    await says(page, 'Please use at least 10 characters')
    expect(await page.getByText(/at least 10 characters/i).count()).toBe(1)
    expect(await page.getByText('Outside India').count()).toBe(1)
    await says(page, 'A few random words work well.')
  })
})

describe('a login on a new device, after too many wrong passwords of strangers', () => {
  it('is let in by a code from a mail, and by no other', async () => {
    const login = { address: { times: 100, seconds: 900 }, account: { times: 3, seconds: 900 } }
    const limited = await startTestServer({ limits: { ...defaultLimits, login } })
    onTestFinished(() => limited.close())
    const email = await emailOf(await limited.client())
    for (let each = 0; each < 3; each++)
      await limited.visitor().post('/api/login', { email, password: `guess ${each}` })

    const page = await pageOf(undefined, limited)
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(known)
    await press(page, 'Login')
    await says(page, 'Too many tries.')
    await press(page, 'Email me a code')
    await isFocused(page, 'Code')
    await page.getByLabel('Code', { exact: true }).fill('AAAAA-AAAAA')
    await press(page, 'Confirm this device')
    await expect.poll(() => page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    const [, code] = /^Subject: ([A-Z2-7]{5}-[A-Z2-7]{5})/m.exec(await limited.mailTo(email))!
    await page.getByLabel('Code', { exact: true }).fill(code!.toLowerCase())
    await press(page, 'Confirm this device')
    await says(page, 'Welcome back.')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(known)
    await press(page, 'Login')
    await isAt(page, '/dashboard')
  })
})

it('says that a login needs cookies where the browser takes none', async () => {
  const email = await emailOf(await server.client())
  const page = await pageOf()
  await page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    await page.context().clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(known)
  await press(page, 'Login')
  await says(page, 'Your browser blocks cookies. Allow them for this site, and log in.')
  expect(new URL(page.url()).pathname).toBe('/login')
})

describe('a forgotten password', () => {
  // spec: 2.5, 2.47, 2.49, 2.50, 2.51, 4.22, 5.11
  it('is replaced in three steps, by the code from a mail', async () => {
    const email = await emailOf(await server.client())
    const page = await pageOf()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await says(page, 'OTP may arrive in your spam folder')
    await says(page, 'Remember your password?')
    await press(page, 'Send OTP')
    await says(page, 'Please enter an email address')
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')

    await isFocused(page, 'OTP')
    const code = codeIn(await server.mailTo(email))
    await page.reload() // as a phone does when its owner comes back from the mail
    await page.getByLabel('OTP', { exact: true }).fill(code === '000000' ? '000001' : '000000')
    await press(page, 'Verify OTP')
    await says(page, 'This OTP is wrong. Check the email and try again.')
    expect(await page.getByLabel('OTP', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('OTP', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await press(page, 'Verify OTP')

    await says(page, 'OTP Matched Succesfully')
    await isFocused(page, 'New password')
    const password = page.getByLabel('New password', { exact: true })
    expect(await password.getAttribute('type')).toBe('password')
    await press(page, 'Show password')
    expect(await password.getAttribute('type')).toBe('text')
    await password.fill('too short')
    await press(page, 'Update Password')
    await says(page, 'Please use at least 10 characters')
    await password.fill(chosen)
    await press(page, 'Update Password')
    await isAt(page, '/login')
    await says(page, 'Password updated. Please log in.')
    await logIn(page, { email, password: chosen })
  })

  it('is replaced in a browser that is logged in, which does not call that a logout', async () => {
    const client = await server.client()
    const email = await emailOf(client)
    const page = await pageOf(client)
    await page.goto('/settings')
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('OTP', { exact: true }).fill(codeIn(await server.mailTo(email)))
    await press(page, 'Verify OTP')
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    await press(page, 'Update Password')
    await isAt(page, '/login')
    await press(page, 'Show password')
    await page.getByRole('button', { name: 'Hide password' }).waitFor()
    expect(await page.getByText('You were logged out.').count()).toBe(0)
  })

  it('says the same of an address that is not known, and leads back to another one', async () => {
    const page = await pageOf()
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('nobody@example.com')
    await press(page, 'Send OTP')
    await says(page, /^If this email address has an account, we’ve sent an OTP/)
    await press(page, 'Use another email address')
    await isFocused(page, 'Email')
  })

  it('offers to confirm the device for no longer than the address is there that was tried too often', async () => {
    const otp = { address: { times: 100, seconds: 900 }, account: { times: 1, seconds: 900 } }
    const limited = await startTestServer({ limits: { ...defaultLimits, otp } })
    onTestFinished(() => limited.close())
    await limited.visitor().post('/api/checkotp', { email: 'mistyped@example.com' })
    const page = await pageOf(undefined, limited)
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('mistyped@example.com')
    await press(page, 'Send OTP')
    await says(page, 'Too many tries?')
    await page.getByLabel('Email').fill('asha@example.com')
    await press(page, 'Send OTP')
    await isFocused(page, 'OTP')
    await page.getByText('Too many tries?').waitFor({ state: 'detached' })
  })

  // spec: 2.52
  it('leads back to the login', async () => {
    const page = await pageOf()
    await page.goto('/forgot-password')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await isAt(page, '/login')
  })
})

describe('the settings', () => {
  it('change what a person is called, in the bar too', async () => {
    const client = await server.client()
    await client.order()
    const page = await pageOf(client)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Settings' }).click()
    const form = page.getByRole('form', { name: 'Profile' })
    expect(await form.getByLabel('Phone Number').inputValue()).toBe('+919845012345')
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await isLive(other) // it hears of the others
    await form.getByLabel('Full Name').fill('Asha Rao-Menon')
    await form.getByLabel('Phone Number').fill('98450 54321')
    await press(page, 'Update profile')
    await says(page, 'Profile updated')
    for (const each of [page, other]) await each.locator('.bar-who', { hasText: 'Asha Rao-Menon' }).waitFor()
    await expect.poll(() => form.getByLabel('Phone Number').inputValue()).toBe('+919845054321')
    await form.getByLabel('Phone Number').fill('12')
    await press(page, 'Update profile')
    await expect.poll(() => form.getByLabel('Phone Number').getAttribute('aria-invalid')).toBe('true')
  })

  it('change the password for those who know theirs', async () => {
    const client = await server.client()
    const email = await emailOf(client)
    await server.visitor().post('/api/login', { email, password: known })
    const page = await pageOf(client)
    await page.goto('/settings')
    const sessions = page.getByRole('region', { name: 'Where you’re logged in' }).getByRole('listitem')
    await expect.poll(() => sessions.count()).toBe(2)
    await page.getByLabel('Current password', { exact: true }).fill('not-this-one-at-all')
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    await press(page, 'Change password')
    await says(page, 'This password is wrong')
    await page.getByLabel('Current password', { exact: true }).fill(known)
    await press(page, 'Change password')
    await says(page, 'Password changed. You’ve been logged out on all other devices.')
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => sessions.count()).toBe(1)
    const elsewhere = server.visitor()
    expect((await elsewhere.post('/api/login', { email, password: chosen })).status).toBe(200)
  })

  it('send a link for another address, and once more where it has not come', async () => {
    const page = await pageOf(await server.client())
    await page.goto('/settings')
    const form = page.getByRole('form', { name: 'Email address' })
    for (const times of [1, 2]) {
      await form.getByLabel('New email address').fill('asha@saffronlane.example')
      await form.getByLabel('Password', { exact: true }).fill(known)
      await press(page, 'Change email address')
      await expect.poll(() => form.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      await isFocused(page, 'New email address')
      await says(page, /^We sent a link to/)
      await server.mailTo('asha@saffronlane.example', times)
    }
  })

  it('have what the link of a mail did elsewhere once the page is looked at again', async () => {
    const client = await server.client()
    const page = await pageOf(client)
    await page.goto('/settings')
    const address = 'moved-elsewhere@example.com'
    const form = page.getByRole('form', { name: 'Email address' })
    await form.getByLabel('New email address').fill(address)
    await form.getByLabel('Password', { exact: true }).fill(known)
    await press(page, 'Change email address')
    await says(page, /^We sent a link to/)
    const [, token] = /change-address\/([\w.-]+)/.exec(await server.mailTo(address))!
    expect((await server.visitor().put('/api/change-address', { token })).status).toBe(200)
    const looks: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/session') && looks.push(request.url()))
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      dispatchEvent(new Event('focus'))
    })
    await says(page, `You log in with ${address}.`)
    expect(looks).toHaveLength(1)
    expect(await page.getByText(/^We sent a link to/).count()).toBe(0)
    expect(await page.getByText('isn’t confirmed yet').count()).toBe(0)
  })

  it('are not offered behind the link for another address where another person is logged in', async () => {
    const client = await server.client()
    await client.post('/api/request-address-change', { email: 'moved@saffronlane.example', password: known })
    const path = /\/change-address\/\S+/.exec(await server.mailTo('moved@saffronlane.example'))![0]
    const other = await server.client('Kabir Sen')
    const page = await pageOf(other)
    await page.goto(path)
    await press(page, 'Confirm email address')
    await says(page, `Here you’re logged in to another account: ${await emailOf(other)}.`)
    expect(await page.getByRole('link', { name: 'Go to your settings' }).count()).toBe(0)
  })

  it('sign out everywhere, here too', async () => {
    const client = await server.client()
    const elsewhere = server.visitor()
    await elsewhere.post('/api/login', { email: await emailOf(client), password: known })
    const page = await pageOf(client)
    await page.goto('/settings')
    await press(page, 'Log out everywhere')
    await isAt(page, '/login')
    expect((await elsewhere.get('/api/session')).status).toBe(401)
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor() // the settings have such buttons too
    await press(page, 'Show password')
    await page.getByRole('button', { name: 'Hide password' }).waitFor()
    expect(await page.getByText('You were logged out.').count()).toBe(0)
  })

  it('read on an open page that another device has logged them out', async () => {
    const client = await server.client()
    await client.order()
    const page = await pageOf(client)
    await page.goto('/dashboard')
    await isLive(page)
    await client.post('/api/sign-out-everywhere', {})
    await isAt(page, '/login')
    await says(page, 'You were logged out.')
  })
})

describe('an admin', () => {
  it('is made from an invitation', async () => {
    await (await server.admin()).post('/api/invite-admin', { email: 'dev@longhand.example' })
    const path = /\/invitation\/\S+/.exec(await server.mailTo('dev@longhand.example'))![0]
    const page = await pageOf()
    await page.goto(path)
    await page.getByLabel('Full Name').fill('Dev Anand')
    await page.getByLabel('Phone Number').fill('98450 12345')
    await page.getByLabel('Password', { exact: true }).fill(chosen)
    await press(page, 'Create my account')
    await isAt(page, '/orders')
    await says(page, 'Welcome. You’re now an admin.')
    await page.goto(path)
    await says(page, 'If it’s for another account, please ask for a new one.')
    await says(page, 'You’re logged in as Dev Anand.')
    await page.getByRole('main').getByRole('link', { name: 'Go to your orders' }).waitFor()
    const late = await pageOf()
    // The error message is there at once, before a field was filled in.
    await late.goto(path)
    await says(late, 'This invitation has expired or was already used. Please ask for a new one.')
    expect(await late.getByRole('textbox').count()).toBe(0)
  })

  it('is not made in the session of another person, before it has ended', async () => {
    const admin = await server.admin()
    await admin.post('/api/invite-admin', { email: 'vikas@longhand.example' })
    const path = /\/invitation\/\S+/.exec(await server.mailTo('vikas@longhand.example'))![0]
    const page = await pageOf(await server.client())
    await page.goto(path)
    await says(page, 'You’re logged in as Asha Rao. The invitation is for vikas@longhand.example.')
    expect(await page.getByLabel('Full Name').count()).toBe(0)
    await press(page, 'Log out')
    await page.getByLabel('Full Name').waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
  })

  it('is made first of all by the link that the server prints', async () => {
    const empty = await startTestServer({ admin: undefined })
    onTestFinished(() => empty.close())
    const path = /\/set-up\/[\w-]+/.exec(empty.lines.join('\n'))![0]
    const page = await pageOf(undefined, empty)
    await page.goto(path)
    await page.getByLabel('Full Name').fill('Meera Kulkarni')
    await page.getByLabel('Phone Number').fill('98450 12345')
    await page.getByLabel('Email Address').fill('meera@longhand.example')
    await page.getByLabel('Password', { exact: true }).fill(chosen)
    await press(page, 'Create admin account')
    await isAt(page, '/orders')
  })
})

it('shows each logout as under way until it is done itself', async () => {
  const client = await server.client()
  const login = { email: await emailOf(client), password: known }
  for (let devices = 0; devices < 2; devices++) await server.visitor().post('/api/login', login)
  const page = await pageOf(client)
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/api/end-session', (route) => void waiting.push(() => route.continue()))
  await page.goto('/settings')
  const others = page
    .getByRole('region', { name: 'Where you’re logged in' })
    .getByRole('listitem')
    .filter({ hasNotText: 'this device' })
  const busy = () => others.locator('[aria-busy]').count()
  await expect.poll(() => others.count()).toBe(2)
  await others.nth(0).getByRole('button').click()
  await others.nth(1).getByRole('button').click()
  await expect.poll(() => waiting.length).toBe(2)
  expect(await busy()).toBe(2)
  await waiting[0]!()
  await expect.poll(() => others.count()).toBe(1)
  await says(page, 'Device logged out')
  expect(await busy()).toBe(1)
  await waiting[1]!()
  await expect.poll(() => others.count()).toBe(0)
})

it('has the focus on the next row where one has gone', async () => {
  const client = await server.client()
  const login = { email: await emailOf(client), password: known }
  for (let devices = 0; devices < 2; devices++) await server.visitor().post('/api/login', login)
  const page = await pageOf(client)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Where you’re logged in' })
  const others = section.getByRole('listitem').filter({ hasNotText: 'this device' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(() => others.count()).toBe(2)
  const [, second] = await others.allTextContents()
  await others.first().getByRole('button').focus()
  // What keeps the focus comes with the first one.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-focus-')),
  )
  await others.first().getByRole('button').press('Enter')
  await expect.poll(() => others.count()).toBe(1)
  await expect.poll(focused).toBe(second)
  await section
    .getByRole('button', { name: /Log out/ })
    .first()
    .waitFor()
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { authenticator } from '#api/testing/authenticator.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { holdAnswer, openBrowser, person, resumeSession } from './browsing.ts'
import { expectNoOverflow } from './order-scene.ts'

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
async function phoneOf(visitor?: Visitor): Promise<Page> {
  const { context, page } = await person(browser, server.url, { viewport: { width: 360, height: 780 } })
  onTestFinished(() => context.close())
  if (visitor) await resumeSession(context, visitor)
  return page
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const enter = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

describe('a second factor', () => {
  // spec: 2.46
  it('is set up in the settings, asked for at the login, and turned off, all by keyboard on a phone', async () => {
    const client = await server.client()
    const { email } = (await client.get('/api/session')).body
    const page = await phoneOf(client)
    await page.goto('/settings')
    await press(page, 'Set up')
    await enter(page, 'Your password', 'not this one')
    await says(page, 'This password is wrong')
    const release = await holdAnswer(page, '**/api/start-second-factor')
    await enter(page, 'Your password', password)
    await page.getByRole('button', { name: 'Cancel' }).press('Enter') // too late: the answer would open the next step
    expect(await page.getByLabel('Your password', { exact: true }).count()).toBe(1)
    release()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await expectNoOverflow(page)
    const app = authenticator((await page.locator('.factor-key code').innerText()).replaceAll(' ', ''))
    const used = app.code()
    await enter(page, 'Code from the app', used)
    await says(page, 'They’re shown only now:')
    const codes = await page.locator('.factor-codes li').allInnerTexts()
    expect(codes).toHaveLength(10)
    await expectNoOverflow(page)
    await press(page, 'I’ve saved them')
    await says(page, '10 recovery codes left.')

    server.advanceTime(30_000)
    const late = await phoneOf()
    await late.goto('/login')
    await late.getByLabel('Email').fill(email)
    await enter(late, 'Password', password)
    const field = late.getByLabel('Code from your authenticator app', { exact: true })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await enter(late, 'Code from your authenticator app', '12')
    await says(late, 'Please enter the 6-digit code or a recovery code')
    await enter(late, 'Code from your authenticator app', used)
    await says(late, 'This code is wrong or already used. Wait for the next one and try again.')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('')
    await field.pressSequentially(codes[1]!)
    expect(await field.inputValue()).toBe(codes[1]) // whole: it is taken there too
    await press(late, 'Use a recovery code instead')
    expect(await late.getByLabel('Recovery code', { exact: true }).getAttribute('aria-invalid')).toBe(null)
    await enter(late, 'Recovery code', codes[0]!.toLowerCase())
    await late.waitForURL((url) => url.pathname === '/dashboard')

    await late.goto('/settings')
    await says(late, '9 recovery codes left.')
    await press(late, 'Turn off')
    await late.getByLabel('Your password', { exact: true }).fill(password)
    await enter(late, 'Code from your authenticator app', app.code(30_000))
    await says(late, 'Two-step verification is off. You log in with your password only.')
    await late.getByRole('button', { name: 'Set up' }).waitFor()
  })
})

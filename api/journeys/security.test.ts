import { expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer } from '#api/testing/test-server.ts'
import { openBrowser, person, resumeSession, violations } from './browsing.ts'
import { hasFocus } from './order-scene.ts'

// spec: 11.14, 11.15
it('shows an admin what happened, by kind and by the keyboard, on a phone, and more when asked', async () => {
  const [server, browser] = await Promise.all([startTestServer(), openBrowser()])
  onTestFinished(async () => {
    await browser.close()
    await server.close()
  })
  for (let n = 0; n < 52; n++) await server.client(`Client ${n}`)
  const admin = await server.admin()
  const { context, page } = await person(browser, server.url, { viewport: { width: 360, height: 740 } })
  await resumeSession(context, { url: server.url, cookie: admin.cookie })
  await page.goto('/security')
  const rows = page.locator('ol[aria-label="Security log"] > li')
  await rows.first().getByText('Logged in').waitFor()
  await expect.poll(() => rows.count()).toBe(50)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { level: 1, name: /Nothing refused in the last 24 hours/ }).waitFor()
  await server.visitor().post('/api/login', { ...adminLogin, password: 'not-this-one-at-all' })
  await page.getByRole('heading', { level: 1, name: /Refused logins or requests in the last 24 hours/ }).waitFor()
  await page.getByRole('button', { name: 'Show older entries' }).click()
  await expect.poll(() => rows.count()).toBe(53)
  expect(await page.getByRole('button', { name: 'Show older entries' }).count()).toBe(0)
  await hasFocus(rows.nth(50))

  const refused = page.getByRole('button', { name: 'Refused' })
  await refused.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  await hasFocus(refused)
  await rows.getByText('Login failed').waitFor()
  await rows.getByRole('link', { name: 'meera' }).first().waitFor()
  await page.getByRole('heading', { level: 1, name: /Refused logins or requests in the last 24 hours/ }).waitFor()
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Passwords and codes' }).click()
  await page.getByText('No entries of this kind in the last 180 days.').waitFor()

  await server.visitor().post('/api/login', { ...adminLogin, password: 'not-this-one-at-all' })
  await page.getByRole('button', { name: 'Refused' }).click()
  await rows.getByText('2 times, last at').waitFor()
  expect(await violations(page)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)

  await page.getByRole('button', { name: 'Everything' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await rows.nth(20).waitFor()
  const before = await rows.first().textContent()
  await server.client('Client 53')
  await page.getByText('1 new entry').first().waitFor()
  expect(await rows.first().textContent()).toBe(before) // nothing moves while it is read
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await rows.first().getByRole('link', { name: 'Client 53' }).waitFor()
  expect(await page.getByText('1 new entry').count()).toBe(0)

  await context.setOffline(true)
  await page.getByText('You can keep reading. Updates appear when you’re back online.').waitFor()
  await context.setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLive } from './browsing.ts'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
  await scene.admin.post('/api/send-message', { orderId: scene.id, text: 'The loom is on the first page.' })
})
afterAll(() => scene?.close())

type Shown = { page: Page; warnings: string[]; release(): void }

/** Holds the scripts of a page back until the returned function is called. */
async function heldBack(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Opens a page whose scripts come once they are released, after one of the test's own. */
async function openedSlowly(who: 'client' | 'admin', path: string, options = {}, first = () => {}): Promise<Shown> {
  const { page } = await scene.opened(scene[who], options)
  const warnings: string[] = []
  page.on('console', (said) => said.type() === 'warning' && warnings.push(said.text()))
  const release = await heldBack(page)
  await page.addInitScript(first)
  await page.addInitScript(() => {
    const measured = window as unknown as { shifts: number }
    measured.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { page, warnings, release }
}

const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts)

const pages = {
  dashboard: ['client', () => '/dashboard', 'Current Projects'],
  order: ['client', () => `/order-detail/${scene.id}`, 'Conversation'],
  'order, of an admin': ['admin', () => `/order-detail/${scene.id}`, 'Conversation'],
  orders: ['admin', () => '/orders', 'Current Projects'],
} as const

describe.each([360, 1440])('at %d pixels', (width) => {
  it.each(Object.keys(pages) as (keyof typeof pages)[])(
    'there is the page before its scripts, and they take it over as it stands: %s',
    async (name) => {
      const [who, path, section] = pages[name]
      const { page, warnings, release } = await openedSlowly(who, path(), { viewport: { width, height: 800 } })
      await page.getByRole('heading', { name: section }).waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => 0))
      const headline = await page.getByRole('heading', { level: 1 }).elementHandle()
      const before = await shifts(page)
      release()
      await isLive(page)
      expect(warnings).toEqual([])
      expect(await headline!.evaluate((each) => each.isConnected)).toBe(true)
      expect((await shifts(page)) - before).toBeLessThan(0.001)
      await page.context().close()
    },
  )
})

describe('what is done before the scripts have come', () => {
  it('counts: what was written, and what was pressed', async () => {
    const { page, release } = await openedSlowly('client', `/order-detail/${scene.id}`)
    const composer = page.getByRole('textbox', { name: /^Write to/ })
    await composer.fill('We open at nine.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    release()
    await page.getByRole('listitem').filter({ hasText: 'We open at nine.' }).waitFor()
    await expect.poll(() => composer.inputValue(), soon).toBe('')
    await page.context().close()
  })

  it('counts: an order that was ticked, and a key that was pressed', async () => {
    const { page, release } = await openedSlowly('admin', '/orders')
    await page.getByRole('checkbox', { name: /^Select Asha Rao/ }).check()
    await page.keyboard.press('/')
    release()
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.locator('input[data-search]:focus').waitFor()
    await page.context().close()
  })

  it('counts: a file that was chosen', async () => {
    const { page, release } = await openedSlowly('client', `/order-detail/${scene.id}`)
    const hours = { name: 'hours.txt', mimeType: 'text/plain', buffer: Buffer.from('six to ten') }
    await page.getByLabel('Files to share').setInputFiles(hours)
    release()
    await page.getByLabel('Caption of hours.txt').fill('When we are open')
    await page.getByRole('button', { name: 'Share file', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'When we are open' }).waitFor()
    await page.context().close()
  })

  it('counts: what was written before, and sent in the moment in which the page begins to listen', async () => {
    const { page, release } = await openedSlowly('client', `/order-detail/${scene.id}`, {}, () =>
      document.addEventListener('drawn', () =>
        setTimeout(() =>
          document.querySelector<HTMLElement>('[data-command="sendMessage"] button[type=submit]')!.click(),
        ),
      ),
    )
    await page.getByRole('textbox', { name: /^Write to/ }).fill('In that very moment.')
    release()
    await page.getByRole('listitem').filter({ hasText: 'In that very moment.' }).waitFor()
    await page.context().close()
  })

  it('is not lost where it is not sent yet', async () => {
    const { page, release } = await openedSlowly('client', `/order-detail/${scene.id}`)
    const composer = page.getByRole('textbox', { name: /^Write to/ })
    await composer.pressSequentially('Half a sentence')
    release()
    await isLive(page)
    await composer.pressSequentially(', and its end.')
    await expect.poll(() => composer.inputValue(), soon).toBe('Half a sentence, and its end.')
    await page.reload()
    await expect.poll(() => composer.inputValue(), soon).toBe('Half a sentence, and its end.')
    await page.context().close()
  })
})

describe('what this browser keeps', () => {
  it('is never seen otherwise first: the tab that was chosen last comes without the overview before it', async () => {
    const { page, release } = await openedSlowly('client', `/order-detail/${scene.id}?tab=terms`)
    release()
    await page.getByRole('heading', { level: 1, name: /Terms and conditions/ }).waitFor()
    const again = await heldBack(page)
    await page.goto(`/order-detail/${scene.id}`, { waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count(), soon).toBe(0)
    again()
    await page.getByRole('heading', { level: 1, name: /Terms and conditions/ }).waitFor()
    await page.context().close()
  })
})

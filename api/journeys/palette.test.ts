import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { validAnswers } from '#api/testing/test-server.ts'
import { isLive } from './browsing.ts'
import { type OrderScene, orderScene } from './order-scene.ts'

let scene: OrderScene
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  ;({ page: admin } = await scene.opened(scene.admin))
  const asks = { name: 'Bharati Menon', email: 'bharati@example.com', phone: '98450 31188', source: 'customer-filter' }
  await scene.server.visitor().post('/api/submit-details', asks)
})
afterAll(() => scene?.close())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const options = (page: Page) => palette(page).getByRole('option')
async function open(page: Page, words = '') {
  await page.getByRole('button', { name: 'Go to' }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').waitFor()
  await page.keyboard.type(words)
}
const choose = async (page: Page, option: string | RegExp) => {
  await palette(page).getByRole('option', { name: option, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
}
async function isOnTheOrder(page: Page) {
  await page.waitForURL(`**/order-detail/${scene.id}`)
  await page.getByRole('navigation', { name: 'This project' }).waitFor()
}
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id)

describe('the command palette of an admin', () => {
  it('is loaded when it is opened, by a key, and gives the focus back when it is closed', async () => {
    const loaded: string[] = []
    admin.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await admin.goto('/orders')
    await isLive(admin)
    expect(loaded.filter((path) => /Palette-/.test(path) && !/OpenPalette/.test(path))).toEqual([])
    await admin.getByRole('link', { name: 'Orders', exact: true }).focus()
    await open(admin)
    expect(loaded.some((path) => /\/Palette-.*\.js$/.test(path))).toBe(true)
    await admin.keyboard.press('Escape')
    await palette(admin).waitFor({ state: 'detached' })
    expect(await admin.evaluate(() => document.activeElement?.textContent)).toBe('Orders')
  })

  it('goes to an order that the server finds, and knows it again afterwards', async () => {
    await admin.goto('/orders')
    await open(admin, 'asha rao')
    await choose(admin, /Asha Rao #1/)
    await isOnTheOrder(admin)
    await admin.goto('/settings')
    await open(admin)
    await choose(admin, /Asha Rao #1/)
    await isOnTheOrder(admin)
    await open(admin, 'asha rao')
    await options(admin)
      .filter({ hasText: /client-\d+@example\.com/ })
      .click()
    await admin.waitForURL('**/people/*')
    await open(admin, 'bharati')
    await choose(admin, /^Bharati Menon.*bharati@example.com, new/)
    await admin.waitForURL('**/leads?lead=*')
    await admin.getByRole('heading', { name: /Bharati Menon/ }).waitFor()
    await open(admin, 'bank')
    await choose(admin, /^Bank and UPI/)
    await admin.waitForURL('**/agency#bank')
  })

  it('acts on the order that is open', async () => {
    await scene.show(admin)
    await open(admin, 'mark business report')
    await choose(admin, 'Mark as done: Business report and strategy call')
    await admin.getByRole('button', { name: 'Reopen step: Business report and strategy call' }).waitFor()
    await open(admin, 'update invoice')
    await choose(admin, 'Update invoice')
    await expect.poll(() => focused(admin)).toBe('paidAmount')
    expect(new URL(admin.url()).search).toBe('?tab=invoice')
    await open(admin, 'design')
    await choose(admin, 'Share design')
    await expect.poll(() => focused(admin)).toBe('link')
    await open(admin, 'complete')
    await choose(admin, 'Complete order')
    await admin.getByRole('dialog', { name: 'Are you sure you want to complete the order' }).waitFor()
    // What is asked is answered first.
    await admin.keyboard.press('Control+k')
    expect(await palette(admin).count()).toBe(0)
    await admin.keyboard.press('Escape')
  })

  it('says that there may be more than it shows, and leads to all of them', async () => {
    const asha = await scene.server.client('Wangchuk Dorji')
    for (let order = 0; order < 7; order++) await asha.order()
    await admin.goto('/settings')
    await open(admin, 'wangchuk')
    await palette(admin)
      .getByText(/^7 shown/)
      .waitFor() // six projects and the client
    await options(admin).filter({ hasText: 'All projects with “wangchuk”' }).click()
    await admin.waitForURL('**/orders?search=wangchuk')
    await admin.getByRole('region', { name: /Current Projects 7/ }).waitFor()
  })

  it('says when it finds nothing, when the server does not answer, and when there is no network', async () => {
    await admin.goto('/settings')
    await open(admin, 'nobody is called so')
    await palette(admin).getByText('No results for “nobody is called so”.').waitFor()
    await admin.route('**/api/get-orders**', (route) => route.abort())
    await palette(admin).getByRole('combobox').fill('asha')
    await palette(admin)
      .getByText(/^Couldn’t search Projects\./)
      .waitFor()
    await admin.unroute('**/api/get-orders**')
    await palette(admin).getByRole('button', { name: 'Try again' }).click()
    await options(admin).filter({ hasText: 'Asha Rao #1' }).waitFor()
    await admin.context().setOffline(true)
    await palette(admin).getByText('You’re offline. Showing only pages saved in this browser.').waitFor()
    await palette(admin).getByRole('combobox').fill('orders')
    await options(admin).filter({ hasText: 'Orders' }).waitFor()
    await admin.context().setOffline(false)
    await palette(admin)
      .getByText(/found$/)
      .waitFor()
  })
})

describe('the command palette of a client', () => {
  it('calls their project by its business, as its page does', async () => {
    const uma = await scene.server.client('Uma Nambiar')
    const { orderId } = (await uma.submit({ ...validAnswers, 13: 'Nambiar Pickles' })).body
    const { context, page } = await scene.opened(uma)
    onTestFinished(() => context.close())
    await scene.show(page, 'overview', orderId)
    await open(page)
    await palette(page).getByRole('group', { name: 'Nambiar Pickles' }).waitFor({ timeout: 5_000 })
  })

  it('finds their own projects on a phone, and no one else’s, until they log out', async () => {
    const { context, page } = await scene.opened(scene.client, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    })
    onTestFinished(() => context.close())
    const kabir = await scene.server.client('Kabir Sen')
    await kabir.order()
    await page.goto('/history')
    await page.getByRole('button', { name: 'Go to' }).tap()
    await palette(page).getByRole('combobox').fill('kabir')
    await palette(page).getByText('No results for “kabir”.').waitFor()
    await palette(page).getByRole('combobox').fill('asha')
    await options(page).filter({ hasText: 'Asha Rao #1' }).tap()
    await isOnTheOrder(page)
    const remembered = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /recent-places/.test(key)))
    await expect.poll(remembered).toHaveLength(1)
    await page.getByRole('button', { name: /menu$/ }).tap()
    await page.getByRole('button', { name: 'Logout' }).tap()
    await page.waitForURL('**/login')
    expect(await remembered()).toEqual([])
    await expect.poll(() => page.getByRole('button', { name: 'Go to' }).count()).toBe(0)
  })
})

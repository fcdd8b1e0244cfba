import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin } from '#api/testing/test-server.ts'
import { counted } from '#domain/count.ts'
import { holdAnswer, isLive, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
/** Two admins, one of them with a telephone. */
let desk: Page
let phone: Page
beforeAll(async () => {
  scene = await orderScene()
  for (let n = 0; n < 60; n++) {
    await scene.client.post('/api/send-message', { orderId: scene.id, text: `May the price stand beside loaf ${n}?` })
  }
  await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 3 })
  ;[{ page: desk }, { page: phone }] = await Promise.all([
    scene.opened(scene.admin),
    scene.opened(scene.admin, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' }),
  ])
  await Promise.all([desk.goto('/activity'), phone.goto('/activity')])
})
afterAll(() => scene?.close())

const lines = (page: Page) => page.getByRole('main').locator('section').getByRole('listitem')
const first = (page: Page) => lines(page).first()
const addressIs = (page: Page, path: string) =>
  expect
    .poll(() => {
      const { pathname, search } = new URL(page.url())
      return pathname + search
    }, soon)
    .toBe(path)
/** How many entries wait to be shown on the phone. */
const waitingEntries = async () =>
  Number.parseInt(
    (await phone
      .getByText(/^\d+ new entr/)
      .first()
      .textContent())!,
    10,
  )
const rename = (title: string) => scene.admin.put('/api/rename-order', { orderId: scene.id, title })

describe('the activity', () => {
  // spec: 11.18
  it('says what was written in whatever, and keeps still when more is, until it is asked for', async () => {
    for (const page of [desk, phone]) {
      await isLive(page)
      await first(page).getByText('Business report and strategy call is done').waitFor()
      await first(page).getByText('changed to').or(first(page).getByLabel('changed to')).first().waitFor()
    }
    await rename('Bakery, first site')
    await rename('Bakery, second site')
    for (const page of [desk, phone]) {
      await page.getByText('2 new entries').first().waitFor()
      expect(await first(page).textContent()).toContain('Business report and strategy call is done')
    }
    await desk.getByRole('button', { name: 'Show', exact: true }).focus()
    await desk.keyboard.press('Enter')
    await first(desk).getByText('Project renamed to Bakery, second site').waitFor()
    await first(desk).getByText('just now').waitFor()
    await expect.poll(() => desk.getByText(/^\d+ new entr/).count(), soon).toBe(0)
    await expect.poll(() => desk.locator('.activity-lines:focus').count(), soon).toBe(1)
    await phone.getByRole('button', { name: 'Show', exact: true }).click()
    await lines(phone).nth(1).getByText('Project renamed to Bakery, first site').waitFor()
  })

  it('is asked for by the keyboard in a sentence that stands in the address, and tells only of what is asked for', async () => {
    await desk.getByLabel('Topic').selectOption({ label: 'steps' })
    await addressIs(desk, '/activity?kind=orders.steps')
    await expect.poll(() => lines(desk).count(), soon).toBe(1)
    await desk
      .getByRole('status')
      .filter({ hasText: /^1 found$/ })
      .waitFor()
    await desk.getByLabel('Person').selectOption({ label: 'you' })
    await expect.poll(() => new URL(desk.url()).searchParams.get('actor'), soon).not.toBeNull()
    await desk.reload()
    await isLive(desk)
    await first(desk).getByText('Business report and strategy call is done').waitFor()
    await rename('Bakery, third site')
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 4 })
    await desk.getByText('1 new entry').first().waitFor()
    await desk.getByRole('button', { name: 'Leads' }).focus()
    await desk.keyboard.press('Enter')
    await desk.getByText('No entries match these filters.').waitFor()
    await hasFocus(desk.getByRole('button', { name: 'Leads' }))
    await desk.getByRole('button', { name: 'Clear filters' }).click()
    await addressIs(desk, '/activity')
    await first(desk).waitFor()
  })

  it('begins at a day that is typed, whose year comes digit by digit', async () => {
    await desk.getByLabel('From', { exact: true }).focus()
    await desk.keyboard.type('10102025')
    await addressIs(desk, '/activity?from=2025-10-10')
    await desk.getByRole('button', { name: 'Clear filters' }).click()
    await addressIs(desk, '/activity')
  })

  it('takes one wish after the other, while the lines of the first are still on their way', async () => {
    const held = Promise.withResolvers<void>()
    await desk.route('**/api/get-activity?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await desk.getByLabel('Person').selectOption({ label: 'you' })
    await expect.poll(() => desk.locator('.activity-lines[aria-busy="true"]').count(), soon).toBe(1)
    await desk.getByLabel('Topic').selectOption({ label: 'steps' })
    held.resolve()
    await expect.poll(() => new URL(desk.url()).searchParams.get('kind'), soon).toBe('orders.steps')
    expect(new URL(desk.url()).searchParams.has('actor')).toBe(true)
    await desk.unroute('**/api/get-activity?*')
    await desk.getByRole('button', { name: 'Clear filters' }).click()
    await addressIs(desk, '/activity')
  })

  // spec: 11.18
  it('shows older lines, leads to where a line stands, and is found again as it was left', async () => {
    await expect.poll(() => lines(desk).count(), soon).toBe(50)
    await desk.getByRole('button', { name: 'Show older entries' }).click()
    await desk.getByText('You’ve reached the first entry.').waitFor()
    const count = await lines(desk).count()
    expect(count).toBeGreaterThan(60)
    const old = lines(desk).filter({ hasText: 'beside loaf 2?' })
    await old.scrollIntoViewIfNeeded()
    await expect.poll(() => desk.evaluate(() => scrollY), soon).toBeGreaterThan(500)
    await old.getByRole('link', { name: 'Bakery, third site', exact: true }).click()
    await desk.getByRole('heading', { level: 1, name: /newest first/ }).waitFor()
    await desk.goBack()
    await expect.poll(() => lines(desk).count(), soon).toBe(count)
    await expect.poll(() => desk.evaluate(() => scrollY), soon).toBeGreaterThan(500)
  })

  it('can be read without a line, and tells afterwards what was written meanwhile', async () => {
    const before = await waitingEntries()
    const count = await lines(phone).count()
    await phone.context().setOffline(true)
    await phone.getByText('You can keep reading. Updates appear when you’re back online.').waitFor()
    await rename('Bakery, fourth site')
    await phone.context().setOffline(false)
    await isLive(phone)
    await expect.poll(waitingEntries, soon).toBe(before + 1)
    expect(await lines(phone).count()).toBe(count)
    await phone.getByRole('button', { name: 'Show', exact: true }).click()
    await first(phone).getByText('Project renamed to Bakery, fourth site').waitFor()
  })

  it('takes nothing for new that was shown while it looked what was written meanwhile', async () => {
    await phone.context().setOffline(true)
    await phone.getByText('You can keep reading. Updates appear when you’re back online.').waitFor()
    const release = await holdAnswer(phone, '**/api/get-activity?*')
    const looked = phone.waitForRequest('**/api/get-activity?*')
    await phone.context().setOffline(false)
    const answered = (await looked).response()
    await rename('Bakery, fifth site')
    await phone.getByRole('button', { name: 'Show', exact: true }).click()
    await first(phone).getByText('Project renamed to Bakery, fifth site').waitFor()
    release()
    await (await answered)!.finished()
    await rename('Bakery, sixth site')
    await expect.poll(waitingEntries, soon).toBe(1)
  })

  it('leaves no line out below what is shown, however often the line was lost', async () => {
    await desk.goto('/activity')
    await isLive(desk)
    for (let times = 0; times < 2; times++) {
      await desk.context().setOffline(true)
      await desk.getByText('Offline', { exact: true }).waitFor()
      const looked = desk.waitForResponse('**/api/get-activity?*')
      await desk.context().setOffline(false)
      await looked
      await isLive(desk)
    }
    await desk.getByRole('button', { name: 'Show older entries' }).press('Enter')
    await desk.getByText('You’ve reached the first entry.').waitFor()
    expect(await lines(desk).filter({ hasText: 'beside loaf' }).count()).toBe(60)
  })

  it('keeps the older lines that were shown while it looked what was written meanwhile', async () => {
    await desk.goto('/activity')
    await isLive(desk)
    await desk.context().setOffline(true)
    await desk.getByText('Offline', { exact: true }).waitFor()
    const release = await holdAnswer(desk, '**/api/get-activity?*')
    const looked = desk.waitForRequest('**/api/get-activity?*')
    await desk.context().setOffline(false)
    const answered = (await looked).response()
    await desk.getByRole('button', { name: 'Show older entries' }).press('Enter')
    await desk.getByText('You’ve reached the first entry.').waitFor()
    const count = await lines(desk).count()
    release()
    await (await answered)!.finished()
    await rename('Bakery, seventh site')
    await desk.getByText('1 new entry').first().waitFor()
    expect(await lines(desk).count()).toBe(count)
  })

  it('tells what was written meanwhile also where it looks once more, for an erasure, and that fails', async () => {
    const gone = await scene.server.client('Ravi Kini')
    const { id, email } = (await gone.get('/api/session')).body
    await desk.goto('/activity')
    await isLive(desk)
    await desk.context().setOffline(true)
    await desk.getByText('Offline', { exact: true }).waitFor()
    let isErased = false
    desk.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        isErased ||= payload.includes('ErasureCompleted')
      }),
    )
    // Every look but the first: what a look goes on with is after its beginning.
    const isLook = (url: URL) => url.pathname === '/api/get-activity' && !url.searchParams.has('after')
    await desk.route(isLook, (route) => route.fulfill({ status: 503 }))
    onTestFinished(() => desk.unroute(isLook))
    const release = await holdAnswer(desk, '**/api/get-activity?*')
    const looked = desk.waitForRequest('**/api/get-activity?*')
    await rename('Bakery, eighth site')
    await desk.context().setOffline(false)
    const answered = (await looked).response()
    const failed = desk.waitForResponse((response) => response.status() === 503 && isErased)
    const erasure = { personId: id, confirmation: email, password: adminLogin.password }
    expect((await scene.admin.post('/api/erase-person', erasure)).status).toBe(200)
    await failed
    const heard = Number.parseInt(
      (await desk
        .getByText(/^\d+ new entr/)
        .first()
        .textContent())!,
      10,
    )
    release()
    await (await answered)!.finished()
    await desk
      .getByText(counted(heard + 1, 'new entry', 'new entries'))
      .first()
      .waitFor()
  })

  it('fits a telephone, and has nothing against it', async () => {
    await expectNoOverflow(phone)
    expect(await violations(phone)).toEqual([])
  })
})

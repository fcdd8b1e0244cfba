import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isLive, violations } from './browsing.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let admin: Page
let client: Page
beforeAll(async () => {
  scene = await orderScene()
  const { id: orderId } = scene
  await scene.admin.put('/api/update-progress-status', { orderId, progressId: 3 })
  await scene.client.post('/api/send-message', { orderId, text: 'May the price stand beside each loaf?' })
  await scene.admin.put('/api/read-conversation', { orderId, upTo: 2 })
  await scene.admin.put('/api/update-pricing', { orderId, paidAmount: '0', actualAmount: '45000', noOfRevisions: 0 })
  ;[{ page: admin }, { page: client }] = await Promise.all([
    scene.opened(scene.admin),
    scene.opened(scene.client, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' }),
  ])
})
afterAll(() => scene?.close())

const lines = (page: Page) => page.getByRole('main').getByRole('listitem')
const ruler = (page: Page) => page.getByRole('slider', { name: 'Entry', exact: true })
const addressHas = (page: Page, part: string) => expect.poll(() => new URL(page.url()).search, soon).toContain(part)
const then = (page: Page) => page.getByRole('region', { name: 'Past version' })
/** Which line one stands at, as it is read out. */
const standsAt = (page: Page, line: number) =>
  expect.poll(() => ruler(page).getAttribute('aria-valuetext'), soon).toMatch(new RegExp(`^Entry ${line},`))
/** One of two pages beside each other. */
const pageAt = (page: Page, line: number) =>
  page.getByRole('region', { name: new RegExp(`^The project at entry ${line}:`) })
const differences = (page: Page) => page.getByRole('region', { name: 'Differences' })
const moment = (page: Page, query: string) => page.goto(`/order-detail/${scene.id}?${query}`)

describe('the history of an order', () => {
  it('says what each line changed as it is written, and to an admin alone from where', async () => {
    await Promise.all([scene.show(admin, 'history'), scene.show(client, 'history')])
    await lines(admin).first().getByText('Invoice updated').waitFor()
    expect(await lines(admin).first().textContent()).toMatch(/₹0.*became.*₹45,000|₹0₹45,000/)

    await scene.admin.put('/api/rename-order', { orderId: scene.id, title: 'Bakery, first site' })
    for (const page of [admin, client]) {
      const newest = lines(page).first()
      await newest.getByText('Project renamed to Bakery, first site').waitFor()
      await newest.locator('del', { hasText: 'Asha Rao #1' }).waitFor()
    }
    await lines(admin).first().getByText('127.0.0.1').waitFor()
    expect(await client.getByText('127.0.0.1').count()).toBe(0)
  })

  // spec: 2.104
  it('folds marks of reading away, and the client is told of none of the agency’s', async () => {
    expect(await admin.getByText('Read the messages').count()).toBe(0)
    await admin.getByText('1 read receipt hidden.').waitFor()
    await admin.getByRole('button', { name: 'Show read receipts' }).click()
    await admin.getByText('Read the messages').waitFor()
    expect(await client.getByText(/read receipts? hidden/).count()).toBe(0)
    expect(await client.getByRole('heading', { level: 1 }).textContent()).toContain('6 entries')
    await client.getByText('Not listed: 1 entry about when we read messages.').waitFor()
  })

  it('keeps read receipts that were asked for, also where earlier entries go on with them', async () => {
    const orderId = await scene.client.order()
    for (let sent = 1; sent <= 60; sent++) await scene.client.post('/api/send-message', { orderId, text: 'A loaf' })
    for (let upTo = 1; upTo <= 60; upTo++) await scene.admin.put('/api/read-conversation', { orderId, upTo })
    const { page } = await scene.opened(scene.admin)
    onTestFinished(() => page.context().close())
    await scene.show(page, 'history', orderId)
    await page.getByRole('button', { name: 'Show read receipts' }).click()
    // By a key: the lines that come into sight move the button from under a pointer.
    await page.getByRole('button', { name: 'Show earlier entries' }).press('Enter')
    await lines(page).getByText('A loaf').first().waitFor()
    expect(await page.getByText(/read receipts? hidden/).count()).toBe(0)
  })

  // spec: 2.104
  it('is filtered and searched by what the address says', async () => {
    await admin.getByLabel('Topic').selectOption('steps')
    await addressHas(admin, 'kind=steps')
    await expect.poll(() => lines(admin).count(), soon).toBe(1)
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 4 })
    await expect.poll(() => lines(admin).count(), soon).toBe(2)
    await admin.getByLabel('Person').selectOption({ label: 'Asha Rao' })
    await admin.getByText('No entries match these filters.').waitFor()

    await admin.getByRole('button', { name: 'Clear filters' }).click()
    await admin.getByLabel('Search text').fill('beside loaf')
    await addressHas(admin, 'search=beside')
    await expect.poll(() => lines(admin).count(), soon).toBe(1)
    await admin.reload()
    await isLive(admin) // only now is a link the page’s own
    await lines(admin).getByText('May the price stand beside each loaf?').waitFor()
    await expect.poll(() => lines(admin).count(), soon).toBe(1)
  })

  it('says that a filter could not be loaded as long as that filter is chosen', async () => {
    await scene.show(admin, 'history')
    await lines(admin).getByText('May the price stand beside each loaf?').waitFor()
    const failure = admin.getByRole('alert').filter({ hasText: 'The history couldn’t be loaded.' })
    await admin.route('**/api/get-timeline?*', (route) => route.abort())
    await admin.getByLabel('Topic').selectOption('money')
    await failure.waitFor()
    await admin.getByLabel('Topic').selectOption('')
    await lines(admin).getByText('May the price stand beside each loaf?').waitFor()
    await failure.waitFor({ state: 'detached' })
    await admin.unroute('**/api/get-timeline?*')
  })
})

describe('the page of an order as it stood', () => {
  // spec: 2.105
  it('is reached from a line, and travelled through by the keyboard', async () => {
    await admin.getByRole('link', { name: 'Entry 3: show the project as it was then' }).click()
    await addressHas(admin, 'at=2')
    await standsAt(admin, 3)
    await expect.poll(() => ruler(admin).evaluate((field) => field.matches(':focus'))).toBe(true)
    const main = then(admin)
    await main.getByText('May the price stand beside each loaf?').first().waitFor()

    await admin.keyboard.press('ArrowLeft')
    await standsAt(admin, 2)
    await expect
      .poll(() => main.getByRole('region', { name: 'Conversation' }).getByRole('listitem').count(), soon)
      .toBe(0)
    await admin.keyboard.press('Home')
    await standsAt(admin, 1)
    await main.getByRole('list', { name: 'Project progress' }).getByText('Current').waitFor()
    await addressHas(admin, 'at=0')
    await admin.keyboard.press('End')
    await standsAt(admin, 7)
    await addressHas(admin, 'at=6')
    await admin.keyboard.press('PageDown')
    await standsAt(admin, 1)
  })

  // spec: 2.105
  it('has nothing to send, sign or change, for an admin too, whatever is looked at', async () => {
    for (const tab of ['overview', 'payment', 'invoice', 'proposal', 'history']) {
      await moment(admin, `tab=${tab}&at=4`)
      await standsAt(admin, 5)
      await admin.getByText(/later entr(y|ies)\.$|This is the latest entry/).waitFor()
      expect(await admin.getByRole('form').count(), tab).toBe(0)
      expect(await admin.getByRole('textbox').count(), tab).toBe(0)
      expect(await admin.getByRole('button', { name: /Send|Mark|Complete|Cancel|Rename/ }).count(), tab).toBe(0)
    }
  })

  it('tells a client what was due then, and offers no way to pay it now', async () => {
    await scene.admin.put('/api/update-agency', { upi: { id: 'longhand@hdfc' } })
    await scene.show(client, 'payment')
    const app = client.getByRole('link', { name: 'Open my UPI app' })
    await app.waitFor()
    await moment(client, 'tab=payment&at=4')
    await then(client)
      .getByRole('heading', { level: 1, name: /^Pay ₹9,000 by / })
      .waitFor()
    expect(await app.count()).toBe(0)
  })

  it('stays as it was while the order goes on, and leads back to now', async () => {
    await moment(admin, 'tab=invoice&at=4')
    await standsAt(admin, 5)
    const total = then(admin).getByRole('row', { name: /^Project total/ })
    await total.getByText('₹45,000').waitFor()
    const dearer = { orderId: scene.id, paidAmount: '22500', actualAmount: '90000', noOfRevisions: 0 }
    await scene.admin.put('/api/update-pricing', dearer)
    await then(admin).getByText('5 of 8').waitFor()
    await total.getByText('₹45,000').waitFor()
    await then(admin).getByRole('link', { name: 'Back to today' }).click()
    await admin
      .getByRole('row', { name: /^Project total/ })
      .getByText('₹90,000')
      .waitFor()
    expect(new URL(admin.url()).search).toBe('?tab=invoice')
  })

  // spec: 2.106
  it('stands beside the page of another moment, and both say what differs', async () => {
    await moment(admin, 'tab=overview&at=1')
    await standsAt(admin, 2)
    await admin.getByRole('button', { name: 'Compare' }).click()
    await addressHas(admin, 'with=7')
    await differences(admin).locator('del', { hasText: 'Asha Rao #1' }).waitFor()
    await differences(admin).locator('ins', { hasText: 'Bakery, first site' }).waitFor()
    await pageAt(admin, 2).locator('del', { hasText: 'Asha Rao #1' }).waitFor()
    await pageAt(admin, 8).locator('ins', { hasText: 'Bakery, first site' }).waitFor()
    await pageAt(admin, 8).locator('ins', { hasText: 'May the price stand beside each loaf?' }).waitFor()
    expect(await pageAt(admin, 2).locator('ins.marked').count()).toBe(0)
    expect(await pageAt(admin, 8).locator('del.marked').count()).toBe(0)
    // Each part of one beside the same part of the other.
    const topOf = async (line: number, part: string) =>
      (await pageAt(admin, line).getByRole('region', { name: part }).boundingBox())!.y
    expect(await topOf(2, 'Answers')).toBe(await topOf(8, 'Answers'))
    expect(await violations(admin)).toEqual([])
    await expectNoOverflow(admin)
  })

  // spec: 2.106
  it('is moved at either side by the keyboard, and goes on through the tabs', async () => {
    await admin.getByRole('slider', { name: 'Compared with entry' }).press('Home')
    await addressHas(admin, 'at=1&with=0')
    await expect.poll(() => differences(admin).locator('ins').allTextContents(), soon).toEqual(['done'])
    // The one at the left is the later of the two now.
    await pageAt(admin, 2).locator('ins', { hasText: 'Meera' }).waitFor()
    await pageAt(admin, 1).locator('del', { hasText: 'not done' }).waitFor()
    await admin.getByRole('slider', { name: 'Compared with entry' }).press('End')
    await ruler(admin).press('End')
    await ruler(admin).press('ArrowLeft')
    await addressHas(admin, 'at=6&with=7')
    // What is displayed of the conversation is the same on both.
    for (const name of ['Shared files', 'All']) {
      await pageAt(admin, 7).getByRole('button', { name, exact: true }).click()
      await pageAt(admin, 8).getByRole('button', { name, exact: true, pressed: true }).waitFor()
    }
    await differences(admin).getByRole('link', { name: 'Invoice' }).first().click()
    await addressHas(admin, 'tab=invoice&at=6&with=7')
    await pageAt(admin, 7).locator('del', { hasText: '₹45,000' }).first().waitFor()
    await pageAt(admin, 8).locator('ins', { hasText: '₹90,000' }).first().waitFor()
    await admin.getByRole('link', { name: 'Project History' }).click()
    await pageAt(admin, 7).getByText('7 entries until then,').waitFor()
    await pageAt(admin, 8).getByText('8 entries until then,').waitFor()
    expect(await violations(admin)).toEqual([])
  })

  // spec: 2.106
  it('leads back the way one came', async () => {
    await admin.goBack()
    await pageAt(admin, 8).locator('ins', { hasText: '₹90,000' }).first().waitFor()
    await admin.goBack()
    await addressHas(admin, 'tab=overview&at=6&with=7')
    await admin.goBack()
    await standsAt(admin, 2)
    await expect.poll(() => admin.getByRole('slider').count(), soon).toBe(1)
    expect(new URL(admin.url()).search).toBe('?tab=overview&at=1')
  })

  it('is played from its beginning, until it is stopped', async () => {
    await moment(admin, 'tab=overview&at=7')
    await standsAt(admin, 8)
    await admin.getByRole('button', { name: /^Play/ }).click()
    await standsAt(admin, 1)
    await standsAt(admin, 2)
    await admin.getByRole('button', { name: 'Stop' }).click()
    await admin.getByRole('button', { name: /^Play/ }).waitFor()
  })

  it('is a link that a client may open on a phone, without what is not theirs to know', async () => {
    await moment(client, 'tab=overview&at=2')
    await standsAt(client, 3)
    await client.getByText('This is a past version. You can’t change it.').waitFor()
    await expectNoOverflow(client)
    // What an admin has read is no stop on the client's way.
    await ruler(client).press('ArrowRight')
    await standsAt(client, 5)
    await client.getByRole('button', { name: 'Compare' }).click()
    await differences(client).waitFor()
    // There is room for one page: the other comes in its place.
    await pageAt(client, 5).getByRole('list', { name: 'Project progress' }).waitFor()
    expect(await pageAt(client, 8).count()).toBe(0)
    expect(await violations(client)).toEqual([])
    await client.getByRole('button', { name: 'Entry 8', exact: true }).click()
    await pageAt(client, 8).locator('ins', { hasText: 'Bakery, first site' }).waitFor()
    await client.getByRole('slider', { name: 'Compared with entry' }).press('ArrowLeft')
    await pageAt(client, 7).waitFor()
    await expectNoOverflow(client)
    await moment(client, 'tab=history&at=4')
    await client.getByText('4 entries until then').waitFor()
    await expectNoOverflow(client)
  })
})

describe('the stitching of an order', () => {
  it('says whether all of it is as it was recorded, and to an admin how to prove it', async () => {
    const stitching = (page: Page) => page.getByRole('region', { name: 'Tamper check' })
    const verdict = (page: Page) => stitching(page).getByRole('status')
    const verified = async (lines: number) =>
      expect
        .poll(() => verdict(admin).textContent(), soon)
        .toMatch(new RegExp(`^Checked on .* All ${lines} entries are`))
    await scene.show(admin, 'history')
    const { events } = (await scene.admin.get(`/api/verify-history?id=${scene.id}`)).body.data[0]
    await stitching(admin).scrollIntoViewIfNeeded()
    await stitching(admin).getByRole('link', { name: 'Download with proof' }).waitFor()
    await scene.admin.put('/api/rename-order', { orderId: scene.id, title: 'Bakery, the first site' })
    await stitching(admin).getByRole('button', { name: 'check again' }).click()
    await verified(events + 1)
    await scene.show(client, 'history')
    await verdict(client).waitFor()
    expect(await stitching(client).getByRole('link', { name: 'Download with proof' }).count()).toBe(0)
  })

  it('marks the refund of two moments, though only the phase of the work differs', async () => {
    const orderId = scene.id
    await scene.admin.put('/api/update-pricing', { orderId, paidAmount: '72000', actualAmount: '90000' })
    const done = await scene.admin.put('/api/update-progress-status', { orderId, progressId: 5 })
    const { revision } = done.body
    await moment(admin, `tab=invoice&at=${revision - 1}&with=${revision}`)
    await pageAt(admin, revision).locator('.refund-sum del', { hasText: '₹54,000' }).waitFor()
    await pageAt(admin, revision + 1)
      .locator('.refund-sum ins', { hasText: '₹27,000' })
      .waitFor()
  })
})

describe('two moments of an order that was cancelled', () => {
  it('differ by what will not be signed any more', async () => {
    const closing = { orderId: scene.id, status: 'cancel' }
    const { revision } = (await scene.admin.put('/api/complete-or-cancell', closing)).body
    await moment(admin, `tab=overview&at=2&with=${revision}`)
    const stepsThat = (line: number, are: string) =>
      pageAt(admin, line).getByRole('list', { name: 'Project progress' }).getByText(are, { exact: true })
    await stepsThat(3, 'Not done').first().waitFor()
    await stepsThat(revision + 1, 'not done')
      .first()
      .waitFor()
    expect(await stepsThat(revision + 1, 'Not done').count()).toBe(0)
    expect(await violations(admin)).toEqual([])
  })
})

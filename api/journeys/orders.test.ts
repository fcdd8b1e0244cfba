import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { receiptDelayMs } from '#projections/reactions/document-numbers.ts'
import { holdAnswer, isLive, loseAnswers, openBrowser, person, resumeSession } from './browsing.ts'
import { hasFocus } from './order-scene.ts'

let server: TestServer
let browser: Browser
let admin: Visitor
let asha: Visitor
let farhan: Visitor
let ids: Record<'looms' | 'bakery' | 'lamps', string>
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  ;[admin, asha, farhan] = await Promise.all([
    server.admin(),
    server.client('Asha Rao'),
    server.client('Farhan Qureshi'),
  ])
  ids = { looms: await asha.order(), bakery: await asha.order(), lamps: await farhan.order() }
  for (const [name, orderId] of Object.entries(ids)) {
    await admin.put('/api/rename-order', { orderId, title: name })
    await admin.put('/api/read-conversation', { orderId, upTo: 1 })
  }
  await admin.put('/api/update-pricing', { orderId: ids.looms, actualAmount: '45000' })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function desk(path = '/orders', options = {}): Promise<Page> {
  const { context, page } = await person(browser, server.url, options)
  onTestFinished(() => context.close())
  await resumeSession(context, admin)
  await page.goto(path)
  await isLive(page)
  return page
}
const current = (page: Page) => page.getByRole('region', { name: /Current Projects/ })
const namesIn = (page: Page) => current(page).locator('a[data-row]').allTextContents()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const says = (visitor: Visitor, orderId: string, text: string) => visitor.post('/api/send-message', { orderId, text })

// spec: 2.67, 10.12
it('filters and searches by the address, which survives a reload and Back', async () => {
  const page = await desk()
  expect(await namesIn(page)).toEqual(['lamps', 'bakery', 'looms'])
  await page.getByRole('button', { name: 'Unpaid 1' }).click()
  await page.waitForURL('**/orders?filter=unpaid')
  await expect.poll(() => namesIn(page)).toEqual(['looms'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV of this list' }).click(),
  ])
  const table = await readFile(await download.path(), 'utf8')
  expect([table.includes('looms'), table.includes('bakery')]).toEqual([true, false])
  await page.getByRole('button', { name: 'All open 3' }).click()
  await expect.poll(() => namesIn(page)).toHaveLength(3)

  await page.keyboard.press('/')
  await page.keyboard.type('client-2@example')
  await page.waitForURL('**/orders?search=client-2%40example')
  await expect.poll(() => namesIn(page)).toEqual(['lamps'])
  await page.reload()
  expect(await page.getByRole('searchbox').inputValue()).toBe('client-2@example')
  await current(page).getByRole('link', { name: 'lamps' }).click()
  await page.getByText('Client’s Answer').waitFor()
  await page.goBack()
  await expect.poll(() => namesIn(page)).toEqual(['lamps'])
  await page.goBack()
  await expect.poll(() => namesIn(page)).toHaveLength(3)
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
})

it('leads from a search without a result back to all orders', async () => {
  const page = await desk('/orders?filter=unpaid&search=zzz')
  await current(page).getByRole('link', { name: 'Show all open projects' }).click()
  await expect.poll(() => namesIn(page)).toHaveLength(3)
  expect(new URL(page.url()).search).toBe('')
})

it('does not search again for the same words', async () => {
  const page = await desk()
  await page.getByRole('searchbox').fill('looms')
  await page.waitForURL('**/orders?search=looms')
  await expect.poll(() => namesIn(page)).toEqual(['looms'])
  await page
    .getByRole('status')
    .filter({ hasText: /^1 found$/ })
    .waitFor()
  const lists: string[] = []
  page.on('request', (request) => request.url().includes('/api/get-orders?') && lists.push(request.url()))
  await page.keyboard.type(' ')
  await page.keyboard.press('Tab') // what was typed is looked for at once
  await page.getByRole('button', { name: 'Unpaid 1' }).click()
  await page.waitForURL('**/orders?filter=unpaid&search=looms')
  expect(lists.filter((url) => !url.includes('filter='))).toEqual([])
})

it('keeps a filter and a search that are entered while the list of the one before is still loading', async () => {
  const page = await desk()
  const unpaid = page.getByRole('button', { name: 'Unpaid 1' })
  const search = page.getByRole('searchbox')
  /** Does something that has the list loaded, of which no answer comes. */
  const unanswered = async (act: () => Promise<unknown>) => {
    const request = page.waitForRequest('**/api/get-orders?*')
    await page.route('**/api/get-orders?*', () => {}, { times: 1 })
    await act()
    await request
  }
  const back = async () => {
    const loaded = page.waitForResponse('**/api/get-orders?*')
    await page.goBack()
    await loaded
    await expect.poll(() => search.inputValue()).toBe('')
  }
  await unanswered(() => unpaid.click())
  await search.fill('looms')
  await page.waitForURL('**/orders?filter=unpaid&search=looms')
  await back()
  await page.waitForURL('**/orders')
  await unanswered(() => search.fill('loo'))
  await search.fill('loom')
  await page.waitForURL('**/orders?search=loom')
  await back()
  await page.waitForURL('**/orders')
  await unanswered(() => search.fill('looms'))
  await unpaid.click()
  await page.waitForURL('**/orders?filter=unpaid&search=looms')
  expect(await search.inputValue()).toBe('looms')
})

// spec: 2.65
it('begins newest first, and then as it was sorted last in this browser', async () => {
  const page = await desk('/orders')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  expect(await sort.inputValue()).toBe('newest')
  const newest = await namesIn(page)
  await says(asha, ids.looms, 'Is anyone there?')
  await sort.selectOption('unread')
  await expect.poll(async () => (await namesIn(page))[0]).toBe('looms')
  await page.goto('/orders')
  await expect.poll(() => sort.inputValue()).toBe('unread')
  await expect.poll(async () => (await namesIn(page))[0]).toBe('looms')
  await sort.selectOption('newest')
  await expect.poll(() => namesIn(page)).toEqual(newest)
  await page.goto('/orders')
  await isLive(page)
  await expect.poll(() => namesIn(page)).toEqual(newest)
  await admin.put('/api/read-conversation', { orderId: ids.looms, upTo: 1_000 })
})

// spec: 2.70
it('is used by keys alone: rows, the next unread, a look beside the list that marks nothing as read', async () => {
  await says(farhan, ids.lamps, 'The lamp is dark.')
  const page = await desk('/orders?sort=oldest')
  await current(page).getByText('1 unread').waitFor() // a row that has the focus holds the others as they are
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('bakery')
  await page.keyboard.press('k')
  expect(await focused(page)).toBe('looms')
  await page.keyboard.press('n')
  expect(await focused(page)).toBe('lamps')
  await page.keyboard.press('p')
  const peek = page
    .getByRole('complementary', { name: 'Preview of lamps' })
    .or(page.getByRole('dialog', { name: 'lamps' }))
  await peek.getByText('The lamp is dark.').first().waitFor()
  expect((await peek.textContent())!.match(/The lamp is dark\./g)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await peek.waitFor({ state: 'detached' })
  expect(await current(page).getByText('1 unread').count()).toBe(1)

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await current(page).getByRole('link', { name: 'looms' }).focus()
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('looms')
})

it('answers from beside the list once, although the answer to that got lost and the look was taken again', async () => {
  const page = await desk()
  const answersCome = await loseAnswers(page, '/api/send-message')
  const reply = page.getByRole('form', { name: 'Write to Asha Rao' })
  await current(page).getByRole('link', { name: 'bakery' }).focus()
  await page.keyboard.press('p')
  await reply.getByLabel('Write to Asha Rao').fill('The oven is lit.')
  await reply.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('This may have been sent. We’ll make sure.').waitFor()
  await answersCome()
  await page.keyboard.press('Escape')
  await reply.waitFor({ state: 'detached' })
  await page.reload()
  await isLive(page) // the server made the list: only now do keys work
  await current(page).getByRole('link', { name: 'bakery' }).focus()
  await page.keyboard.press('p')
  expect(await reply.getByLabel('Write to Asha Rao').inputValue()).toBe('')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:'))))
    .toEqual([])
  const { data } = (await admin.get(`/api/get-history?id=${ids.bakery}&limit=100`)).body
  const sent = data.filter(({ data }: { data: { text?: string } }) => data.text === 'The oven is lit.')
  expect(sent).toHaveLength(1)
})

// spec: 2.71
it('keeps rows where they are while one is at work, and shows what has changed when asked', async () => {
  const page = await desk('/orders?sort=latest-activity')
  await says(asha, ids.bakery, 'Bread at six.')
  await expect.poll(async () => (await namesIn(page))[0]).toBe('bakery') // no one is in the list: it follows

  const before = await namesIn(page)
  await current(page).getByRole('link', { name: 'looms' }).hover()
  const other = await server.admin() // another admin writes, in a window of their own
  await other.put('/api/update-pricing', { orderId: ids.looms, paidAmount: '9000' })
  await page.getByText('1 row changed.').waitFor()
  expect(await namesIn(page)).toEqual(before)
  await page.keyboard.press('.')
  await expect.poll(async () => (await namesIn(page))[0]).toBe('looms')
  expect(await page.getByText('1 row changed.').count()).toBe(0)
})

it('shows a message in its row, and that it is unread, without loading the rows again', async () => {
  const page = await desk()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await says(farhan, ids.lamps, 'Warm light, please.')
  await current(page).locator('.is-wet', { hasText: 'lamps' }).waitFor()
  await expect.poll(() => requested).toContain('/api/get-order-counts')
  expect(requested).not.toContain('/api/get-orders')
})

// spec: 2.69
it('saves views, says what differs, and tells the other windows', async () => {
  const [page, window] = [await desk('/orders?filter=unpaid'), await desk()]
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await page.keyboard.press('Escape')
  await hasFocus(views.getByRole('button', { name: 'Save view' }))
  await page.keyboard.press('Enter')
  await views.getByLabel('View name').fill('Money')
  await page.keyboard.press('Enter')
  await hasFocus(views.getByRole('link', { name: 'Money' }))
  await window.getByRole('link', { name: 'Money' }).click()
  await expect.poll(() => namesIn(window)).toEqual(['looms'])

  await views.locator('[aria-current=true]', { hasText: 'Money' }).waitFor()
  await page.getByLabel('Sort').selectOption('Oldest first')
  await views.getByText('Changed since saved: Oldest first instead of Newest first.').waitFor()
  await views.getByRole('button', { name: 'Save changes' }).click()
  await views.getByText('Changed since saved').waitFor({ state: 'detached' })
  await views.getByRole('button', { name: 'Remove view' }).click()
  await window.getByRole('link', { name: 'Money' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await window.getByRole('link', { name: 'Money' }).waitFor()
  await views.locator('[aria-current=true]', { hasText: 'Money' }).waitFor()
  await views.getByRole('button', { name: 'Remove view' }).click()
  await window.getByRole('link', { name: 'Money' }).waitFor({ state: 'detached' })
})

it('renames the view that was open, and restores a removed one wherever its admin is by then', async () => {
  for (const name of ['Old', 'Late']) {
    const query = { sort: name === 'Old' ? 'oldest' : 'newest' }
    expect((await admin.put('/api/save-order-view', { id: name, name, query })).status).toBe(200)
  }
  const page = await desk()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  const isOpen = (name: string) => views.locator('[aria-current=true]', { hasText: name }).waitFor()
  const saved = async () =>
    (await admin.get('/api/get-order-views')).body.data.map(({ name }: { name: string }) => name)
  const open = async (name: string) => {
    await views.getByRole('link', { name }).click()
    await isOpen(name)
  }
  await open('Late')
  await open('Old')
  await views.getByRole('button', { name: 'Rename view' }).click()
  await page.goBack()
  await isOpen('Late')
  await views.getByLabel('New view name').fill('Oldest')
  await page.keyboard.press('Enter')
  await expect.poll(saved).toEqual(['Oldest', 'Late'])
  await hasFocus(views.getByRole('link', { name: 'Oldest' }))
  await views.getByRole('button', { name: 'Rename view' }).click()
  await open('Oldest')
  expect(await views.getByLabel('New view name').count()).toBe(0)

  await views.getByRole('button', { name: 'Remove view' }).click()
  await expect.poll(saved).toEqual(['Late'])
  await current(page).getByRole('link', { name: 'lamps' }).click()
  await page.waitForURL('**/order-detail/**')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('View saved').waitFor()
  await page.goBack()
  await isOpen('Oldest')
  for (const id of ['Old', 'Late']) await admin.put('/api/remove-order-view', { id })
})

it('leaves its admin where they are, or are going, when an answer comes late', async () => {
  await (await server.client('Nila Iyer')).order()
  const page = await desk('/orders?filter=unpaid')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  const isThere = async (path: string) => {
    await expect.poll(() => page.locator('.bar').getAttribute('data-busy')).toBe('false')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  }
  const save = async (name: string) => {
    const release = await holdAnswer(page, '**/api/save-order-view')
    await views.getByRole('button', { name: 'Save view' }).click()
    await views.getByLabel('View name').fill(name)
    await page.keyboard.press('Enter')
    return release
  }
  const saved = page.getByText('View saved')
  const toLeads = page.getByRole('link', { name: 'Leads', exact: true }).first()
  const first = await save('First')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Overdue/ }).click()
  await page.waitForURL('**/orders?filter=overdue')
  first()
  await saved.waitFor()
  await isThere('/orders?filter=overdue')
  await saved.waitFor({ state: 'detached' })

  const second = await save('Second')
  const leads = await holdAnswer(page, '**/api/get-leads*')
  await toLeads.click()
  second()
  await saved.waitFor()
  leads()
  await page.waitForURL('**/leads')
  await isThere('/leads')

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await current(page).getByRole('link', { name: 'Nila Iyer #1' }).click()
  const closed = await holdAnswer(page, '**/api/complete-or-cancell')
  await page.getByRole('button', { name: 'Complete order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete order' }).click()
  await page.goBack()
  await toLeads.click()
  await page.waitForURL('**/leads')
  closed()
  await page.getByText('Project closed').waitFor()
  await isThere('/leads')
  for (const { id } of (await admin.get('/api/get-order-views')).body.data)
    await admin.put('/api/remove-order-view', { id })
})

// spec: 2.72
it('does one thing to many, each with its own result, and tries the failed ones again', async () => {
  const page = await desk('/orders?sort=oldest')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Complete projects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete 2 projects' })
  await dialog.getByText('6 steps not done, ₹36,000 to pay').waitFor()
  // One is cancelled by another admin in the meantime; of the other the answer is lost, and that of the repeat.
  await (await server.admin()).put('/api/complete-or-cancell', { orderId: ids.looms, status: 'cancel' })
  let lost = 0
  await page.route('**/api/complete-or-cancell', async (route) => {
    if (route.request().postDataJSON().orderId === ids.bakery && lost++ < 2) {
      await route.fetch() // it arrives, and its answer is lost
      return route.abort()
    }
    return route.continue()
  })
  await dialog.getByRole('button', { name: 'Complete 2 projects' }).click()
  await dialog.getByText('2 failed.').waitFor()
  await dialog.getByText('Sorry Not Allowed').waitFor()
  await dialog.getByRole('button', { name: 'Try the failed ones again' }).click()
  await dialog.getByText('1 done, 1 failed.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('1 selected').waitFor()
  const history = await admin.get(`/api/get-history?id=${ids.bakery}`)
  expect(history.body.data.filter(({ type }: { type: string }) => type === 'OrderCompleted')).toHaveLength(1)
})

// spec: 2.73
it('shows every key also while rows are selected', async () => {
  const page = await desk()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click()
  await page.getByText('1 selected').waitFor()
})

it('takes back what was done to many at once, and says of which it could not', async () => {
  const vivek = await server.client('Vivek Shetty')
  const names = ['ferry', 'orchard', 'kiln']
  const chosen: string[] = []
  for (const title of names) {
    const orderId = await vivek.order()
    await admin.put('/api/rename-order', { orderId, title })
    chosen.push(orderId)
  }
  const paidOn = new Date(server.now()).toISOString().slice(0, 10)
  const paid = { orderId: chosen[0], payment: 'payment-1', amount: '100', reference: '6337 4412 9075', paidOn }
  await vivek.post('/api/report-payment', paid)
  expect((await admin.post('/api/confirm-payment', paid)).status).toBe(200)
  const page = await desk('/orders?search=Vivek')
  const statusOf = async (id: string) => (await admin.get(`/api/get-single-order?id=${id}`)).body.data[0].completed
  const completeAll = async () => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Complete projects' }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete 3 projects' })
    await dialog.getByRole('button', { name: 'Complete 3 projects' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('3 projects completed').waitFor()
  }
  await completeAll()
  await expect.poll(() => Promise.all(chosen.map(statusOf))).toEqual([1, 1, 1])
  // A receipt that sends itself leaves it completed.
  server.advanceTime(receiptDelayMs)
  await server.settled()
  const historyOf = async (id: string) => (await admin.get(`/api/get-history?id=${id}`)).body.data
  await expect.poll(async () => (await historyOf(chosen[0]!))[0].type).toBe('ReceiptIssued')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone for all 3 projects').waitFor()
  expect(await Promise.all(chosen.map(statusOf))).toEqual([0, 0, 0])
  await expect.poll(() => namesIn(page)).toHaveLength(3)

  const other = await server.admin() // Undo is offered for a few seconds
  await completeAll()
  await other.put('/api/reopen-order', { orderId: chosen[1], reason: 'Somebody was faster.' })
  await page.getByRole('button', { name: 'Undo' }).click()
  const toast = page.locator('.toast', { hasText: 'Undone for 2, failed for 1' })
  await toast.getByText('orchard: It has been changed again since').waitFor()
  expect(await Promise.all(chosen.map(statusOf))).toEqual([0, 0, 0])
})

// spec: 2.70
it('fits a telephone: a row in three lines, and the order over the list', async () => {
  const page = await desk('/orders', { viewport: { width: 360, height: 780 }, hasTouch: true })
  await current(page).getByRole('button', { name: 'Preview lamps' }).click()
  const dialog = page.getByRole('dialog', { name: 'lamps' })
  await dialog.getByRole('textbox', { name: 'Write to Farhan Qureshi' }).fill('It is lit again.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message sent').waitFor()
  await dialog.getByText('It is lit again.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

it('selects all of a list by thumb, and shows Preview without a pointer to hover', async () => {
  const page = await desk('/orders', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page.getByLabel('Select all in Current Projects').tap()
  await page.getByText(/^\d selected$/).waitFor()
  await page.setViewportSize({ width: 1024, height: 740 })
  const preview = current(page)
    .getByRole('button', { name: /^Preview/ })
    .last()
  expect(await preview.evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
})

it('puts the focus on what is missing: the name of a view, the text of messages', async () => {
  const page = await desk('/orders?filter=unpaid')
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('form', { name: 'Save view' }).getByRole('button', { name: 'Save view' }).click()
  await page.getByText('Please give the view a name').waitFor()
  await expect.poll(focusedName).toBe('name')
  await page.keyboard.type('M')
  expect(await page.getByText('Please give the view a name').count()).toBe(0)
  await page.goto('/orders')
  await isLive(page)
  await page.getByLabel('Select all in Current Projects').click()
  await page.getByRole('button', { name: 'Send messages' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d/ })
    .click()
  await expect.poll(focusedName).toBe('text')
})

it('is come back to as it was left: its rows, the place, and the focus on the order that was opened', async () => {
  const many = await server.client('Nila Menon')
  for (let nth = 0; nth < 102; nth++) await many.order()
  const page = await desk('/orders?sort=oldest')
  await page.getByRole('button', { name: 'Show the next 50' }).first().click()
  await page.getByRole('status').filter({ hasText: '50 more shown' }).waitFor()
  const last = current(page).getByRole('link', { name: 'Nila Menon #52' })
  await last.scrollIntoViewIfNeeded()
  await last.focus()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await page.keyboard.press('Enter')
  await page.getByText('Client’s Answer').waitFor()
  await page.goBack()
  await last.waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Nila Menon #52')
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), place)).toBeLessThan(60)

  // What is loaded again, as after a login in another window, is as long as the list has become; another filter’s begins anew.
  const requested = async (search: string) => {
    const isNext = (url: URL) => url.pathname === '/api/get-orders' && url.search.includes(search)
    const request = await page.waitForRequest((request) => isNext(new URL(request.url())))
    return Number(new URL(request.url()).searchParams.get('limit'))
  }
  await page.getByRole('button', { name: 'Show the next 50' }).first().click()
  await current(page).getByRole('link', { name: 'Nila Menon #102' }).waitFor()
  const shown = (await namesIn(page)).length
  const again = requested('status=open')
  await page.evaluate(() => new BroadcastChannel('renewed').postMessage('renewed'))
  expect(await again).toBe(shown)
  const filtered = requested('filter=unread')
  await page.getByRole('button', { name: /^Unread/ }).click()
  expect(await filtered).toBe(50)
})

it('keeps the text of messages to many until it is sent', async () => {
  const page = await desk('/orders?search=Vivek')
  await page.getByRole('checkbox', { name: 'Select kiln' }).check()
  const dialog = page.getByRole('dialog', { name: 'Send 1 message' })
  const text = dialog.getByRole('textbox')
  const open = () => page.getByRole('button', { name: 'Send messages' }).click()
  await open()
  await text.fill('The kiln is warm.')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('checkbox', { name: 'Select kiln' }).check()
  await open()
  expect(await text.inputValue()).toBe('The kiln is warm.')
  await dialog.getByRole('button', { name: 'Send 1 message' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select kiln' }).check()
  await open()
  expect(await text.inputValue()).toBe('')
})

it('sends a message to many once, although its answer was lost, the dialog closed and the page reloaded, and not after “No, go back”', async () => {
  const page = await desk('/orders?search=Farhan')
  const dialog = page.getByRole('dialog', { name: 'Send 1 message' })
  const send = dialog.getByRole('button', { name: 'Send 1 message' })
  const open = async () => {
    await page.getByRole('checkbox', { name: 'Select lamps' }).check()
    await page.getByRole('button', { name: 'Send messages' }).click()
  }
  const checking = Promise.withResolvers<void>()
  await page.route('**/assets/_zod*', (route) => checking.promise.then(() => route.continue()))
  await open()
  await dialog.getByRole('textbox').fill('The glass is here.')
  await send.click()
  await send.and(page.locator('[aria-busy]')).waitFor()
  expect(await dialog.getByRole('button', { name: /go back|Close/ }).count()).toBe(0)
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape')
  await send.waitFor()
  const answersCome = await loseAnswers(page, '/api/send-message')
  checking.resolve()
  await dialog.getByText('1 failed.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await answersCome()
  await page.reload()
  await isLive(page)
  await open()
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  const { data } = (await admin.get(`/api/get-history?id=${ids.lamps}&limit=100`)).body
  const sent = data.filter(({ data }: { data: { text?: string } }) => data.text === 'The glass is here.')
  expect(sent).toHaveLength(1)
})

/** The text that a message to the one order is offered with; its selection is cleared again. */
async function offeredTo(page: Page, title: string): Promise<string> {
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Send messages' }).click()
  const text = await page.getByRole('dialog').getByRole('textbox').inputValue()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  return text
}

it('says which of many messages failed, wherever its admin is by then, and keeps the text for those alone', async () => {
  const uma = await server.client('Uma Pillai')
  const orders: Record<string, string> = {}
  for (const title of ['dairy', 'mill', 'barn']) {
    orders[title] = await uma.order()
    await admin.put('/api/rename-order', { orderId: orders[title], title })
  }
  const page = await desk()
  const select = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check()
  const text = page.getByRole('dialog').getByRole('textbox')
  const open = () => page.getByRole('button', { name: 'Send messages' }).click()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/send-message', async (route) => {
    await answered.promise
    if (route.request().postDataJSON().orderId === orders.dairy) return route.continue()
    return route.fulfill({ status: 500, json: { message: 'Not now' } })
  })
  await page.getByRole('link', { name: 'Leads', exact: true }).first().click()
  await page.waitForURL('**/leads')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await select('dairy')
  await select('mill')
  await open()
  await text.fill('The milk is here.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 messages' }).click()
  await page.getByText('Sending').first().waitFor()
  await page.goBack()
  await page.waitForURL('**/leads')
  answered.resolve()
  await page.getByText('1 message sent').waitFor()
  await page.getByText('Couldn’t send 1 message').waitFor()
  await page.getByText('mill: Not now').waitFor()

  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  expect(await offeredTo(page, 'barn')).toBe('')
  expect(await offeredTo(page, 'mill')).toBe('The milk is here.')
})

it('offers the text of messages to many, after a reload among them, to those alone that have not got it', async () => {
  const noor = await server.client('Noor Qazi')
  const orders: Record<string, string> = {}
  for (const title of ['spindle', 'wheel']) {
    orders[title] = await noor.order()
    await admin.put('/api/rename-order', { orderId: orders[title], title })
  }
  const page = await desk('/orders?search=Noor')
  const select = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check()
  const open = () => page.getByRole('button', { name: 'Send messages' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox')
  await page.route('**/api/send-message', async (route) => {
    if (route.request().postDataJSON().orderId === orders.spindle) await route.continue()
  })
  await select('spindle')
  await select('wheel')
  await open()
  await text.fill('The wool is here.')
  await dialog.getByRole('button', { name: 'Send 2 messages' }).click()
  await dialog.getByText('Message sent').waitFor()
  await page.reload()
  await isLive(page)
  expect(await offeredTo(page, 'spindle')).toBe('')
  expect(await offeredTo(page, 'wheel')).toBe('The wool is here.')
})

it('goes on from the row one was at, once the preview is closed or the selection is over', async () => {
  const page = await desk('/orders?search=Vivek', { viewport: { width: 1440, height: 900 } })
  const rows = await namesIn(page)
  const names = () => page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('a')?.textContent)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await page
    .getByRole('complementary', { name: `Preview of ${rows[1]}` })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect.poll(names).toBe(rows[1])
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.poll(names).toBe(rows[1])
  await page.keyboard.press('j')
  expect(await focused(page)).toBe(rows[2])
})

it('previews what is still to pay without what is reported', async () => {
  const zoya = await server.client('Zoya Contractor')
  const orderId = await zoya.order()
  await admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  const paidOn = new Date(server.now()).toISOString().slice(0, 10)
  const report = { orderId, payment: 'payment-1', amount: '13000', reference: '6337 4412 9075', paidOn }
  expect((await zoya.post('/api/report-payment', report)).status).toBe(200)
  const page = await desk('/orders?search=Zoya', { viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: /^Preview/ }).click()
  const started = page.getByRole('complementary', { name: /^Preview of/ }).getByText(/^Started/)
  await expect.poll(() => started.textContent()).toMatch(/₹52,000 to pay\.$/)
})

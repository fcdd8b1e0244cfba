import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { holdAnswer, isLive, isRouted, openBrowser, person, resumeSession, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, soon } from './order-scene.ts'

let server: TestServer
let browser: Browser
/** Two admins, the first with the page open. */
let meera: Visitor
let devika: Visitor
let page: Page
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  meera = await server.admin()
  devika = await anotherAdmin()
  page = await opened()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function anotherAdmin(): Promise<Visitor> {
  const email = 'devika@longhand.example'
  await meera.post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
  const visitor = server.visitor()
  const form = { token, name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  expect((await visitor.post('/api/accept-invitation', form)).status).toBe(201)
  return visitor
}

/** The page of the leads, on a window of its own. */
async function opened(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const { context, page } = await person(browser, server.url, { viewport: { width: 1440, height: 900 }, ...options })
  await resumeSession(context, meera)
  await page.goto('/leads')
  await isLive(page)
  return page
}

const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' }
/** A visitor asks for prices. Answers the lead's id. */
async function asks(name: string, more: object = {}): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
  const details = { name, email, phone: '98450 12345', source: 'customer-filter', years: 12, answers, ...more }
  expect((await server.visitor().post('/api/submit-details', details)).status).toBe(200)
  return devika.idOf(email)
}

const column = (stage: string, on = page) => on.getByRole('region', { name: new RegExp(`^${stage} \\d+$`) })
const line = (name: string, stage: string, on = page) =>
  column(stage, on).getByRole('link', { name: new RegExp(`^${name}`) })
const panel = (name: string, on = page) => on.getByRole('complementary', { name })
const count = (stage: string, number: number, on = page) =>
  on.getByRole('heading', { name: `${stage} ${number}` }).waitFor()

/** Waits until the line of a lead has the focus. */
const focused = (name: string) => page.locator('[data-lead]:focus').filter({ hasText: name }).waitFor()

/** What a quick tap does: it leaves a field and follows a link before the page is drawn again. */
const tapped = (link: HTMLElement | SVGElement) => {
  link.focus()
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

describe('the page of the leads', () => {
  // spec: 2.31
  it('says so when there are none, and is reached from the bar', async () => {
    await page.getByText('No leads yet.').waitFor()
    await page.getByText('No visitors in this period.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'No calls due today. No new leads.' }).waitFor()
    const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads' })
    expect(await link.getAttribute('aria-current')).toBe('page')
  })

  it('says nothing of new leads while it is searched', async () => {
    await page.goto('/leads?q=lepcha')
    await page.getByRole('heading', { level: 1, name: 'No calls due today.', exact: true }).waitFor({ timeout: 3_000 })
    await page.goto('/leads')
    await isLive(page)
  })

  // spec: 2.17
  it('shows who asks at once, and what they said as text', async () => {
    await asks('Nima Lepcha', { employees: 0, customers: 1500 })
    await line('Nima Lepcha', 'New').click()
    const lead = panel('Nima Lepcha')
    await lead.getByRole('heading', { name: 'Nima Lepcha passed the test. Not contacted yet.' }).waitFor()
    const links = await lead.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    expect(links.slice(1)).toEqual(['tel:+919845012345', 'mailto:nima.lepcha%40example.com'])
    expect(await lead.locator('dl').last().locator('dd').allTextContents()).toEqual(['12', '0', 'not given', '1,500'])
    expect(await lead.getByRole('table', { name: 'Fit test: passed' }).getByRole('row').count()).toBe(5)
    await count('New', 1)
    expect(await violations(page)).toEqual([])
  })

  // spec: 2.17
  it('moves a lead that is dragged to another column, for the other admin too', async () => {
    await asks('Dolma Bhutia')
    const other = await opened()
    onTestFinished(() => other.context().close())
    await line('Dolma Bhutia', 'New').dragTo(column('Contacted'), { targetPosition: { x: 60, y: 60 } })
    await line('Dolma Bhutia', 'Contacted').waitFor()
    await line('Dolma Bhutia', 'Contacted', other).waitFor()
    await count('Contacted', 1, other)
    await page.reload()
    await line('Dolma Bhutia', 'Contacted').waitFor()
  })

  it('takes a move back by one request', async () => {
    await asks('Lhamo Tamang')
    await line('Lhamo Tamang', 'New').focus()
    await page.keyboard.press('2')
    await line('Lhamo Tamang', 'Contacted').waitFor()
    const answer = page.waitForResponse('**/api/move-lead')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await answer).status()).toBe(200)
    await line('Lhamo Tamang', 'New').waitFor()
  })

  it('leaves single keys alone once they are turned off', async () => {
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const turn = async (check: 'check' | 'uncheck') => {
      await page.getByRole('button', { name: 'all shortcuts' }).click()
      await help.getByLabel('Use single-key shortcuts')[check]()
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
    }
    await turn('uncheck')
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    const isSearching = () => search.evaluate((field) => field === document.activeElement)
    expect(await isSearching()).toBe(false)
    await turn('check')
    await page.keyboard.press('/')
    await expect.poll(isSearching, soon).toBe(true)
    await search.blur()
  })

  it('is worked by keys alone: to a lead, to its stage, its date, and back', async () => {
    await asks('Karma Wangdi')
    await line('Karma Wangdi', 'New').waitFor()
    await page.keyboard.press('J') // as with Caps Lock
    await focused('Karma Wangdi')
    await page.keyboard.press('4')
    await line('Karma Wangdi', 'Lost').waitFor()
    await focused('Karma Wangdi')
    await page.keyboard.press('Enter')
    await panel('Karma Wangdi').getByLabel('Reason lost', { exact: true }).fill('Wants a shop, not a site.')
    await page.keyboard.press('Enter')
    await line('Karma Wangdi', 'Lost').getByText('Wants a shop, not a site.').waitFor()
    await page.keyboard.press('Escape')
    await focused('Karma Wangdi')
    await page.keyboard.press('2')
    await line('Karma Wangdi', 'Contacted').waitFor()
    await focused('Karma Wangdi')
    await page.keyboard.press('d')
    const date = panel('Karma Wangdi').getByLabel('Follow-up date', { exact: true })
    await expect.poll(() => date.evaluate((field) => field === document.activeElement), soon).toBe(true)
    await line('Karma Wangdi', 'Contacted').focus()
    await page.keyboard.press('D') // as with Caps Lock
    await expect.poll(() => date.evaluate((field) => field === document.activeElement), soon).toBe(true)
    await panel('Karma Wangdi').getByRole('link', { name: 'Back to the list' }).press('Enter')
    await focused('Karma Wangdi')
    await page.keyboard.press('d')
    await date.fill('2020-01-06T11:30')
    await page.keyboard.press('Enter')
    await column('Contacted').getByRole('heading', { name: 'Overdue' }).waitFor()
    await page.getByRole('heading', { level: 1, name: '1 call due today. It is overdue.' }).waitFor()
    await page.keyboard.press('Escape')
    await panel('Karma Wangdi').waitFor({ state: 'detached' })
    await focused('Karma Wangdi')
    const { body } = await devika.get(`/api/get-lead?id=${await devika.idOf('karma.wangdi@example.com')}`)
    expect(body.lead.followUpAt).toBe('2020-01-06T06:00:00.000Z')
  })

  it('keeps the focus on a lead that another admin moves', async () => {
    await line('Karma Wangdi', 'Contacted').focus()
    const leadId = await devika.idOf('karma.wangdi@example.com')
    expect((await devika.put('/api/move-lead', { leadId, stage: 'lost' })).status).toBe(200)
    await line('Karma Wangdi', 'Lost').waitFor()
    await focused('Karma Wangdi')
    await page.keyboard.press('2')
    await line('Karma Wangdi', 'Contacted').waitFor()
    await focused('Karma Wangdi')
  })

  it('takes the focus no more once it was elsewhere, whoever moves the lead', async () => {
    await line('Karma Wangdi', 'Contacted').focus()
    const leadId = await devika.idOf('karma.wangdi@example.com')
    await devika.put('/api/move-lead', { leadId, stage: 'lost' })
    await line('Karma Wangdi', 'Lost').waitFor()
    await focused('Karma Wangdi')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body), soon).toBe(true)
    await devika.put('/api/move-lead', { leadId, stage: 'contacted' })
    await line('Karma Wangdi', 'Contacted').waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  it('leaves the focus to an admin who goes on before a move is through', async () => {
    await expect.poll(() => page.locator('[aria-busy=true]').count(), soon).toBe(0) // the move before is done
    await line('Karma Wangdi', 'Contacted').focus()
    const moves: Route[] = []
    await page.route('**/api/move-lead', (route) => void moves.push(route), { times: 1 })
    await isRouted(page)
    await page.keyboard.press('4')
    await expect.poll(() => moves.length, soon).toBe(1)
    await page.keyboard.press('/')
    await moves[0]!.continue()
    await line('Karma Wangdi', 'Lost').waitFor()
    await page.getByText('Karma Wangdi moved to Lost').waitFor() // what is done after a move is done
    await page.keyboard.type('kar')
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('kar')
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('')
    await line('Karma Wangdi', 'Lost').focus()
    await page.keyboard.press('2')
    await line('Karma Wangdi', 'Contacted').waitFor()
    await focused('Karma Wangdi')
  })

  it('finds what is typed, and what is late', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('lepcha')
    await line('Dolma Bhutia', 'Contacted').waitFor({ state: 'detached' })
    await line('Nima Lepcha', 'New').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('lepcha')
    const found = page.getByRole('status').filter({ hasText: 'found' })
    await expect.poll(() => found.textContent()).toBe('1 found')
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('nobody at all')
    await page.getByText('No leads match.').waitFor()
    await expect.poll(() => found.textContent()).toBe('0 found')
    await page.keyboard.press('Escape')
    await line('Dolma Bhutia', 'Contacted').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('searchbox', { name: 'Search leads' }).evaluate((it) => it.matches(':focus'))).toBe(
      false,
    )
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Overdue 1' }).click()
    await line('Nima Lepcha', 'New').waitFor({ state: 'detached' })
    await line('Karma Wangdi', 'Contacted').waitFor()
    await page.goBack()
    await line('Nima Lepcha', 'New').waitFor()
  })

  it.each<[string, (link: Locator) => Promise<void>]>([
    [
      'by a hand, while its list is on its way',
      async (link) => {
        await page.route('**/api/get-leads?*', () => {}, { times: 1 })
        await link.click({ delay: 100 })
      },
    ],
    ['by a tap', (link) => link.evaluate(tapped)],
  ])('keeps a search that was typed a moment before a filter was chosen %s', async (_, press) => {
    const search = page.getByRole('searchbox', { name: 'Search leads' })
    await search.fill('karma')
    const late = page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Overdue 1' })
    await press(late)
    await page.waitForURL('**/leads?*show=late*')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('karma')
    await search.fill('')
    await page.waitForURL('**/leads?show=late')
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: /^All/ }).click()
    await line('Nima Lepcha', 'New').waitFor()
  })

  it('searches once for words behind which a space is typed while their list comes', async () => {
    const slow = await opened()
    onTestFinished(() => slow.context().close())
    await slow.clock.install()
    const search = slow.getByRole('searchbox', { name: 'Search leads' })
    const loads: string[] = []
    slow.on(
      'request',
      (request) => /get-leads\?stage=new&search=karma/.test(request.url()) && loads.push(request.url()),
    )
    const release = await holdAnswer(slow, '**/api/get-leads?*')
    await search.fill('karma')
    await slow.clock.runFor(250)
    await expect.poll(() => loads.length, soon).toBe(1)
    await search.press('End')
    await search.press(' ')
    release()
    await line('Nima Lepcha', 'New', slow).waitFor({ state: 'detached' })
    await slow.clock.runFor(250)
    await search.fill('')
    await slow.clock.runFor(250)
    await line('Nima Lepcha', 'New', slow).waitFor()
    expect(loads).toHaveLength(2) // the second as it is followed
  })

  it.each([
    ['searched next', 'karma'],
    ['emptied by Escape', ''],
  ])('keeps a search that is %s as the list of the words before comes', async (_, last) => {
    const slow = await opened()
    onTestFinished(() => slow.context().close())
    const search = slow.getByRole('searchbox', { name: 'Search leads' })
    const release = await holdAnswer(slow, '**/api/get-leads?*')
    const first = slow.waitForRequest('**/api/get-leads?*')
    await search.fill('kar')
    await first
    // It is done in the moment in which the list stands there, before anything else is.
    await search.evaluate((field: HTMLInputElement, last) => {
      const list = new MutationObserver(() => {
        list.disconnect()
        if (last) field.blur()
        else field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        requestAnimationFrame(() => setTimeout(() => document.documentElement.setAttribute('data-last', field.value)))
      })
      list.observe(document.querySelector('.leads-columns')!, { childList: true, subtree: true })
    }, last)
    if (last) await search.fill(last)
    release()
    await expect.poll(() => slow.locator('html').getAttribute('data-last'), soon).toBe(last)
  })

  it('saves no date that is typed by half', async () => {
    await line('Karma Wangdi', 'Contacted').click()
    const lead = panel('Karma Wangdi')
    const date = lead.getByLabel('Follow-up date', { exact: true })
    expect(await date.inputValue()).not.toBe('')
    await date.focus()
    await page.keyboard.press('Backspace')
    expect(await date.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await lead.getByRole('button', { name: 'Save lead' }).click()
    await hasFocus(date)
    expect(sent.filter((url) => url.includes('/api/update-lead'))).toEqual([])
    await date.fill('')
    await lead.getByRole('button', { name: 'Save lead' }).click()
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Overdue 0' }).waitFor()
  })

  it('says that a note was saved where only the lead couldn’t be loaded again', async () => {
    await asks('Dawa Bhutia')
    await line('Dawa Bhutia', 'New').click()
    const note = panel('Dawa Bhutia').getByLabel('Note', { exact: true })
    await note.fill('Ring before noon.')
    await page.route('**/api/get-lead?**', (route) => route.abort())
    onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
    await isRouted(page)
    await panel('Dawa Bhutia').getByRole('button', { name: 'Save lead' }).click()
    await page.getByText('This page couldn’t be updated. Reload it.').waitFor()
    await expect.poll(() => panel('Dawa Bhutia').locator('[data-unsaved]').count(), soon).toBe(0)
    await page.getByText('Saved', { exact: true }).first().waitFor()
  })

  it('counts a lead as overdue also where the clock of the browser is ahead', async () => {
    const minute = 60_000
    const followUpAt = new Date(server.now() + 2 * minute).toISOString()
    await devika.put('/api/update-lead', { leadId: await asks('Pema Sherpa'), followUpAt })
    const { context, page } = await person(browser, server.url, { viewport: { width: 1440, height: 900 } })
    onTestFinished(() => context.close())
    await resumeSession(context, meera)
    await page.routeWebSocket('**/socket.io/**', (line) => line.close())
    await page.clock.install({ time: server.now() + 5 * minute })
    const counted = page.waitForResponse('**/api/get-lead-counts?**')
    await page.goto('/leads')
    await counted
    const overdue = page.getByRole('link', { name: /^Overdue \d+$/ })
    const before = await overdue.textContent()
    server.advanceTime(3 * minute)
    await page.clock.fastForward(minute)
    await expect.poll(() => overdue.textContent(), soon).not.toBe(before)
  })
})

describe('two admins at once', () => {
  it('are told when they wrote on one note, and nothing is lost', async () => {
    const leadId = await asks('Pema Tamang')
    await line('Pema Tamang', 'New').click()
    const lead = panel('Pema Tamang')
    await lead.getByLabel('Note', { exact: true }).fill('Ring before noon.')
    await devika.put('/api/update-lead', { leadId, note: 'Wants a price list.' })
    await lead.getByText('Devika Menon changed this to').waitFor()
    await lead.getByRole('button', { name: 'Keep mine' }).click()
    await lead.getByRole('button', { name: 'Save lead' }).click()
    await expect
      .poll(async () => (await devika.get(`/api/get-lead?id=${leadId}`)).body.lead.note, soon)
      .toBe('Ring before noon.')
  })

  it('are told when one moved what the other was moving, and nothing is moved back', async () => {
    const leadId = await asks('Sonam Rai')
    await line('Sonam Rai', 'New').click()
    // The other admin is faster by as much as the request is under way.
    const overtake = async (route: Route) => {
      await devika.put('/api/move-lead', { leadId, stage: 'lost' })
      await route.continue()
    }
    await page.route('**/api/move-lead', overtake, { times: 1 })
    await panel('Sonam Rai').getByLabel('Stage').selectOption('Contacted')
    await page.getByText('Devika Menon has just moved Sonam Rai to Lost. Your change wasn’t saved.').waitFor()
    await line('Sonam Rai', 'Lost').waitFor()
    await expect.poll(() => panel('Sonam Rai').getByLabel('Stage').inputValue(), soon).toBe('lost')
  })

  it('both see what was noted while the line was down', async () => {
    const leadId = await devika.idOf('sonam.rai@example.com')
    await page.context().setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await devika.put('/api/update-lead', { leadId, note: 'Too early.' })
    await asks('Late Comer')
    await page.context().setOffline(false)
    await line('Late Comer', 'New').waitFor()
    await expect
      .poll(() => panel('Sonam Rai').getByLabel('Note', { exact: true }).inputValue(), soon)
      .toBe('Too early.')
  })

  it('see in the open lead what was noted while the server could not answer', async () => {
    const leadId = await devika.idOf('sonam.rai@example.com')
    const refused = page.waitForResponse((response) => response.status() === 503)
    await page.route('**/api/get-lead?**', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }), {
      times: 1,
    })
    await devika.put('/api/update-lead', { leadId, note: 'Not this year.' })
    await refused
    const note = panel('Sonam Rai').getByLabel('Note', { exact: true })
    await expect.poll(() => note.inputValue(), soon).toBe('Not this year.')
  })

  it('find what they wrote and did not save, after a look at another lead', async () => {
    await asks('Karma Lama')
    await asks('Rinzin Bhutia')
    await line('Karma Lama', 'New').click()
    const note = panel('Karma Lama').getByLabel('Note', { exact: true })
    await note.fill('Ring before noon.')
    await line('Rinzin Bhutia', 'New').click()
    await panel('Rinzin Bhutia').getByLabel('Note', { exact: true }).waitFor()
    await line('Karma Lama', 'New').click()
    await note.waitFor()
    expect(await note.inputValue()).toBe('Ring before noon.')
  })
})

describe('converting a lead', () => {
  it('invites them by mail, and shows when they have come', async () => {
    const email = 'tenzin.dorji@example.com'
    await asks('Tenzin Dorji')
    await line('Tenzin Dorji', 'New').click()
    const lead = panel('Tenzin Dorji')
    await lead.getByRole('button', { name: 'Convert to client' }).click()
    await lead.getByText('Invited. The link sent to tenzin.dorji@example.com is valid until').waitFor()
    await line('Tenzin Dorji', 'Won').waitFor()
    await lead.getByRole('button', { name: 'Withdraw invitation' }).click()
    await hasFocus(lead.getByRole('heading', { name: /^Tenzin Dorji/ }))
    await lead.getByRole('button', { name: 'Invite as client' }).click()

    const path = /\/invitation\/\S+/.exec(await server.mailTo(email, 2))![0]
    const { context, page: guest } = await person(browser, server.url)
    onTestFinished(() => context.close())
    await guest.goto(path)
    await guest.getByRole('heading', { name: 'You’re invited to start a project with us.' }).waitFor()
    await expect.poll(() => guest.getByLabel('Full Name').inputValue(), soon).toBe('Tenzin Dorji')
    await guest.getByLabel('Password', { exact: true }).fill('bread-at-six-gone-by-ten')
    await guest.getByRole('button', { name: 'Create my account' }).click()
    await guest.waitForURL(/\/dashboard$/)

    await lead.getByText('Email address confirmed.').waitFor()
    await line('Tenzin Dorji', 'Won').getByText('Client').waitFor()
  })

  it('sends an invitation again without winning a lead that was lost since', async () => {
    await asks('Pema Sherpa')
    await line('Pema Sherpa', 'New').click()
    const lead = panel('Pema Sherpa')
    await lead.getByRole('button', { name: 'Convert to client' }).click()
    await lead.getByRole('button', { name: 'Resend invitation' }).waitFor()
    await line('Pema Sherpa', 'Won').waitFor()
    await lead.getByLabel('Stage').selectOption('Lost')
    await line('Pema Sherpa', 'Lost').waitFor()
    await lead.getByRole('button', { name: 'Resend invitation' }).click()
    await page.getByText('Invitation sent. It’s valid for 7 days.').waitFor()
    await server.mailTo('pema.sherpa@example.com', 2)
    await line('Pema Sherpa', 'Lost').waitFor()
  })

  it('tells who may be the same person, also where that could not be loaded at first', async () => {
    await asks('Sonam Bhutia', { phone: '98450 99999' })
    await line('Sonam Bhutia', 'New').waitFor()
    await page.route('**/api/get-lead?*', (route) => route.abort(), { times: 1 })
    await asks('Bhutia Sonam', { phone: '98450 99999' })
    for (const name of ['Sonam Bhutia', 'Bhutia Sonam']) {
      await line(name, 'New').getByText('possible duplicate').waitFor()
    }
  })

  it('tells who may be the same person, as no more than that', async () => {
    await asks('T. Dorji', { phone: '98450 88888' })
    await line('T. Dorji', 'New').click()
    await panel('T. Dorji').waitFor()
    await asks('Dorji Tenzin', { phone: '98450 88888' })
    await panel('T. Dorji').getByRole('region', { name: 'Possible duplicates' }).getByText('Dorji Tenzin').waitFor()
    for (const name of ['T. Dorji', 'Dorji Tenzin']) await line(name, 'New').getByText('possible duplicate').waitFor()
    await line('Dorji Tenzin', 'New').click()
    const alike = panel('Dorji Tenzin').getByRole('region', { name: 'Possible duplicates' })
    await alike.getByText('(t.dorji@example.com, New) has the same phone number.').waitFor()
    await alike.getByRole('link', { name: 'T. Dorji' }).click()
    await panel('T. Dorji').waitFor()
  })
})

it('has the funnel’s numbers, as a table', async () => {
  const visitor = server.visitor()
  const { ticket } = (await visitor.post('/api/begin-funnel', {})).body
  await visitor.post('/api/begin-funnel', {})
  await visitor.post('/api/record-funnel-step', { ticket, step: 'test' })
  await expect.poll(async () => (await meera.get('/api/get-funnel')).body.steps[1].reached, soon).toBe(1)
  await page.goto('/leads?days=90')
  await page.getByRole('heading', { name: '0 of 2 visitors registered.' }).waitFor()
  const row = page.getByRole('table', { name: /^Funnel/ }).getByRole('row', { name: /^Reached/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '1', '0', '0', '0', '0', '0', '0', '0'])
})

it('has the funnel’s numbers of what was done before the page was connected', async () => {
  const { context, page } = await person(browser, server.url, { viewport: { width: 1440, height: 900 } })
  onTestFinished(() => context.close())
  await resumeSession(context, meera)
  let hasLine = false
  await page.routeWebSocket('**/socket.io/**', (line) => void (hasLine ? line.connectToServer() : line.close()))
  await page.clock.install()
  await page.goto('/leads?days=90')
  const began = page
    .getByRole('table', { name: /^Funnel/ })
    .getByRole('row', { name: /^Reached/ })
    .getByRole('cell')
  await expect.poll(() => began.first().textContent(), soon).toBe('2')
  await server.visitor().post('/api/begin-funnel', {})
  await expect.poll(async () => (await meera.get('/api/get-funnel')).body.steps[0].reached, soon).toBe(3)
  await page.clock.fastForward(10_000)
  hasLine = true
  await isLive(page)
  await expect.poll(() => began.first().textContent(), soon).toBe('3')
})

it('fits a phone: a column at a time, and the open lead in its place', async () => {
  const phone = await opened({ viewport: { width: 360, height: 780 }, hasTouch: true, reducedMotion: 'reduce' })
  onTestFinished(() => phone.context().close())
  await line('Nima Lepcha', 'New', phone).waitFor()
  expect(await line('Dolma Bhutia', 'Contacted', phone).isVisible()).toBe(false)
  await phone.getByRole('button', { name: /^Contacted/ }).click()
  await line('Dolma Bhutia', 'Contacted', phone).waitFor()
  await expectNoOverflow(phone)
  expect(await violations(phone)).toEqual([])
  await line('Dolma Bhutia', 'Contacted', phone).click()
  await panel('Dolma Bhutia', phone).getByLabel('Stage').selectOption('Won')
  await phone.getByText('Dolma Bhutia moved to Won').waitFor()
  await expectNoOverflow(phone)
  expect(await violations(phone)).toEqual([])
  await phone.getByRole('link', { name: 'Back to the list' }).click()
  await phone.getByRole('button', { name: /^Won/ }).click()
  await line('Dolma Bhutia', 'Won', phone).waitFor()
})

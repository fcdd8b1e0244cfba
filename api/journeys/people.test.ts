import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { holdAnswer, isRouted, loseAnswers, openBrowser, person, resumeSession } from './browsing.ts'
import { expectNoOverflow, hasFocus, soon } from './order-scene.ts'

let server: TestServer
let browser: Browser
let admin: Visitor
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  admin = await server.admin()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const phone = { viewport: { width: 360, height: 780 } }
async function pageOf(visitor: Visitor, options: Parameters<typeof person>[2] = {}): Promise<Page> {
  const { context, page } = await person(browser, server.url, options)
  onTestFinished(() => context.close())
  await resumeSession(context, visitor)
  return page
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor()
/** What became of the first invitation is told; then another is sent. */
async function isOvertaken(page: Page, form: Locator) {
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await says(page, 'accepted, withdrawn or replaced since')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await says(page, 'Invitation sent')
}
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
const idOf = async (visitor: Visitor): Promise<string> => (await visitor.get('/api/session')).body.id

describe('the people', () => {
  // spec: 2.30
  it('are found by name, suspended by keyboard, and let in again, live on the page of another admin', async () => {
    const client = await server.client('Tashi Bhutia')
    await server.client('Farhan Qureshi')
    await client.order()
    const [desk, other, theirs] = [await pageOf(admin), await pageOf(admin, phone), await pageOf(client)]
    await Promise.all([desk.goto('/people'), other.goto('/people'), theirs.goto('/dashboard')])
    await Promise.all([live(desk), live(other), live(theirs)])
    await expectNoOverflow(other)

    await desk.getByRole('link', { name: 'Turn it on' }).click()
    const factor = desk.getByRole('heading', { name: 'Two-step verification' })
    const top = () => factor.evaluate((heading) => heading.getBoundingClientRect().top / innerHeight)
    await expect.poll(top, soon).toBeLessThan(0.5)
    await desk.goBack()
    await desk.getByLabel('Find a client').fill('tashi')
    await says(desk, '1 found')
    expect(new URL(desk.url()).search).toBe('?q=tashi')
    await desk.getByText('1 open').waitFor()
    await desk.getByRole('link', { name: 'Tashi Bhutia', exact: true }).press('Enter')
    await says(desk, '1 open.')
    await desk.getByRole('link', { name: 'Tashi Bhutia #1', exact: true }).waitFor()

    await desk.getByRole('button', { name: 'Suspend' }).press('Enter')
    await desk.getByRole('dialog', { name: 'Suspend Tashi Bhutia?' }).waitFor()
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Enter')
    await says(desk, 'Account suspended')
    await says(desk, 'Suspended.')
    await isAt(theirs, '/login')
    await other.getByRole('button', { name: 'Reactivate Tashi Bhutia' }).click()
    await says(other, 'Account reactivated')
    await other.getByRole('button', { name: 'Undo' }).click()
    await says(other, 'Account suspended')
    await other.getByRole('button', { name: 'Reactivate Tashi Bhutia' }).click()
    await desk.getByRole('button', { name: 'Suspend' }).waitFor()

    await desk.goBack()
    await says(desk, '1 found')
    await hasFocus(desk.getByRole('link', { name: 'Tashi Bhutia', exact: true }))
    await desk.getByLabel('Find a client').fill('nobody of that name')
    await says(desk, 'No client matches this name, email address or phone number.')
  })

  it('have the focus on the page after Back, unless it was left by a link of theirs that can have it', async () => {
    await server.client('Jaya Pillai')
    const desk = await pageOf(admin)
    await desk.goto('/people?q=jaya')
    const [main, link] = [desk.locator('#main'), desk.getByRole('link', { name: 'Jaya Pillai', exact: true })]
    await link.focus()
    const elsewhere = desk.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' })
    await elsewhere.press('Enter')
    await isAt(desk, '/orders')
    await desk.goBack()
    await link.waitFor()
    await hasFocus(main)

    await link.press('Enter')
    await desk.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    await elsewhere.focus()
    await desk.evaluate(() => {
      const style = new CSSStyleSheet()
      style.replaceSync('main a { visibility: hidden }') // as in what is closed
      document.adoptedStyleSheets = [style]
    })
    await desk.goBack()
    await says(desk, '1 found')
    await hasFocus(main)
  })

  it('are invited, and an invitation is withdrawn', async () => {
    const page = await pageOf(admin, phone)
    await page.goto('/people')
    const form = page.getByRole('form', { name: 'Invite someone' })
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await says(page, 'Please enter an email address')
    await form.getByRole('button', { name: 'Admin' }).click()
    await form.getByLabel('Email address').fill('devika@longhand.example')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your password', { exact: true }).fill(adminLogin.password)
    await page.keyboard.press('Enter')
    await says(page, /Invited by meera. The link is valid until/)
    expect(await server.mailTo('devika@longhand.example')).toContain('/invitation/')
    await expectNoOverflow(page)
    await hasFocus(form.getByLabel('Email address')) // for the next one
    const again = page.getByRole('button', { name: 'Resend invitation to devika@longhand.example' })
    await Promise.all([page.waitForResponse('**/api/invite-admin'), again.press('Enter')])
    await expect.poll(() => again.isEnabled()).toBe(true)
    await hasFocus(again)
    await page.getByRole('button', { name: 'Withdraw invitation for devika@longhand.example' }).click()
    await says(page, 'Invitation withdrawn')
    await page.getByText(/Invited by meera/).waitFor({ state: 'detached' })
  })

  it('are suspended anew, where that was undone elsewhere after its answer was lost', async () => {
    const client = await server.client('Nima Lepcha')
    const personId = await idOf(client)
    const page = await pageOf(admin)
    await page.goto('/people')
    await live(page)
    const suspend = async () => {
      await page.getByRole('button', { name: 'Suspend Nima Lepcha' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    }
    const suspensionsCome = await loseAnswers(page, '/api/suspend-account')
    await suspend()
    await says(page, 'nothing will be saved twice')
    await suspensionsCome()
    await page.getByRole('button', { name: 'Reactivate Nima Lepcha' }).waitFor()
    await admin.put('/api/reinstate-account', { personId })
    await suspend()
    await says(page, 'Account suspended')
    await expect
      .poll(async () => (await admin.get(`/api/get-person?id=${personId}`)).body.data[0].status)
      .toBe('suspended')
  })

  it('are logged out anew, who came back after the answer was lost', async () => {
    const client = await server.client('Karma Lepcha')
    const { id, email } = (await client.get('/api/session')).body
    const page = await pageOf(admin)
    await page.goto(`/people/${id}`)
    await live(page)
    const end = async () => {
      await page.getByRole('button', { name: 'Log out everywhere' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const answersCome = await loseAnswers(page, '/api/end-sessions')
    const isBack = Promise.withResolvers<void>()
    await page.route('**/api/get-person?*', async (route) => {
      await isBack.promise
      await route.continue()
    })
    await end()
    await says(page, 'nothing will be saved twice')
    expect((await client.get('/api/session')).status).toBe(401)
    await client.post('/api/login', { email, password: 'bread-at-six-gone-by-ten' })
    isBack.resolve()
    await answersCome()
    await end()
    await says(page, 'Logged out on all devices')
    expect((await client.get('/api/session')).status).toBe(401)
  })

  /** Invites a client from a page of its own, and loses the answer; answers come again then. */
  async function invitedWithoutAnswer(email: string) {
    const page = await pageOf(admin)
    await page.goto('/people')
    await live(page)
    const form = page.getByRole('form', { name: 'Invite someone' })
    const invitationsCome = await loseAnswers(page, '/api/invite-client')
    await form.getByLabel('Email address').fill(email)
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await says(page, 'nothing will be saved twice')
    await invitationsCome()
    return { page, form }
  }

  it('are invited anew, where that was withdrawn after its answer was lost', async () => {
    const email = 'pema@example.com'
    const { page, form } = await invitedWithoutAnswer(email)
    const withdraw = page.getByRole('button', { name: `Withdraw invitation for ${email}` })
    await withdraw.click()
    await withdraw.waitFor({ state: 'detached' })
    await isOvertaken(page, form)
    await withdraw.waitFor()
  })

  it('are invited anew, where another invitation took the place of that whose answer was lost', async () => {
    const email = 'dolma@example.com'
    const { page, form } = await invitedWithoutAnswer(email)
    await page.getByRole('button', { name: `Resend invitation to ${email}` }).click()
    await server.mailTo(email, 2)
    await isOvertaken(page, form)
    await server.mailTo(email, 3)
  })

  it('are invited one after the other: nothing is typed into what will be cleared', async () => {
    const page = await pageOf(admin)
    await page.goto('/people')
    await live(page)
    const form = page.getByRole('form', { name: 'Invite someone' })
    const field = form.getByLabel('Email address')
    await field.fill('pema@example.com')
    const release = await holdAnswer(page, '**/api/invite-client')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await server.mailTo('pema@example.com')
    await field.press('End')
    await page.keyboard.type('.np')
    expect(await field.inputValue()).toBe('pema@example.com')
    // The next one is written while the list is still loaded again.
    const show = await holdAnswer(page, '**/api/get-people*')
    release()
    await expect.poll(() => field.inputValue()).toBe('')
    await hasFocus(field)
    await page.keyboard.type('karma@example.com')
    expect(await field.inputValue()).toBe('karma@example.com')
    show()
  })

  // spec: 6.20
  it('are seen where they have an order open, for as long as they have', async () => {
    const client = await server.client('Asha Rao')
    const id = await client.order()
    const [desk, people, theirs] = [await pageOf(admin), await pageOf(admin), await pageOf(client, phone)]
    await people.goto('/people')
    await live(people)
    await theirs.goto(`/order-detail/${id}`)
    await live(theirs)
    await people.getByRole('region', { name: 'Online now' }).getByText('Asha Rao', { exact: true }).waitFor()
    await desk.goto(`/order-detail/${id}`)
    await says(desk, 'Asha Rao is viewing this')
    await says(theirs, 'Atelier is viewing this')
    await desk.goto('/orders')
    await theirs.getByText('Atelier is viewing this').waitFor({ state: 'detached' })
    await theirs.goto('/dashboard')
    await people.getByRole('region', { name: 'Online now' }).waitFor({ state: 'detached' })
  })

  it('are named on an order’s page as they change their name and phone number', async () => {
    const client = await server.client('Asha Rao')
    const desk = await pageOf(admin)
    await desk.goto(`/order-detail/${await client.order()}`)
    await live(desk)
    await client.put('/api/update-profile', { name: 'Asha Rao-Menon', phone: '+919812345678' })
    await desk.locator('a[href="tel:+919812345678"]').waitFor()
    await says(desk, 'Asha Rao-Menon')

    // Another tab is opened before what they changed last is there.
    const requested = Promise.withResolvers<void>()
    await desk.route('**/api/get-single-order?*', () => requested.resolve(), { times: 1 })
    await isRouted(desk)
    await client.put('/api/update-profile', { name: 'Asha Rao-Menon', phone: '+919812345679' })
    await requested.promise
    await desk.getByRole('navigation').getByRole('link', { name: 'Payment' }).click()
    await desk.waitForURL('**?tab=payment')
    await desk.locator('a[href="tel:+919812345679"]').waitFor({ state: 'attached' })
  })

  it('have the state of every order that is shown, behind the first page too', async () => {
    const client = await server.client('Asha Rao')
    const oldest = await client.order()
    for (let orders = 1; orders <= 50; orders++) await client.order()
    const desk = await pageOf(admin)
    await desk.goto(`/people/${await idOf(client)}`)
    await desk.getByRole('button', { name: 'Show the next 50' }).click()
    const row = desk.getByRole('listitem').filter({ has: desk.locator(`a[href$="${oldest}"]`) })
    await row.getByText('open', { exact: true }).waitFor()
    await admin.put('/api/rename-order', { orderId: oldest, title: 'The oldest of all' })
    await row.getByText('The oldest of all').first().waitFor()
    await admin.put('/api/complete-or-cancell', { orderId: oldest, status: 'complete' })
    await row.getByText('completed', { exact: true }).waitFor()
  })
})

describe('an admin who looks as a client', () => {
  // spec: 6.19
  it('sees the dashboard and the order as the client does, can change nothing, and finds the way out', async () => {
    const client = await server.client('Lata Menon')
    const [id, clientId] = [await client.order(), await idOf(client)]
    await admin.post('/api/send-message', { orderId: id, text: 'The first page is up' })
    const page = await pageOf(admin, phone)
    await page.goto(`/people/${clientId}`)
    await page.getByRole('link', { name: 'View as client', exact: true }).waitFor()
    await page.evaluate(() => scrollTo(0, 120))
    await page.getByRole('link', { name: 'View as client', exact: true }).click()
    await isAt(page, `/view-as/${clientId}/dashboard`)
    await says(page, /You’re viewing this as Lata Menon/)
    await live(page)
    expect(await page.evaluate(() => scrollY)).toBe(0) // however far the other page was read
    await page.getByText('1 unread').waitFor()
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Start another project' }).count()).toBe(0)
    await expectNoOverflow(page)

    await page.getByRole('link', { name: 'Lata Menon #1' }).click()
    await says(page, 'Your Answer')
    await says(page, 'The client can write messages and share files here.')
    await live(page)
    expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Edit answers' }).count()).toBe(0)
    // What happens meanwhile is seen as the client sees it.
    await admin.put('/api/rename-order', { orderId: id, title: 'Menon and daughters' })
    await says(page, 'Menon and daughters')
    await page.getByText('The first page is up').scrollIntoViewIfNeeded()
    // Other pages are not in the view.
    await page.goto(`/view-as/${clientId}/settings`)
    await isAt(page, `/view-as/${clientId}/dashboard`)
    expect((await client.get('/api/user-order')).body.data[0].unread_messages).toBe(1)

    await page.goto(`/view-as/${clientId}/order-detail/${id}`)
    await page.getByRole('link', { name: 'Back to the project' }).click()
    await isAt(page, `/order-detail/${id}`)
    await says(page, 'Client’s Answer')
  })

  it('sees the first project of a client as soon as there is one', async () => {
    const client = await server.client('Dechen Wangmo')
    const page = await pageOf(admin)
    await page.goto(`/view-as/${await idOf(client)}/dashboard`)
    await says(page, 'They haven’t sent their answers yet.')
    await client.order()
    await page.getByRole('link', { name: 'Dechen Wangmo #1' }).waitFor()
  })

  it('is told when that is not theirs to see', async () => {
    const [client, other] = [await server.client(), await server.client()]
    const page = await pageOf(client)
    await page.goto(`/view-as/${await idOf(other)}/dashboard`)
    await says(page, 'Only admins can view pages as a client')
    const visitor = await person(browser, server.url)
    onTestFinished(() => visitor.context.close())
    await visitor.page.goto(`/view-as/${await idOf(other)}/dashboard`)
    await isAt(visitor.page, '/login')
  })
})

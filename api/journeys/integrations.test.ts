import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { holdAnswer, isLive, loseAnswers, openBrowser, person, resumeSession, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, soon } from './order-scene.ts'

let server: TestServer
let browser: Browser
let admin: Visitor
let receiver: Server
let url: string
let status = 204
/** Two admins with the page open. */
let page: Page
let other: Page
beforeAll(async () => {
  server = await startTestServer({ webhooks: { loopback: true } })
  browser = await openBrowser()
  admin = await server.admin()
  receiver = createServer((_, response) => response.writeHead(status).end(status === 204 ? '' : 'Closed for today'))
  receiver.listen(0, '127.0.0.1')
  url = await new Promise<string>((listening) =>
    receiver.once('listening', () => listening(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`)),
  )
  ;[page, other] = [await opened(), await opened()]
})
afterAll(async () => {
  await browser?.close()
  receiver?.close()
  await server?.close()
})

const password = 'thirty-two-columns'

/** Another admin, who has accepted an invitation. */
async function newAdmin(email: string): Promise<Visitor> {
  await admin.post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
  const visitor = server.visitor()
  await visitor.post('/api/accept-invitation', { token, name: 'Devika Menon', phone: '98450 54321', password })
  return visitor
}

async function opened(width = 1280): Promise<Page> {
  const { context, page } = await person(browser, server.url, { viewport: { width, height: 800 } })
  await resumeSession(context, admin)
  await page.goto('/integrations')
  await isLive(page)
  return page
}
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })
const says = (page: Page, sentence: RegExp) =>
  expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), soon).toMatch(sentence)

describe('the integrations', () => {
  it('begin with nothing, and say so', () => says(page, /^No integrations yet\./))

  // spec: 10.1
  it('make a key by keyboard, that can be read once', async () => {
    await page.getByRole('button', { name: 'New API key' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Month-end export')
    await page.keyboard.press('Enter') // and forgot to say what it may do
    await page.getByText('Please choose at least one permission').waitFor()
    await hasFocus(page.locator('[name="scopes"]').first())
    await page.keyboard.press('Space')
    await page.getByLabel('Read payments').check()
    // A stolen session makes none: the password is asked for again, and a closed dialog leaves what was written.
    await page.context().clearCookies({ name: 'confirmed' })
    // Where the dialog cannot be loaded, nothing that was written is lost.
    await page.route('**/assets/ConfirmPassword*', (route) => route.abort())
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    await page.getByText('Please try again.').first().waitFor()
    await page.unroute('**/assets/ConfirmPassword*')
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    await page.getByLabel('Your password', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Please enter your password to go on').first().waitFor()
    await page.getByRole('button', { name: 'Create key' }).press('Enter')
    await page.getByLabel('Your password', { exact: true }).fill(adminLogin.password)
    await page.keyboard.press('Enter')
    const key = (await page.getByText(/^atl_[\w-]{43}$/).textContent())!
    const answer = await fetch(`${server.url}/api/get-orders`, { headers: { Authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
    expect(await violations(page)).toEqual([])

    // The other admin sees that there is one, and not what it is.
    await section(other, 'API keys').getByText('Month-end export').first().waitFor()
    await says(other, /1 API key/)
    expect(await other.content()).not.toContain(key.slice(8))
    await page.reload()
    await section(page, 'API keys').getByText('Month-end export').first().waitFor()
    expect(await page.content()).not.toContain(key.slice(8))
    expect(await page.content()).toContain(key.slice(0, 8))
  })

  // spec: 10.3
  it('revoke it on the other admin’s page too', async () => {
    await section(other, 'API keys').getByRole('button', { name: 'Revoke key Month-end export' }).click()
    const revoke = other.getByRole('button', { name: 'Revoke key', exact: true })
    await other.route('**/api/revoke-api-key**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Not now' } }),
    )
    await revoke.click()
    await other.getByRole('dialog').getByText('Not now').waitFor() // over the page, where it can be read
    await other.unroute('**/api/revoke-api-key**')
    await revoke.click()
    await section(page, 'API keys').getByText('Revoked keys').waitFor()
    await says(page, /^No integrations yet\./)
  })

  it('ask before they are left while a key is on its way, and show it as it comes', async () => {
    const left = await opened()
    await left.getByRole('button', { name: 'New API key' }).click()
    await left.getByLabel('Name').fill('Nearly left')
    await left.getByLabel('Read payments').check()
    await left.getByRole('button', { name: 'Create key' }).click()
    await left.getByLabel('Your password', { exact: true }).fill(adminLogin.password)
    const release = await holdAnswer(left, '**/api/create-api-key')
    const sent = left.waitForRequest('**/api/create-api-key')
    await left.keyboard.press('Enter')
    await sent
    await left.getByRole('link', { name: 'Leads', exact: true }).first().press('Enter')
    const question = left.getByRole('dialog', { name: 'Leave before you’ve seen it?' })
    await question.getByText('It’s shown only once').waitFor()
    release()
    await left.getByText(/^atl_[\w-]{43}$/).waitFor()
    expect(await question.count()).toBe(0)
    expect(new URL(left.url()).pathname).toBe('/integrations')
    expect(await left.getByLabel('Name').count()).toBe(0)

    // What is ticked on while a key is made is not closed away.
    await left.getByRole('button', { name: 'New API key' }).click()
    await left.getByLabel('Name').fill('Ticked on')
    await left.getByLabel('Read payments').check()
    const releaseNext = await holdAnswer(left, '**/api/create-api-key')
    await left.getByRole('button', { name: 'Create key' }).click()
    await section(page, 'API keys').getByText('Ticked on').first().waitFor()
    await left.getByLabel('Read clients').check()
    releaseNext()
    await left.getByRole('status').getByText('Ticked on').waitFor()
    expect(await left.getByLabel('Read clients').count()).toBe(1)
    expect(await left.getByLabel('Read clients').isChecked()).toBe(true)
    await left.getByRole('button', { name: 'Cancel' }).click()
    await left.getByRole('button', { name: 'Revoke key Ticked on' }).click()
    await left.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await expect.poll(() => left.getByRole('button', { name: 'Revoke key' }).count(), soon).toBe(1)
    await left.getByRole('button', { name: 'Revoke key Nearly left' }).first().click()
    await left.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await section(page, 'API keys')
      .getByText('Nearly left')
      .and(page.locator('del'))
      .first()
      .waitFor({ state: 'attached' })
    await left.context().close()
  })

  it('say of a last day of any year that is typed how long a key may be valid', async () => {
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('For ever')
    await page.getByLabel('Read payments').check()
    await page.getByLabel('Last day').fill('9999-12-31')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.locator('.field-error').getByText('Please choose at most 10 years').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('refuse an address inside a network, beside the field', async () => {
    const opener = page.getByRole('button', { name: 'New webhook' })
    await opener.press('Enter')
    await hasFocus(page.getByLabel('URL'))
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await hasFocus(opener)
    await opener.click()
    await page.getByLabel('URL').fill('https://192.168.1.20/orders')
    await page.getByLabel('Project renamed').check()
    const release = await holdAnswer(page, '**/api/add-webhook')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('button', { name: 'Cancel' }).press('Enter') // too late: the answer would close the next form
    expect(await page.getByLabel('URL').count()).toBe(1)
    release()
    await page.locator('.field-error').getByText('This URL is in a private network.').waitFor()
  })

  it('say why an address was refused also where its form has gone meanwhile', async () => {
    const left = await opened()
    await left.getByRole('button', { name: 'New webhook' }).click()
    await left.getByLabel('URL').fill('https://192.168.1.20/orders')
    await left.getByLabel('Project renamed').check()
    await left.getByRole('button', { name: 'Add webhook' }).click()
    await left.getByLabel('Your password', { exact: true }).fill(adminLogin.password)
    const release = await holdAnswer(left, '**/api/add-webhook')
    await left.keyboard.press('Enter')
    await left.getByRole('link', { name: 'Leads', exact: true }).first().click()
    await left.getByRole('button', { name: 'Leave page' }).click()
    await left.waitForURL('**/leads')
    release()
    await left.getByText('This URL is in a private network.').waitFor()
    await left.context().close()
  })

  it('tell an address, and show what it answered: in a test, and in the log', async () => {
    await page.getByLabel('URL').fill(url)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await hasFocus(page.getByRole('status').filter({ hasText: 'whsec_' }))
    await section(other, 'Webhooks').getByText(url).first().waitFor()

    const row = section(page, 'Webhooks').getByRole('listitem').filter({ hasText: url }).first()
    await row.getByRole('button', { name: 'Send test' }).click()
    await row.getByText('204', { exact: true }).waitFor()

    status = 503
    const orderId = await (await server.client()).order()
    await admin.put('/api/rename-order', { orderId, title: 'Neelgiri Looms' })
    // That it fails is an event: both pages hear of it.
    await says(other, /1 webhook isn’t responding\./)
    await says(page, /1 webhook isn’t responding\./)
    status = 204
    await row.getByRole('button', { name: 'Deliveries' }).click()
    await row.locator('summary').filter({ hasText: 'Project renamed' }).click()
    await row.getByText('Closed for today').waitFor()
    expect(await violations(page)).toEqual([])
    const logged = page.waitForResponse('**/api/get-deliveries?*') // another try loads the log again
    await row.getByRole('button', { name: 'Resend' }).click()
    await says(other, /All deliveries are working\./)
    await row.getByText('Delivered').nth(1).waitFor()
    await logged

    // A log that cannot be loaded leaves what is shown, and is loaded on request.
    await page.route('**/api/get-deliveries?*', (route) => route.abort())
    await row.getByRole('button', { name: 'Send test' }).click()
    await row.getByRole('alert').getByText('We can’t reach the server').waitFor()
    await row.getByText('Project renamed').first().waitFor()
    await page.unroute('**/api/get-deliveries?*')
    const shown = await row.getByText('Delivered').count()
    await row.getByRole('button', { name: 'Try again' }).click()
    await row.getByText('Delivered').nth(shown).waitFor()
    expect(await row.getByRole('alert').count()).toBe(0)
  })

  // spec: 10.7
  it('are told elsewhere, without a word to anyone who was writing: two at once lose nothing', async () => {
    const row = (on: Page) => section(on, 'Webhooks').getByRole('listitem').filter({ hasText: '/in' }).first()
    for (const each of [page, other]) await row(each).getByRole('button', { name: 'Edit' }).press('Enter')
    const form = (on: Page) => row(on).getByRole('form')
    expect(await form(page).getByLabel('Project renamed').isChecked()).toBe(true)
    await form(page).getByLabel('Project completed').check()
    await form(other).getByLabel('URL').fill(`${url}/moved`)
    await form(other).getByRole('button', { name: 'Save webhook' }).click()
    await other.getByLabel('Your password', { exact: true }).fill(adminLogin.password)
    await other.keyboard.press('Enter')
    // What stands on the other page is what this one begins with, where nothing was written.
    await expect.poll(() => form(page).getByLabel('URL').inputValue(), soon).toBe(`${url}/moved`)
    await form(page).getByRole('button', { name: 'Save webhook' }).press('Enter')
    await row(other).getByText('Project renamed and Project completed. Added by').waitFor()
    await form(page).waitFor({ state: 'detached' }) // the answer has come, which closes it

    // What is ticked on while it is saved is not closed away.
    await row(page).getByRole('button', { name: 'Edit' }).click()
    await form(page).getByLabel('Project cancelled').check()
    const release = await holdAnswer(page, '**/api/update-webhook')
    await form(page).getByRole('button', { name: 'Save webhook' }).press('Enter')
    await row(other).getByText('Project cancelled. Added by').waitFor()
    await form(page).getByLabel('Project reopened').check()
    release()
    await page.locator('.toast', { hasText: 'Saved' }).last().waitFor()
    await expect.poll(() => form(page).getByRole('button', { name: 'Save webhook' }).isEnabled(), soon).toBe(true)
    expect(await form(page).getByLabel('Project reopened').isChecked()).toBe(true)
    await form(page).getByRole('button', { name: 'Save webhook' }).press('Enter')
    await form(page).waitFor({ state: 'detached' })

    await row(page).getByRole('button', { name: 'Edit' }).click()
    expect(await form(page).getByLabel('Project reopened').isChecked()).toBe(true)
    await form(page).getByLabel('URL').fill('https://192.168.1.20/orders')
    await form(page).getByRole('button', { name: 'Save webhook' }).click()
    await form(page).getByText('This URL is in a private network.').first().waitFor()
    expect(await violations(page)).toEqual([])
    await form(page).getByRole('button', { name: 'Cancel' }).click()
  })

  it('are switched off again, where the answer was lost and another admin has switched them on', async () => {
    const row = (on: Page) => section(on, 'Webhooks').getByRole('listitem').filter({ hasText: url }).first()
    const release = await loseAnswers(page, '/api/switch-webhook')
    await row(page).getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('nothing will be saved twice').first().waitFor()
    await release()
    await row(other).getByRole('button', { name: 'Turn on' }).click()
    await row(other).getByRole('button', { name: 'Turn off' }).waitFor()
    await expect.poll(() => row(page).getByText('Turned off').count(), soon).toBe(0)
    await row(page).getByRole('button', { name: 'Turn off' }).click()
    await row(other).getByRole('button', { name: 'Turn on' }).click()
    await row(page).getByRole('button', { name: 'Turn off' }).waitFor()
  })

  it('are switched off, and removed after a question', async () => {
    const row = (on: Page) => section(on, 'Webhooks').getByRole('listitem').filter({ hasText: url }).first()
    const release = await holdAnswer(page, '**/api/switch-webhook')
    await row(page).getByRole('button', { name: 'Turn off' }).click()
    await row(other).getByText('Turned off').waitFor()
    await row(page).getByRole('button', { name: 'Remove' }).click()
    release() // an answer that comes late leaves the question where it is
    await page.getByText('Webhook turned off').first().waitFor()
    await page.getByRole('button', { name: 'No, go back' }).click()
    await row(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await section(other, 'Webhooks').getByText('No webhooks yet').waitFor()
    await section(page, 'Webhooks').getByText('No webhooks yet').waitFor()
    expect(await page.getByText(/^whsec_/).count()).toBe(0)
  })

  it('say that they were removed elsewhere, where one was being edited', async () => {
    await admin.post('/api/add-webhook', { url: `${url}/gone`, events: ['*'] })
    const row = section(page, 'Webhooks').getByRole('listitem').filter({ hasText: '/gone' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await row.getByRole('form').getByLabel('Project renamed').check()
    const [{ id }] = (await admin.get('/api/get-webhooks')).body.data
    await admin.ask('DELETE', `/api/remove-webhook?webhookId=${id}`)
    await page.getByText(/gone was removed\. Your changes were not saved\./).waitFor()
    await section(page, 'Webhooks').getByText('No webhooks yet').waitFor()
  })

  it('show what a webhook for everything was told', async () => {
    await admin.post('/api/add-webhook', { url, events: ['*'] })
    const row = section(page, 'Webhooks').getByRole('listitem').filter({ hasText: url })
    await row.waitFor()
    await admin.put('/api/rename-order', { orderId: await (await server.client()).order(), title: 'Looms' })
    await row.getByText('204', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await section(page, 'Webhooks').getByText('No webhooks yet').waitFor()
  })

  it('hide a secret once another admin has made a newer one', async () => {
    await admin.post('/api/add-webhook', { url, events: ['*'] })
    const shown = await opened()
    const row = section(shown, 'Webhooks').getByRole('listitem').filter({ hasText: url })
    await row.getByRole('button', { name: 'New secret' }).click()
    await shown.getByRole('button', { name: 'Create new secret' }).click()
    const secret = shown.getByText(/^whsec_/)
    await secret.waitFor()
    await row.getByText('The old secret works until').waitFor()
    expect(await secret.count()).toBe(1)
    const [{ id: webhookId }] = (await admin.get('/api/get-webhooks')).body.data
    expect((await admin.put('/api/rotate-webhook-secret', { webhookId })).status).toBe(200)
    await secret.waitFor({ state: 'detached', timeout: 5_000 })
    await row.getByRole('button', { name: 'Remove' }).click()
    await shown.getByRole('button', { name: 'Remove webhook' }).click()
    await section(shown, 'Webhooks').getByText('No webhooks yet').waitFor()
    await shown.context().close()
  })

  it('ask before they are left with one of two webhooks of one URL, once the other is saved', async () => {
    for (const _ of [1, 2]) await admin.post('/api/add-webhook', { url, events: ['*'] })
    const left = await opened()
    const rows = section(left, 'Webhooks').getByRole('listitem').filter({ hasText: url })
    for (const at of [0, 1]) {
      await rows.nth(at).getByRole('button', { name: 'Edit' }).click()
      await rows.nth(at).getByLabel('URL').fill(`${url}/${at}`)
    }
    await rows.nth(0).getByRole('button', { name: 'Save webhook' }).click()
    await expect.poll(() => left.getByRole('button', { name: 'Save webhook' }).count(), soon).toBe(1)
    await left.getByRole('link', { name: 'Leads', exact: true }).first().click()
    await left.getByRole('dialog').getByText(`Your changes in ${url} will be lost.`).waitFor({ timeout: 5_000 })
    await left.getByRole('button', { name: 'No, go back' }).click()
    await left.getByRole('button', { name: 'Cancel' }).click()
    for (const rest of [1, 0]) {
      await rows.nth(0).getByRole('button', { name: 'Remove' }).click()
      await left.getByRole('button', { name: 'Remove webhook' }).click()
      await expect.poll(() => rows.count(), soon).toBe(rest)
    }
    await left.context().close()
  })

  it('say at once that a key no longer works, as a change of its owner’s address is undone', async () => {
    const [before, after] = ['farah@longhand.example', 'mallory@elsewhere.example']
    const farah = await newAdmin(before)
    const linkIn = (mail: string, path: string) => new RegExp(`/${path}/([\\w.-]+)`).exec(mail)![1]
    const mails = (await server.mailsTo(before)).length
    await farah.post('/api/request-address-change', { email: after, password })
    await farah.put('/api/change-address', { token: linkIn(await server.mailTo(after), 'change-address') })
    const key = await farah.post('/api/create-api-key', { name: 'Made since', scopes: ['orders:read'] })
    expect(key.status).toBe(201)
    const row = section(other, 'API keys').getByRole('listitem').filter({ hasText: 'Made since' }).first()
    await row.getByText(/^Expires/).waitFor()
    const token = linkIn(await server.mailTo(before, mails + 1), 'undo-address-change')
    expect((await server.visitor().put('/api/undo-address-change', { token })).status).toBe(200)
    await row.getByText('No longer works').waitFor()
    await row.getByRole('button', { name: 'Revoke key' }).click()
    await other.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await section(other, 'API keys').getByText('Revoked keys').waitFor()
  })

  it('say at once that a key no longer works, as its owner is suspended', async () => {
    const email = 'devika@longhand.example'
    const devika = await newAdmin(email)
    expect((await devika.post('/api/create-api-key', { name: 'Hers', scopes: ['orders:read'] })).status).toBe(201)
    const row = section(other, 'API keys').getByRole('listitem').filter({ hasText: 'Hers' }).first()
    await row.getByText(/^Expires/).waitFor()
    const suspended = await admin.put('/api/suspend-account', { personId: await admin.idOf(email) })
    expect(suspended.status).toBe(200)
    await row.getByText('No longer works').waitFor()
    await row.getByRole('button', { name: 'Revoke key' }).click()
    await other.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await section(other, 'API keys').getByText('Revoked keys').waitFor()
  })

  // spec: 10.11
  it('hand out the tables as files', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section(page, 'CSV exports').getByRole('link', { name: 'Download CSV of Projects' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^orders-.*\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toContain('Neelgiri Looms')
  })

  it('are for a phone', async () => {
    await admin.post('/api/add-webhook', { url: `${url}?${'a'.repeat(120)}`, events: ['*'] })
    await admin.post('/api/create-api-key', { name: 'K'.repeat(60), scopes: ['orders:read'] })
    const phone = await opened(360)
    await section(phone, 'API keys').getByText('KKK').first().waitFor()
    await phone.getByRole('button', { name: 'New API key' }).click()
    await expectNoOverflow(phone)
    expect(await violations(phone)).toEqual([])
    await phone.context().close()
  })

  it('are for admins only', async () => {
    const { context, page: visit } = await person(browser, server.url)
    await resumeSession(context, await server.client())
    await visit.goto('/integrations')
    await visit.waitForURL(/\/(login|dashboard)$/)
    await context.close()
  })
})

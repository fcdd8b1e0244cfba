import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import { adminLogin } from '#api/testing/test-server.ts'
import { works } from '#domain/site/works.ts'
import { holdAnswer, isLive, loseAnswers } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let admin: Page
let other: Page
let client: Page
beforeAll(async () => {
  scene = await orderScene()
  ;({ page: admin } = await scene.opened(scene.admin))
  ;({ page: other } = await scene.opened(scene.admin))
  ;({ page: client } = await scene.opened(scene.client))
  for (const page of [admin, other]) {
    await page.goto('/agency')
    await isLive(page)
  }
})
afterAll(() => scene?.close())

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const field = (page: Page, name: string, label: string) => form(page, name).getByLabel(label, { exact: true })
/** Presses Save, and waits until that is answered to the page itself: others may hear of it before. */
async function save(page: Page, name: string) {
  await form(page, name).getByRole('button', { name: /^Save/ }).click()
  await form(page, name).locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
const says = (page: Page, sentence: string) => page.getByRole('heading', { level: 1, name: sentence }).waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the settings of the agency', () => {
  // spec: 9.21
  it('say what clients lack, and are set by keyboard alone, live on every open page', async () => {
    await says(admin, 'No contact details yet. Clients can’t pay you yet.')
    await scene.show(client, 'payment')
    await says(client, 'Payment details will appear here.')

    await field(admin, 'Bank and UPI', 'Account name').focus()
    const { keyboard } = admin
    for (const text of ['Looms & Sons', 'A bank', '1234 5678 9012', 'abcd012345']) {
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await keyboard.press('Enter')
    // What is wrong is told at its field, which has the focus, and nothing was sent.
    await form(admin, 'Bank and UPI').getByText('Please enter an IFSC, like HDFC0000123').waitFor()
    await hasFocus(field(admin, 'Bank and UPI', 'IFSC'))
    expect(await client.getByRole('heading', { level: 1 }).textContent()).toContain('will appear here')

    await keyboard.press('End')
    await keyboard.type('6')
    await keyboard.press('Enter')
    await says(client, 'Pay by bank transfer.')
    await says(admin, 'No contact details yet. Clients can’t pay by UPI yet.')
    await says(other, 'No contact details yet. Clients can’t pay by UPI yet.')
    expect(await field(other, 'Bank and UPI', 'IFSC').inputValue()).toBe('ABCD0123456')
    await section(other, 'Bank and UPI').getByText('1 change').click()
    await section(other, 'Bank and UPI').getByRole('definition').filter({ hasText: '123456789012' }).waitFor()

    await field(admin, 'Bank and UPI', 'UPI ID').fill('looms@bank')
    await save(admin, 'Bank and UPI')
    await says(client, 'Pay by bank transfer or UPI.')
    await client.getByRole('img', { name: 'QR code for paying Atelier by UPI' }).waitFor()
  })

  // spec: 7.37
  it('tell the second of two admins on one line, and lose nothing', async () => {
    await field(other, 'Contact', 'Contact person').fill('Nima Dorjee')
    await field(other, 'Contact', 'Hours').fill('Mornings')
    await field(admin, 'Contact', 'Contact person').fill('Tashi Dorjee')
    await field(admin, 'Contact', 'Email').fill('tashi@looms.example')
    await field(admin, 'Contact', 'Phone').fill('98450 12345')
    await save(admin, 'Contact')
    const conflict = form(other, 'Contact').getByText('meera changed this to')
    await conflict.waitFor()
    await save(other, 'Contact')
    await form(other, 'Contact').getByText('Not saved: someone else changed the same field.').waitFor()
    await hasFocus(field(other, 'Contact', 'Contact person'))
    await form(other, 'Contact')
      .getByRole('button', { name: /^Keep mine\s?: Contact person$/ })
      .click()
    await save(other, 'Contact')
    for (const [label, text] of [
      ['Contact person', 'Nima Dorjee'],
      ['Hours', 'Mornings'],
      ['Email', 'tashi@looms.example'],
      ['Phone', '+919845012345'],
    ] as const) {
      await expect.poll(() => field(admin, 'Contact', label).inputValue(), soon).toBe(text)
    }
  })

  it('have the name, the colour and the logo on every page at once', async () => {
    await field(admin, 'Agency', 'Name').fill('Looms & Sons')
    await field(admin, 'Agency', 'Brand colour').fill('#ffd400')
    await form(admin, 'Agency')
      .getByText(/^Light mode: darker for readability \(#[\da-f]{6}\), contrast 4\.5:1 instead of 1\.\d:1$/)
      .waitFor()
    await save(admin, 'Agency')
    await client.getByRole('banner').getByRole('link', { name: 'Looms & Sons' }).waitFor()
    await expect.poll(() => client.title(), soon).toMatch(/ – Looms & Sons$/)
    await client.getByRole('img', { name: 'QR code for paying Looms & Sons by UPI' }).waitFor()
    const accent = (page: Page) => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'))
    await expect.poll(() => accent(client), soon).toMatch(/^light-dark\(#[\da-f]{6}, #ffd400\)$/)

    const picker = form(admin, 'Agency').locator('input[type=file]')
    await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await form(admin, 'Agency').getByRole('alert').getByText('the content doesn’t match the file type').waitFor()
    await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await logoPicture()) })
    await client.getByRole('banner').getByRole('img', { name: 'Looms & Sons' }).waitFor()
    expect(await client.locator('svg.qr image').count()).toBe(1)
    const release = await holdAnswer(admin, '**/api/update-agency')
    await form(admin, 'Agency').getByRole('button', { name: 'Remove logo' }).click()
    // A file that is chosen meanwhile would not be sent.
    const choose = form(admin, 'Agency').getByRole('button', { name: /^(Replace|Choose) logo$/ })
    await expect.poll(() => choose.getAttribute('aria-disabled'), soon).toBe('true')
    release()
    await expect.poll(() => choose.getAttribute('aria-disabled'), soon).toBe(null)
    await expect.poll(() => client.getByRole('banner').getByRole('img').count(), soon).toBe(0)
  })

  it('lose the logo again that another admin chose after the answer to its removal was lost', async () => {
    const choose = async (on: Page) =>
      form(on, 'Agency')
        .locator('input[type="file"]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await logoPicture()) })
    const logo = client.getByRole('banner').getByRole('img', { name: 'Looms & Sons' })
    const remove = form(admin, 'Agency').getByRole('button', { name: 'Remove logo' })
    await choose(admin)
    await logo.waitFor()
    const release = await loseAnswers(admin, '/api/update-agency')
    await remove.click()
    await admin.getByText('nothing will be saved twice').first().waitFor()
    await release()
    await logo.waitFor({ state: 'detached' })
    await choose(other)
    await logo.waitFor()
    await remove.click()
    await logo.waitFor({ state: 'detached' })
  })

  it('take the same logo once, and again where another admin removed it after the answer to its upload was lost', async () => {
    const logo = client.getByRole('banner').getByRole('img', { name: 'Looms & Sons' })
    const button = (on: Page, name: string) => form(on, 'Agency').getByRole('button', { name })
    const picture = [...(await logoPicture())]
    const choose = () =>
      form(admin, 'Agency')
        .locator('input[type="file"]')
        .evaluate((input: HTMLInputElement, bytes) => {
          const chosen = new DataTransfer()
          chosen.items.add(new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png', lastModified: 1 }))
          input.files = chosen.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
        }, picture)
    const loseAnswer = async () => {
      const release = await loseAnswers(admin, '/api/update-logo')
      await choose()
      await form(admin, 'Agency').getByText('nothing will be saved twice').waitFor()
      await release()
      await button(admin, 'Replace logo').waitFor()
    }
    await loseAnswer()
    const revision = async () => (await scene.admin.get('/api/get-agency')).body.data[0].revision
    const saved = await revision()
    const answer = admin.waitForResponse('**/api/update-logo')
    await choose()
    expect((await answer).status()).toBe(200)
    expect(await revision()).toBe(saved)
    await button(other, 'Remove logo').click()
    await logo.waitFor({ state: 'detached' })
    await loseAnswer()
    await button(other, 'Remove logo').click()
    await button(admin, 'Choose logo').waitFor()
    await logo.waitFor({ state: 'detached' })
    await choose()
    await logo.waitFor()
    await button(admin, 'Remove logo').click()
    await logo.waitFor({ state: 'detached' })
  })

  it('have the times of every open page in their zone', async () => {
    await client.getByText('All times are IST (Asia/Kolkata).').waitFor()
    const clockOf = (page: Page) => section(page, 'Agency').locator('time').first().textContent()
    const before = await clockOf(other)
    await field(other, 'Agency', 'Name').fill('Half written')
    await field(admin, 'Agency', 'Time zone').selectOption('Pacific/Auckland')
    await save(admin, 'Agency')
    await client.getByText('(Pacific/Auckland).').waitFor()
    await expect.poll(() => clockOf(other), soon).not.toBe(before)
    expect(await field(other, 'Agency', 'Name').inputValue()).toBe('Half written')
    await field(other, 'Agency', 'Name').fill('Looms & Sons')
  })

  it('have prices one by one, with what they add up to', async () => {
    await field(other, 'Prices', 'Design, in dollars').fill('200')
    await field(admin, 'Prices', 'Design, in rupees').fill('16,000')
    await form(admin, 'Prices').getByText('₹1,06,000').waitFor()
    await save(admin, 'Prices')
    await expect.poll(() => field(other, 'Prices', 'Design, in rupees').inputValue(), soon).toBe('16,000')
    await save(other, 'Prices')
    await expect.poll(() => field(admin, 'Prices', 'Design, in dollars').inputValue(), soon).toBe('200')
    await section(admin, 'Prices').getByText('2 changes').click()
    const changes = section(admin, 'Prices').getByRole('term')
    expect(await changes.allTextContents()).toEqual(['Design, in dollars', 'Design, in rupees'])
  })

  it('have texts around the terms, on a client’s open page at once', async () => {
    await scene.show(client, 'terms')
    await field(admin, 'Terms', 'Your note (Revisions)').fill('A round is one list of wishes.')
    await form(admin, 'Terms').getByRole('button', { name: 'Add section' }).click()
    await field(admin, 'Terms', 'Title').fill('Photographs')
    await field(admin, 'Terms', 'Text').fill('They are yours.')
    await save(admin, 'Terms')
    await section(client, 'Revisions').getByText('A round is one list of wishes.').waitFor()
    await section(client, 'Revisions').getByText('You get 2 free revision rounds').waitFor()
    await section(client, 'Photographs').getByText('They are yours.').waitFor()
    await form(admin, 'Terms').getByRole('button', { name: 'Remove section (Photographs)' }).click()
    await save(admin, 'Terms')
    await expect.poll(() => section(client, 'Photographs').count(), soon).toBe(0)
  })

  // spec: 3.1
  it('have the texts of the portfolio, and those it came with', async () => {
    const written = async () => (await scene.admin.get('/api/get-works')).body.texts
    const note = 'This is an example, and not on the website. Still to be replaced:'
    const shows = (page: Page, text: string) => page.getByText(text).locator('visible=true').waitFor()
    await shows(admin, `${note} Heading, Title, Description, Client, Role, Website and Points.`)
    await field(admin, 'Project 1', 'Title').fill('Tea')
    await field(admin, 'Project 1', 'Point 5').fill('It smells of rain.')
    await save(admin, 'Project 1')
    await other.getByRole('button', { name: 'Tea', exact: true }).waitFor()
    const points = [...works[0]!.points.slice(0, 4), 'It smells of rain.']
    expect(await written()).toEqual({ 1: { title: 'Tea', points } })
    await shows(other, `${note} Heading, Description, Client, Role, Website and Points.`)
    await form(admin, 'Project 1').getByRole('button', { name: 'Restore original' }).click()
    await save(admin, 'Project 1')
    await expect.poll(written, soon).toEqual({})
    await scene.server.publishWorks()
    await expect.poll(() => other.getByText(note).locator('visible=true').count(), soon).toBe(0)
  })

  // spec: 7.42
  it('have the texts of mails, with a preview of the mail itself, a test, and the original', async () => {
    for (const page of [admin, other]) await page.getByRole('button', { name: 'Password reset', exact: true }).click()
    const mail = section(admin, 'Emails')
    const preview = mail.getByRole('figure', { name: 'Preview' }).locator('visible=true')
    const body = preview.locator('.mail-body')
    await body.getByText('enter this OTP in the browser where you asked for it: 428117').waitFor()
    const text = field(admin, 'Password reset', 'Text')
    await text.fill('Dear {nmae},\n\ntype ')
    await save(admin, 'Password reset')
    await form(admin, 'Password reset').getByText('{nmae} is not a placeholder (line 1, character 6).').waitFor()
    await text.fill('Dear <b>{name}</b>,\n\ntype ')
    await form(admin, 'Password reset').getByRole('button', { name: '{code}', exact: true }).click()
    await body.getByText('type 428117').waitFor()
    await body.getByText('Dear <b>Asha Rao</b>,').waitFor()
    expect(
      await body
        .locator('p')
        .first()
        .evaluate((each) => getComputedStyle(each).fontStyle),
    ).toBe('italic')

    await form(admin, 'Password reset').getByRole('button', { name: 'Send me a test' }).click()
    await admin.getByText(`Sent to ${adminLogin.email}`).waitFor()
    expect(await scene.server.mailTo(adminLogin.email)).toContain('type 428117')
    expect(await field(other, 'Password reset', 'Text').inputValue()).toContain('Hello {name}')
    await save(admin, 'Password reset')
    await expect.poll(() => field(other, 'Password reset', 'Text').inputValue(), soon).toContain('type {code}')

    await form(admin, 'Password reset').getByRole('button', { name: 'Restore original' }).click()
    await save(admin, 'Password reset')
    await expect.poll(() => field(other, 'Password reset', 'Text').inputValue(), soon).toContain('Hello {name}')
  })

  it('ask before they are left with what is not saved', async () => {
    const { context, page } = await scene.opened(scene.admin)
    onTestFinished(() => context.close())
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    await page.goto('/agency')
    await isLive(page)
    await field(page, 'Contact', 'Hours').fill('Nights')
    await field(page, 'Welcome', 'Subject').fill('Hello')
    const leave = () => page.getByRole('banner').getByRole('link', { name: 'Orders' }).click()
    await leave()
    await page.getByRole('dialog').getByText('Your changes in Contact and the email “Welcome” will be lost.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'No, go back' }).click()
    // Out of the site it is the browser that asks.
    await page.evaluate(() => location.assign('/orders'))
    await expect.poll(() => dialogs, soon).toEqual(['beforeunload'])
    expect(await field(page, 'Contact', 'Hours').inputValue()).toBe('Nights')

    await save(page, 'Contact')
    await form(page, 'Welcome').getByRole('button', { name: 'Restore original' }).click()
    await expect.poll(() => field(admin, 'Contact', 'Hours').inputValue(), soon).toBe('Nights')
    await leave()
    await page.waitForURL('**/orders')
  })

  it('are gone back to as soon as they were left without saving', async () => {
    const { context, page } = await scene.opened(scene.admin)
    await page.goto('/agency')
    await isLive(page)
    await form(page, 'Bank and UPI').getByLabel('Account name').fill('Not to be saved')
    await page.getByRole('link', { name: 'Leads', exact: true }).first().click()
    const navigated: string[] = []
    page.on('framenavigated', (frame) => navigated.push(new URL(frame.url()).pathname))
    // Before the next page is drawn, as a hasty person on a slow device does.
    await page.evaluate(() => {
      const push = history.pushState
      history.pushState = (...entry) => {
        history.pushState = push
        push.apply(history, entry)
        history.back()
      }
    })
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.poll(() => navigated.slice(0, 2), soon).toEqual(['/leads', '/agency'])
    await form(page, 'Bank and UPI').waitFor()
    await page.waitForLoadState('networkidle')
    expect(navigated).toEqual(['/leads', '/agency'])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()
  })

  it('keep what was written while there is no line, and on a phone too', async () => {
    const { context, page } = await scene.opened(scene.admin, { viewport: { width: 360, height: 780 } })
    onTestFinished(() => context.close())
    await page.goto('/agency')
    await isLive(page)
    await expectNoOverflow(page)
    await context.setOffline(true)
    await field(page, 'Contact', 'Hours').fill('Evenings')
    await save(page, 'Contact')
    await page.getByText('You’re offline. Nothing was sent.').waitFor()
    await context.setOffline(false)
    await isLive(page)
    expect(await field(page, 'Contact', 'Hours').inputValue()).toBe('Evenings')
    await save(page, 'Contact')
    await expect.poll(() => field(other, 'Contact', 'Hours').inputValue(), soon).toBe('Evenings')
  })

  it('are not for clients', async () => {
    const { context, page } = await scene.opened(scene.client)
    onTestFinished(() => context.close())
    await page.goto('/agency')
    await page.waitForURL('**/dashboard')
  })
})

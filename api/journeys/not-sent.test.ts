import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '#api/testing/test-server.ts'
import { holdAnswer } from './browsing.ts'
import { hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let client: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  ;({ page: client } = await scene.opened(scene.client, { permissions: ['clipboard-read', 'clipboard-write'] }))
  ;({ page: admin } = await scene.opened(scene.admin))
})
afterAll(() => scene?.close())

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const notSent = (page: Page, text: string) => page.locator('.not-sent:visible').filter({ hasText: text })

describe('what was typed in a form that goes away', () => {
  it('is shown where points were written as the design was approved elsewhere: to copy, or to discard', async () => {
    await scene.admin.put('/api/upload-design', { orderId: scene.id, link: 'https://www.figma.com/design/one' })
    await scene.show(client, 'design')
    for (const [letter, text] of Object.entries({ a: 'Larger letters', b: 'Warmer' })) {
      await client.getByRole('button', { name: 'Add a point' }).click()
      await client.getByLabel(`Point ${letter}: what should change`).fill(text)
    }
    await scene.client.post('/api/approve-draft', { orderId: scene.id, version: 1, name: 'Asha Rao' })
    const left = notSent(client, '2 points weren’t sent')
    await left.getByText('Warmer').waitFor()
    await hasFocus(left)
    await left.getByRole('button', { name: 'Copy' }).click()
    expect(await copied(client)).toBe('Larger letters\n\nWarmer')
    await left.getByRole('button', { name: 'Discard' }).click()
    await left.waitFor({ state: 'detached' })
    await scene.show(client, 'design')
    expect(await notSent(client, 'sent').count()).toBe(0)
  })

  it('quotes nothing of a point that is only a picture', async () => {
    await scene.admin.put('/api/upload-design', { orderId: scene.id, link: 'https://www.figma.com/design/two' })
    await scene.show(client, 'design')
    // By the keyboard: Figma’s frame above may still grow as it comes, and a click would land in it.
    await client.getByRole('button', { name: 'Add a point' }).press('Enter')
    const buffer = Buffer.from(await picture().arrayBuffer())
    await client.getByLabel('Picture for point a').setInputFiles({ name: 'loom.png', mimeType: 'image/png', buffer })
    await client.getByRole('button', { name: 'Change picture' }).waitFor()
    await scene.client.post('/api/approve-draft', { orderId: scene.id, version: 2, name: 'Asha Rao' })
    const left = notSent(client, '1 point wasn’t sent')
    await left.locator('img').waitFor()
    expect(await left.locator('q').count()).toBe(0)
    await left.getByRole('button', { name: 'Discard' }).click()
    await left.waitFor({ state: 'detached' })
  })

  it('is shown where a message and files were there as the project was closed', async () => {
    await scene.show(client)
    const talk = client.getByRole('region', { name: 'Conversation' })
    await talk.getByLabel('Files to share').setInputFiles({
      name: 'hours.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('six to ten'),
    })
    await talk.getByLabel('Caption of hours.txt').fill('Our hours')
    await talk.getByRole('textbox', { name: /^Write to/ }).fill('The number must be at the')
    await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
    const [message, files] = [notSent(client, 'Your message wasn’t sent'), notSent(client, '1 file wasn’t shared')]
    await message.getByRole('button', { name: 'Copy' }).click()
    expect(await copied(client)).toBe('The number must be at the')
    await files.getByText('hours.txt: Our hours').waitFor()
    // They would be lost with the page.
    await client.getByRole('link', { name: /^Back/ }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'No, go back' }).click()
    for (const each of [files, message]) {
      await each.getByRole('button', { name: 'Discard' }).click()
      await each.waitFor({ state: 'detached' })
    }
    await client.getByRole('link', { name: /^Back/ }).click()
    await client.waitForURL('**/dashboard')
    await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'Not done yet' })
  })

  it('is not a message that was sent just before, once its answer has come', async () => {
    await scene.show(client)
    await client.getByRole('textbox', { name: /^Write to/ }).fill('All is well')
    const release = await holdAnswer(client, '**/api/send-message')
    await client.getByRole('button', { name: 'Send', exact: true }).click()
    await client.getByRole('listitem').getByText('All is well').waitFor()
    await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
    const message = notSent(client, 'Your message wasn’t sent')
    await message.waitFor()
    release()
    await message.waitFor({ state: 'detached' })
    await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'Not done yet' })
  })
})

describe('what is typed in two tabs of one form', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Record a payment' })
  const type = async (page: Page, amount: string, reference: string) => {
    await form(page).getByLabel('Amount received (₹)').fill(amount)
    await form(page).getByLabel('Reference of the payment').fill(reference)
  }
  const typed = (page: Page) => form(page).getByLabel('Reference of the payment').inputValue()
  const record = async (page: Page, reference: string) => {
    await form(page).getByRole('button', { name: 'Record payment' }).click()
    await expect.poll(async () => (await payments()).includes(reference), soon).toBe(true)
  }
  const payments = async () => {
    const { body } = await scene.admin.get(`/api/get-single-order?id=${scene.id}`)
    return JSON.stringify(body)
  }

  it('stays in the second as the first is sent, and outlives a reload', async () => {
    const second = await admin.context().newPage()
    for (const page of [admin, second]) await scene.show(page, 'payment')
    await type(admin, '1000', 'UTR-ONE')
    await type(second, '2000', 'UTR-TWO')
    await record(admin, 'UTR-ONE')
    await second.getByText('UTR-ONE').first().waitFor()
    await second.reload()
    await expect.poll(() => typed(second), soon).toBe('UTR-TWO')
    await record(second, 'UTR-TWO')
    await second.close()
  })

  it('is not in one that is opened later', async () => {
    await scene.show(admin, 'payment')
    await type(admin, '3000', 'UTR-THREE')
    const second = await admin.context().newPage()
    await scene.show(second, 'payment')
    await type(second, '4000', 'UTR-FOUR')
    await admin.reload()
    await expect.poll(() => typed(admin), soon).toBe('UTR-THREE')
    await record(admin, 'UTR-THREE')
    await second.getByText('UTR-THREE').first().waitFor()
    expect(await typed(second)).toBe('UTR-FOUR')
    await record(second, 'UTR-FOUR')
    await expect.poll(() => typed(second), soon).toBe('')
    await second.close()
  })

  it('is one payment where it was sent, and corrected after a reload', async () => {
    await scene.show(admin, 'payment')
    await type(admin, '5000', 'UTR-FIVE')
    await admin.route('**/api/record-payment', (route) => route.abort())
    const [sent] = await Promise.all([
      admin.waitForRequest('**/api/record-payment'),
      form(admin).getByRole('button', { name: 'Record payment' }).click(),
    ])
    await admin.reload()
    await expect.poll(() => typed(admin), soon).toBe('UTR-FIVE')
    await type(admin, '5000', 'UTR-FIVE-CORRECTED')
    await scene.admin.post('/api/record-payment', sent.postDataJSON()) // it comes late
    await expect.poll(() => typed(admin), soon).toBe('')
    await admin.unroute('**/api/record-payment')
  })
})

describe('what an admin types', () => {
  it.each([
    ['payment', 'Share payment link', 'Payment link', 'https://pay.example.com/1'],
    ['design', 'Upload a design', 'Note (optional)', 'The whole page'],
    ['design', 'Share design', 'Figma link', 'https://www.figma.com/design/two'],
  ])('on the tab %s in “%s” outlives a reload, until it was sent', async (tab, name, label, text) => {
    await scene.show(admin, tab)
    const field = admin.getByRole('form', { name }).getByLabel(label)
    await field.fill(text)
    await admin.reload()
    await expect.poll(() => field.inputValue(), soon).toBe(text)
    if (!label.endsWith('link')) return
    await field.press('Enter')
    await expect.poll(() => field.inputValue(), soon).toBe('')
    await scene.show(admin, tab)
    expect(await field.inputValue()).toBe('')
  })

  it('as the reason to reopen outlives a reload, until it is reopened', async () => {
    await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
    await scene.show(admin)
    const reason = admin.getByLabel('Reason for reopening')
    await reason.fill('One more page')
    await admin.reload()
    await expect.poll(() => reason.inputValue(), soon).toBe('One more page')
    await admin.getByRole('button', { name: 'Reopen order' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Reopen order' }).click()
    await reason.waitFor({ state: 'detached' })
    await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
    await scene.show(admin)
    expect(await reason.inputValue()).toBe('')
  })

  it('of a new webhook is not lost without a question, and stored nowhere', async () => {
    await admin.goto('/integrations')
    await admin.getByRole('button', { name: 'New webhook' }).click()
    await admin.getByLabel('URL').fill('https://books.example.com/in')
    await admin.getByRole('link', { name: 'Activity' }).first().click()
    await admin
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'No, go back' })
      .click()
    expect(await admin.getByLabel('URL').inputValue()).toBe('https://books.example.com/in')
    expect(await admin.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'books.example',
    )
    await admin.getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('link', { name: 'Activity' }).first().click()
    await admin.waitForURL('**/activity')
  })
})

describe('a page whose data is slow', () => {
  it.each([
    ['/people', 'People'],
    ['/leads', 'Leads'],
    ['/agency', 'Agency'],
    ['/progress-tracker', 'Progress Tracker'],
    ['/settings', 'Settings'],
  ])('is called %s in its tab and by its heading before that comes', async (path, name) => {
    const { page, context } = await scene.opened(scene.admin)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await page.goto(path)
    await expect.poll(() => page.title(), soon).toMatch(new RegExp(`^${name} – `))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
    held.resolve()
    await context.close()
  })
})

it('says once that nothing was sent, however often it is tried', async () => {
  await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'Not done yet' })
  await scene.show(admin)
  await admin.context().setOffline(true)
  await admin.evaluate(() => {
    const page = globalThis as { toasts?: number }
    page.toasts = 0
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) page.toasts! += addedNodes.length
    }).observe(document.querySelector('.toaster')!, { childList: true })
  })
  const marks = admin.getByRole('button', { name: /^Mark as done: / })
  for (const at of [0, 1, 2]) {
    await marks.nth(at).click()
    await expect.poll(() => admin.evaluate(() => (globalThis as { toasts?: number }).toasts), soon).toBe(at + 1)
    expect(await admin.locator('.toast').count()).toBe(1)
  }
  await admin.context().setOffline(false)
})

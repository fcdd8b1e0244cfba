import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loseAnswers } from './browsing.ts'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let admin: Page
let client: Page
beforeAll(async () => {
  scene = await orderScene()
  admin = (await scene.opened(scene.admin)).page
  client = (await scene.opened(scene.client)).page
  await Promise.all([scene.show(admin), scene.show(client)])
})
afterAll(() => scene?.close())

const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Project progress' }).getByRole('listitem').filter({ hasText: name })
const isSigned = (page: Page, name: string) => step(page, name).getByText('Done', { exact: true }).waitFor()
const isOpen = (page: Page, name: string) => step(page, name).getByText('Not done', { exact: true }).waitFor()
const press = (name: string) => admin.getByRole('button', { name, exact: true }).click()
const toasts = (words: string) => admin.locator('.toast', { hasText: words }).waitFor()
const order = async () => (await scene.admin.get(`/api/get-single-order?id=${scene.id}`)).body.data[0]
const history = async () => (await scene.client.get(`/api/get-history?id=${scene.id}`)).body.data.length

it('takes a signature back, at the client too, and tells it in one line', async () => {
  const before = await history()
  await step(admin, 'Business report and strategy call')
    .getByText('Business report and strategy call', { exact: true })
    .click() // the row is not the button
  await press('Mark as done: Business report and strategy call')
  await toasts('Step marked as done. Asha Rao can see it now.')
  await isSigned(client, 'Business report and strategy call')
  await press('Undo')
  await toasts('Undone')
  await isOpen(client, 'Business report and strategy call')
  expect(await history()).toBe(before + 2)
})

it('gives the focus back where it came from, and lets the messages go', async () => {
  await expect.poll(() => admin.locator('.toast').count(), { timeout: 10_000 }).toBe(0)
  const mark = admin.getByRole('button', { name: 'Mark as done: Business report and strategy call', exact: true })
  await mark.press('Enter')
  const offer = admin.getByRole('button', { name: 'Undo', exact: true })
  await offer.press('Enter')
  await expect.poll(() => mark.evaluate((button) => button === document.activeElement), soon).toBe(true)
  await toasts('Undone')
  await expect.poll(() => admin.locator('.toast').count(), { timeout: 10_000 }).toBe(0)
})

it('asks before a signed step is opened again', async () => {
  await press('Mark as done: Business report and strategy call')
  await isSigned(client, 'Business report and strategy call')
  await press('Reopen step: Business report and strategy call')
  const dialog = admin.getByRole('dialog', { name: 'Reopen Business report and strategy call?' })
  await dialog.getByRole('button', { name: 'No, go back' }).click()
  await dialog.waitFor({ state: 'detached' })
  await press('Reopen step: Business report and strategy call')
  await dialog.getByRole('button', { name: 'Reopen step' }).click()
  await toasts('Step reopened. Asha Rao can see it now.')
  await admin.keyboard.press('?') // what is said can be reached in a dialog that is opened then
  await admin.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('.toast', { hasText: 'reopened' }).waitFor()
  await admin.keyboard.press('Escape')
  await isOpen(client, 'Business report and strategy call')
})

it('takes back by keys, but not while one types', async () => {
  await scene.show(admin, 'invoice')
  const received = admin.getByLabel('Amount paid')
  await received.fill('22500')
  await press('Update invoice')
  await toasts('Invoice updated')
  await received.press('Control+z')
  await admin.getByRole('heading', { level: 1 }).click()
  expect((await order()).paid_amount).toBe('22500')
  await admin.keyboard.press('Control+z')
  await toasts('Undone')
  expect((await order()).paid_amount).toBe('0')
})

it('takes back one thing at a press: in an editor, its own edit', async () => {
  await scene.show(admin)
  await press('Mark as done: Business report and strategy call')
  await toasts('Step marked as done.')
  await admin.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'P-Tracker' }).click()
  const first = admin.getByRole('textbox', { name: 'Step 1', exact: true })
  const name = await first.inputValue()
  await admin.getByRole('button', { name: 'Move step 1 down' }).press('ArrowDown')
  await expect.poll(() => first.inputValue(), soon).not.toBe(name)
  await admin.locator('.toast', { hasText: 'Step marked as done.' }).waitFor()
  await admin.keyboard.press('Control+z')
  await expect.poll(() => first.inputValue(), soon).toBe(name)
  await admin.locator('.toast', { hasText: 'Step marked as done.' }).waitFor()
  expect(await admin.locator('.toast', { hasText: 'Undone' }).count()).toBe(0)
  await admin.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await admin.locator('.toast', { hasText: /^Undone$/ }).waitFor()
})

it('takes nothing back that was changed again meanwhile', async () => {
  await scene.show(admin, 'invoice')
  await admin.getByLabel('Amount paid').fill('10000')
  await press('Update invoice')
  await toasts('Invoice updated')
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, paidAmount: '30000' })
  await press('Undo')
  await toasts('It has been changed again since, so it can’t be undone.')
  expect((await order()).paid_amount).toBe('30000')
})

it('takes back once, also where the answer to that is lost', async () => {
  await admin.getByLabel('Amount paid').fill('12500')
  await press('Update invoice')
  await toasts('Invoice updated')
  const answersCome = await loseAnswers(admin, '/api/update-pricing')
  await press('Undo')
  await toasts('We can’t reach the server.')
  await answersCome()
  await press('Undo')
  await admin.locator('.toast', { hasText: /^Undone$/ }).waitFor()
  expect((await order()).paid_amount).toBe('30000')
})

/** Shares a payment link on its page, and sees it there although the answer is lost. */
async function shareWithoutAnswer(link: string) {
  await scene.show(admin, 'payment')
  await admin.getByRole('textbox', { name: 'Payment link' }).fill(link)
  const answersCome = await loseAnswers(admin, '/api/upload-payment-link')
  await press('Share payment link')
  await toasts('We can’t reach the server.')
  await admin.getByRole('link', { name: link }).waitFor()
  await answersCome()
}

it('tells of a first payment link that was replaced elsewhere after its answer was lost, and shares it anew', async () => {
  const [own, theirs] = ['https://pay.example/own', 'https://pay.example/theirs']
  await shareWithoutAnswer(own)
  await scene.admin.put('/api/upload-payment-link', { orderId: scene.id, paymentLink: theirs })
  await admin.getByRole('link', { name: theirs }).waitFor()
  await press('Share payment link')
  await toasts('Your earlier try went through, but it was changed since.')
  await press('Share payment link')
  await admin.getByRole('link', { name: own }).waitFor()
})

it('goes back to what was before the first try, where its answer was lost and its change was seen', async () => {
  const [first, second] = ['https://pay.example/first', 'https://pay.example/second']
  await scene.admin.put('/api/upload-payment-link', { orderId: scene.id, paymentLink: first })
  await shareWithoutAnswer(second)
  await press('Share payment link')
  await toasts('Payment link shared')
  await press('Undo')
  await admin.locator('.toast', { hasText: /^Undone$/ }).waitFor()
  expect((await order()).payment_link).toBe(first)
})

it('tells of a change that was undone elsewhere after its answer was lost, and makes it anew', async () => {
  const name = 'Business report and strategy call'
  const steps: { id: number; value: string }[] = JSON.parse((await order()).progress)
  const progressId = steps.find(({ value }) => value === name)!.id
  await scene.show(admin)
  const stepsCome = await loseAnswers(admin, '/api/update-progress-status')
  await press(`Mark as done: ${name}`)
  await toasts('We can’t reach the server.')
  await isSigned(admin, name)
  await stepsCome()
  await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId, status: 0 })
  await press(`Mark as done: ${name}`)
  await toasts('Your earlier try went through, but it was changed since.')
  await press(`Mark as done: ${name}`)
  await isSigned(client, name)
  await press('Undo')
  await isOpen(client, name)
})

it('tells of a change that was undone elsewhere while the page was not connected', async () => {
  const name = 'Business report and strategy call'
  const steps: { id: number; value: string }[] = JSON.parse((await order()).progress)
  const progressId = steps.find(({ value }) => value === name)!.id
  const { page } = await scene.opened(scene.admin)
  await page.routeWebSocket('**/socket.io/**', (line) => line.close())
  await page.goto(`/order-detail/${scene.id}`)
  const mark = page.getByRole('button', { name: `Mark as done: ${name}`, exact: true })
  const answersCome = await loseAnswers(page, '/api/update-progress-status')
  await mark.click()
  await page.locator('.toast', { hasText: 'We can’t reach the server.' }).waitFor()
  await answersCome()
  await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId, status: 0 })
  await mark.click()
  await page.locator('.toast', { hasText: 'Your earlier try went through, but it was changed since.' }).waitFor()
  await page.close()
})

it('gives a name again that was taken back elsewhere, after its answer was lost', async () => {
  const [title, before] = [admin.getByRole('textbox', { name: 'Project name' }), (await order()).title]
  await expect.poll(() => title.inputValue(), soon).toBe(before)
  const namesCome = await loseAnswers(admin, '/api/rename-order')
  await title.fill('Bakery')
  await press('Rename project')
  await toasts('We can’t reach the server.')
  await admin.getByText('Project renamed to Bakery').first().waitFor()
  await namesCome()
  await scene.admin.put('/api/rename-order', { orderId: scene.id, title: before })
  await admin.getByText(`Project renamed to ${before}`).first().waitFor()
  await title.fill('Bakery')
  await press('Rename project')
  await expect.poll(async () => (await order()).title, soon).toBe('Bakery')
})

it('goes on with a name whose saving was heard of, though its answer was lost', async () => {
  const title = admin.getByRole('textbox', { name: 'Project name' })
  const answersCome = await loseAnswers(admin, '/api/rename-order')
  await title.fill('Looms')
  await press('Rename project')
  await toasts('We can’t reach the server.')
  await admin.getByText('Project renamed to Looms').first().waitFor()
  await answersCome()
  await title.fill('Looms and threads')
  await press('Rename project')
  await expect.poll(async () => (await order()).title, soon).toBe('Looms and threads')
})

it('says so where an order is closed while one is asked about it', async () => {
  await scene.show(admin)
  await press('Complete order')
  await admin.getByRole('dialog').waitFor()
  await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'cancel' })
  await toasts('This project has just been cancelled.')
  await admin.getByLabel('Reason for reopening').fill('Cancelled too early.')
  await press('Reopen order')
  await admin.getByRole('dialog').waitFor()
  await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'They go on.' })
  await toasts('This project has just been reopened.')
})

it('opens an order again that was completed by mistake, from the list one has come to', async () => {
  await scene.show(admin)
  await press('Complete order')
  await admin.getByRole('dialog').getByRole('button', { name: 'Complete order' }).click()
  await admin.waitForURL('**/orders')
  await client.getByText('Project completed').first().waitFor()
  expect(await admin.locator('.toast', { hasText: 'just been' }).count()).toBe(0)
  await press('Undo')
  await toasts('Undone')
  await expect.poll(async () => (await order()).completed, soon).toBe(0)
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Visitor } from '#api/testing/test-server.ts'
import { isLive, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
/** Another admin beside the first. */
let devika: Visitor
beforeAll(async () => {
  scene = await orderScene()
  devika = await secondAdmin()
})
afterAll(() => scene?.close())

async function secondAdmin(): Promise<Visitor> {
  const { admin, server } = scene
  const email = 'devika@longhand.example'
  await admin.post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))![1]
  const visitor = server.visitor()
  const person = { name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  await visitor.post('/api/accept-invitation', { token, ...person })
  return visitor
}

/** A page of a logged-in person, closed when the test ends. */
async function windowOf(visitor: Visitor, options: Parameters<OrderScene['opened']>[1] = {}): Promise<Page> {
  const { page, context } = await scene.opened(visitor, options)
  onTestFinished(() => context.close())
  return page
}

/** A page without a live connection. */
async function windowWithoutLine(visitor: Visitor): Promise<Page> {
  const page = await windowOf(visitor)
  await page.routeWebSocket('**/socket.io/**', (line) => line.close())
  return page
}

const form = (page: Page, name: string | RegExp) => page.getByRole('form', { name })
const invoice = (page: Page) => form(page, 'Update invoice')
const update = (page: Page) => page.getByRole('button', { name: 'Update invoice' }).click()
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const stands = async (id: string) => (await scene.admin.get(`/api/get-single-order?id=${id}`)).body.data[0]
const money = async (id: string) => {
  const { paid_amount, actual_amount } = await stands(id)
  return [paid_amount, actual_amount]
}

describe('two admins at one invoice', () => {
  const show = async (page: Page, order: string) => {
    await page.goto(`/order-detail/${order}?tab=invoice`)
    await invoice(page).waitFor()
    expect(await invoice(page).getByLabel('Amount paid').inputValue()).toBe('0')
  }

  // spec: 2.95
  it('lose nothing when each changes something else: what was not touched follows, and is not sent', async () => {
    const order = await scene.client.order()
    const [a, b] = [await windowOf(devika), await windowOf(scene.admin)]
    await Promise.all([show(a, order), show(b, order)])
    await Promise.all([isLive(a), isLive(b)])
    await invoice(b).getByLabel('Project price').fill('45000')
    await invoice(a).getByLabel('Amount paid').fill('10,000')
    await update(a)
    await says(a, /^Invoice updated(?!:)/)
    await expect.poll(() => invoice(b).getByLabel('Amount paid').inputValue(), soon).toBe('10000')
    expect(await invoice(b).getByLabel('Project price').inputValue()).toBe('45000')
    await update(b)
    await says(b, /^Invoice updated(?!:)/)
    expect(await money(order)).toEqual(['10000', '45000'])
  })

  it('lose nothing when the second has not heard of it, and is not asked about what is not theirs', async () => {
    const order = await scene.client.order()
    const b = await windowWithoutLine(scene.admin)
    await show(b, order)
    await devika.put('/api/update-pricing', { orderId: order, paidAmount: '10000' })
    // More than one page of the history.
    const messages = Array.from({ length: 60 }, (_, nth) => `The money is on its way, part ${nth}.`)
    await Promise.all(messages.map((text) => scene.client.post('/api/send-message', { orderId: order, text })))
    expect(await invoice(b).getByLabel('Amount paid').inputValue()).toBe('0')
    await invoice(b).getByLabel('Project price').fill('45000')
    await update(b)
    await says(b, /^Invoice updated(?!:)/)
    expect(await invoice(b).getByLabel('Amount paid').inputValue()).toBe('10000')
    expect(await money(order)).toEqual(['10000', '45000'])
  })

  // spec: 2.95
  it('see both hands when they have written on one line, and say which stays', async () => {
    const order = await scene.client.order()
    const b = await windowWithoutLine(scene.admin)
    await show(b, order)
    await devika.put('/api/update-pricing', { orderId: order, paidAmount: '10000' })
    const received = invoice(b).getByLabel('Amount paid')
    await received.fill('7,500')
    await update(b)

    await says(b, '₹10,000')
    await invoice(b).getByRole('status').filter({ hasText: 'Devika Menon changed this to' }).waitFor()
    expect(await received.inputValue()).toBe('7,500')
    expect(await money(order)).toEqual(['10000', '0'])
    // The line in question has the focus, and says what is with it.
    await hasFocus(received)
    const described = await received.getAttribute('aria-describedby')
    expect(await b.locator(`[id="${described}"]`).textContent()).toContain('₹10,000')
    // To send it again settles nothing.
    await update(b)
    expect(await money(order)).toEqual(['10000', '0'])

    await press(b, 'Use theirs')
    expect(await received.inputValue()).toBe('10000')
    await hasFocus(received)
    await invoice(b).getByLabel('Project price').fill('45000')
    await update(b)
    await says(b, /^Invoice updated(?!:)/)
    expect(await money(order)).toEqual(['10000', '45000'])
  })

  it('may keep their own, once they have seen the other', async () => {
    const order = await scene.client.order()
    const [a, b] = [await windowOf(devika), await windowOf(scene.admin)]
    await Promise.all([show(a, order), show(b, order)])
    await Promise.all([isLive(a), isLive(b)])
    await invoice(b).getByLabel('Amount paid').fill('7500')
    await invoice(a).getByLabel('Amount paid').fill('10000')
    await update(a)
    // Shown at once, before anything is sent.
    await invoice(b).getByRole('status').filter({ hasText: 'Devika Menon changed this to' }).waitFor()
    await update(b)
    await says(b, /^Not saved:/)
    expect(await money(order)).toEqual(['10000', '0'])
    await press(b, 'Keep mine')
    expect(await money(order)).toEqual(['10000', '0'])
    await update(b)
    await says(b, /^Invoice updated(?!:)/)
    expect(await money(order)).toEqual(['7500', '0'])
  })

  it('are not in conflict when both write the same', async () => {
    const order = await scene.client.order()
    const b = await windowWithoutLine(scene.admin)
    await show(b, order)
    await devika.put('/api/update-pricing', { orderId: order, paidAmount: '10000' })
    await invoice(b).getByLabel('Amount paid').fill('10,000.00')
    await update(b)
    await says(b, 'No changes to save')
    expect(await invoice(b).getByLabel('Amount paid').inputValue()).toBe('10000')
  })

  it('settle it by keyboard alone, on a telephone, whatever they see or hear', async () => {
    const order = await scene.client.order()
    const b = await windowOf(scene.admin, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
    await show(b, order)
    await isLive(b)
    await invoice(b).getByLabel('Amount paid').fill('7500')
    await devika.put('/api/update-pricing', { orderId: order, paidAmount: '22,50,000.50', actualAmount: '45,00,000' })
    await press(b, 'Keep mine') // waits for it
    await devika.put('/api/update-pricing', { orderId: order, paidAmount: '10,00,00,000' })
    await says(b, '₹10,00,00,000')
    await expectNoOverflow(b)
    expect(await violations(b)).toEqual([])
    await invoice(b).getByLabel('Amount paid').focus()
    await b.keyboard.press('Tab')
    await b.keyboard.press('Tab')
    await b.keyboard.press('Enter')
    expect(await invoice(b).getByLabel('Amount paid').inputValue()).toBe('100000000')
    await expect.poll(() => invoice(b).getByText('Devika Menon changed this to').count(), soon).toBe(0)
  })
})

describe('two admins at one proposal', () => {
  const proposal = (page: Page) => form(page, /^(Edit|Write) proposal$/)
  const written = { receiverName: 'Asha Rao', date: '2026-11-16', problem: 'A.', goals: 'B.', solution: 'C.' }
  const show = async (page: Page, order: string) => {
    await page.goto(`/order-detail/${order}?tab=proposal`)
    await proposal(page).waitFor()
  }

  // spec: 2.95
  it('lose no line of each other', async () => {
    const orderId = await scene.client.order()
    await scene.admin.put('/api/update-proposal', { orderId, ...written })
    const b = await windowWithoutLine(scene.admin)
    await show(b, orderId)
    const theirs = 'Every order is written down. Nobody asks twice.'
    await devika.put('/api/update-proposal', { orderId, problem: 'Nobody answers before noon.', goals: theirs })
    await proposal(b).getByLabel('Goals').fill('Orders are answered within the hour.')
    await proposal(b).getByLabel('Solution').fill('A page for orders.')
    await press(b, 'Save proposal')

    await says(b, theirs)
    await expect.poll(() => proposal(b).getByText('Devika Menon changed this to').count(), soon).toBe(1)
    expect(await proposal(b).getByLabel('Problem').inputValue()).toBe('Nobody answers before noon.')
    expect(await stands(orderId)).toMatchObject({ goals: theirs, solution: 'C.' })
    await press(b, 'Keep mine')
    await press(b, 'Save proposal')
    await says(b, 'Proposal updated')
    expect(await stands(orderId)).toMatchObject({
      problem: 'Nobody answers before noon.',
      goals: 'Orders are answered within the hour.',
      solution: 'A page for orders.',
    })
  })

  it('write the first one once', async () => {
    const orderId = await scene.client.order()
    const b = await windowWithoutLine(scene.admin)
    await show(b, orderId)
    await proposal(b).getByLabel('Problem').fill('Mine.')
    await devika.put('/api/update-proposal', { orderId, ...written, receiverName: 'Neelgiri Looms' })
    await press(b, 'Save proposal')
    await says(b, 'Devika Menon changed this to')
    await press(b, 'Keep mine')
    await press(b, 'Save proposal')
    await says(b, 'Proposal updated')
    expect(await stands(orderId)).toMatchObject({ company: 'Neelgiri Looms', problem: 'Mine.', goals: 'B.' })
  })
})

it('two admins at one point of a review see both answers, and a later version takes neither away', async () => {
  const orderId = await scene.client.order()
  const link = 'https://www.figma.com/design/one/Looms'
  await scene.admin.put('/api/upload-design', { orderId, link })
  const points = JSON.stringify([{ text: 'Make the telephone number larger' }])
  await scene.client.upload('/api/request-changes', { orderId, version: '1', price: '0', points }, [])
  const page = await windowOf(scene.admin)
  await scene.show(page, 'design', orderId)
  const answer = page.getByLabel('Answer to point a')
  await press(page, 'Answer to point a')
  await answer.fill('How large?')
  await devika.put('/api/upload-design', { orderId, link: `${link}-2` })
  await page.getByRole('button', { name: 'Version 2' }).waitFor()
  expect(await answer.inputValue()).toBe('How large?')
  await devika.put('/api/settle-point', { orderId, phase: 'landing page', point: 'a', answer: 'It is.' })
  await form(page, 'Answer point a').getByText('Devika Menon changed this to').waitFor()
  await press(page, 'Save answer')
  expect((await stands(orderId)).rounds[0].points[0].answer).toBe('It is.')
  await press(page, 'Keep mine')
  await press(page, 'Save answer')
  await says(page, /^Point updated/)
})

it('two admins who rename a project see both names', async () => {
  const orderId = await scene.client.order()
  const page = await windowOf(scene.admin)
  await scene.show(page, 'overview', orderId)
  const name = form(page, 'Rename project').getByLabel('Project name')
  await name.fill('Saris')
  await devika.put('/api/rename-order', { orderId, title: 'Neelgiri Looms' })
  await form(page, 'Rename project').getByText('Devika Menon changed this to').waitFor()
  await press(page, 'Use theirs')
  expect(await name.inputValue()).toBe('Neelgiri Looms')
})

describe('one client on two devices', () => {
  const copyOf = (visitor: Visitor): Visitor => Object.assign(scene.server.visitor(), { cookie: visitor.cookie })
  const profile = (page: Page) => form(page, 'Profile')

  it('keeps the name saved on one while the other changes the number', async () => {
    const client = await scene.server.client('Asha Rao')
    const [phone, desk] = [await windowOf(client), await windowOf(copyOf(client))]
    await Promise.all([phone.goto('/settings'), desk.goto('/settings')])
    await profile(desk).getByLabel('Phone Number').fill('98450 54321')
    await profile(phone).getByLabel('Full Name').fill('Asha Menon')
    await press(phone, 'Update profile')
    await says(phone, 'Profile updated')
    await press(desk, 'Update profile')
    await says(desk, 'Profile updated')
    expect(await profile(desk).getByLabel('Full Name').inputValue()).toBe('Asha Menon')
    expect((await client.get('/api/session')).body).toMatchObject({ name: 'Asha Menon', phone: '+919845054321' })
  })

  // spec: 2.95
  it('is shown the name that was saved on the other, beside the one written here', async () => {
    const client = await scene.server.client('Asha Rao')
    const desk = await windowOf(copyOf(client))
    await desk.goto('/settings')
    await profile(desk).getByLabel('Full Name').fill('Asha Patil')
    await client.put('/api/update-profile', { name: 'Asha Menon' })
    await press(desk, 'Update profile')
    await profile(desk).getByRole('status').filter({ hasText: 'Asha Menon' }).waitFor()
    expect(await profile(desk).getByLabel('Full Name').inputValue()).toBe('Asha Patil')
    expect((await client.get('/api/session')).body.name).toBe('Asha Menon')
    expect(await violations(desk)).toEqual([])
    await press(desk, 'Keep mine')
    await press(desk, 'Update profile')
    await says(desk, 'Profile updated')
    expect((await client.get('/api/session')).body.name).toBe('Asha Patil')
  })

  it('keeps the way to be told that was chosen on the other', async () => {
    const client = await scene.server.client('Asha Rao')
    const desk = await windowOf(copyOf(client))
    await desk.goto('/settings')
    await desk.getByLabel('By email').waitFor()
    await client.put('/api/choose-notifications', { mail: false })
    await desk.getByLabel('On my devices').uncheck()
    await says(desk, 'Notifications saved')
    expect((await client.get('/api/notifications')).body).toEqual({ mail: false, push: false })
    await expect.poll(() => desk.getByLabel('By email').isChecked(), soon).toBe(false)
  })

  it('sends the answers that are changed, and is asked about one that was changed on both', async () => {
    const { client } = scene
    const orderId = await client.order()
    const desk = await windowWithoutLine(copyOf(client))
    await desk.goto(`/order-detail/${orderId}?tab=overview`)
    await press(desk, 'Edit answers')
    const amend = form(desk, 'Edit answers')
    await amend.getByLabel(/What does your business do/).fill('Bread, and nothing but bread')
    await amend
      .getByLabel(/Who are your customers|Who/)
      .first()
      .fill('Everybody who is up early')
    const answers = JSON.stringify([{ id: 1, answer: 'Cakes' }])
    await client.put('/api/amend-answers', { orderId, answers })
    await press(desk, 'Save changes')
    await amend.getByRole('status').filter({ hasText: 'Cakes' }).waitFor()
    await hasFocus(desk.locator('#question-1'))
    expect(await violations(desk)).toEqual([])
    await press(desk, 'Keep mine')
    const sent = desk.waitForRequest('**/api/amend-answers')
    await press(desk, 'Save changes')
    const [, answersSent] = /name="answers"\r\n\r\n(.*)\r\n/.exec((await sent).postData()!)!
    expect(JSON.parse(answersSent!)).toEqual([
      { id: 1, answer: 'Bread, and nothing but bread' },
      { id: 2, answer: 'Everybody who is up early' },
    ])
    await amend.waitFor({ state: 'detached' })
  })
})

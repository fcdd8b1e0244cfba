import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '#api/testing/test-server.ts'
import { violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon, tabs } from './order-scene.ts'

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
  const { admin, client, id: orderId } = scene
  await admin.put('/api/upload-design', { orderId, link: 'https://www.figma.com/design/one/Looms' })
  await admin.put('/api/upload-design', { orderId, link: `https://www.figma.com/design/${'two'.repeat(40)}` })
  await admin.put('/api/update-pricing', {
    orderId,
    paidAmount: '2250000.50',
    actualAmount: '4500000',
    noOfRevisions: 3,
  })
  await admin.put('/api/upload-payment-link', { orderId, paymentLink: `https://pay.example/${'a'.repeat(90)}` })
  await admin.put('/api/update-proposal', {
    orderId,
    receiverName: 'Asha Rao, Neelgiri Looms and Saris',
    date: new Date().toISOString().slice(0, 10),
    problem: 'A. B.',
    goals: 'C.',
    solution: 'D.',
  })
  await client.post('/api/send-message', { orderId, text: `A long word: ${'loom'.repeat(60)}` })
  await client.share(orderId, [picture(`${'door'.repeat(20)}.png`), new File(['six to ten'], 'hours.txt')])
  await admin.put('/api/update-progress-status', { orderId, progressId: 3, status: 1 })
})
afterAll(() => scene?.close())

/** The text that each tab shows once it has loaded. */
const shown: Record<(typeof tabs)[number], string | RegExp> = {
  overview: 'Conversation',
  design: /design|version/i,
  payment: 'International Payment',
  terms: 'Cancellation and refund',
  invoice: 'If ',
  proposal: 'Proposal for Asha Rao',
  agreements: 'oldest first',
  history: 'newest first',
}
const drawn = (page: Page, tab: (typeof tabs)[number]) =>
  page.getByRole('main').getByRole('heading', { name: shown[tab] }).filter({ visible: true }).first().waitFor()

describe.each(['client', 'admin'] as const)('the order page of the %s', (who) => {
  let phone: Page
  let desk: Page
  beforeAll(async () => {
    const small = { viewport: { width: 360, height: 740 }, hasTouch: true }
    phone = (await scene.opened(scene[who], small)).page
    desk = (await scene.opened(scene[who], { reducedMotion: 'reduce' })).page
  })

  // spec: 2.81
  it.each(tabs)('fits a telephone: %s', async (tab) => {
    await scene.show(phone, tab)
    await drawn(phone, tab)
    await expectNoOverflow(phone)
    const { x, width } = (await phone.getByRole('navigation').locator('[aria-current]').boundingBox())!
    expect([x >= 0, x + width <= 360]).toEqual([true, true])
  })

  it.each(tabs)('is for everyone, in light and in dark: %s', async (tab) => {
    await scene.show(desk, tab)
    await drawn(desk, tab)
    for (const colorScheme of ['light', 'dark'] as const) {
      await desk.emulateMedia({ colorScheme })
      expect(await violations(desk), colorScheme).toEqual([])
    }
  })
})

describe('the order page', () => {
  // spec: 2.81
  it('is used by keyboard alone', async () => {
    const { page } = await scene.opened(scene.client)
    await scene.show(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    const tabTo = async (text: RegExp) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        if (text.test(await focused())) return
      }
      throw new Error(`${text} is not reached by Tab`)
    }
    await tabTo(/^Invoice$/)
    await page.keyboard.press('Enter')
    await drawn(page, 'invoice')
    await hasFocus(page.locator('#main'))
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('link', { name: /^Overview/ }).focus()
    await page.keyboard.press('Enter')
    await drawn(page, 'overview')
    await hasFocus(page.locator('#main'))
    await tabTo(/^Delete hours.txt$/)
    await page.keyboard.press('Enter')
    await expect.poll(focused, soon).toBe('No, go back') // a hasty Enter deletes nothing
    await page.keyboard.press('Escape')
    await expect.poll(focused, soon).toBe('Delete hours.txt')
    await page.keyboard.press('Tab') // the writing
    await page.keyboard.type('Typed, not clicked')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'Typed, not clicked' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: /^Write to/ }).inputValue(), soon).toBe('')
  })

  it('lets an admin do everything within three keys, and none of them while they write', async () => {
    const { page } = await scene.opened(scene.admin)
    await scene.show(page)
    const writing = page.getByRole('textbox', { name: /^Write to/ })
    await page.keyboard.press('r')
    await hasFocus(writing)
    await page.keyboard.type('sfr?')
    await expect.poll(() => writing.inputValue(), soon).toBe('sfr?')
    await writing.fill('')
    await writing.blur()
    const sign = page.getByRole('button', { name: /^Mark as done: / }).first()
    const step = (await sign.getAttribute('aria-label'))!.replace('Mark as done: ', '')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: `Reopen step: ${step}` }).waitFor()
    await page.keyboard.press('f')
    await hasFocus(page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: 'Share files' }))
    await page.keyboard.press('i')
    await hasFocus(page.getByLabel('Amount paid'))
    await page.getByLabel('Amount paid').blur()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Share payment link').waitFor()
    await page.keyboard.press('l') // a dialog is answered first
    await keys.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('r')
    await expect.poll(() => new URL(page.url()).search, soon).toBe('?tab=invoice')
    await page.evaluate(() => localStorage.removeItem('order-keys'))
  })

  it('has what an admin does most at the thumb on a phone, wherever the page is scrolled to', async () => {
    const { page } = await scene.opened(scene.admin, { viewport: { width: 360, height: 740 }, hasTouch: true })
    await scene.show(page)
    const rail = page.getByRole('group', { name: 'Actions for this project' })
    const foot = async () => {
      const box = (await rail.boundingBox())!
      return Math.round(box.y + box.height)
    }
    await expect.poll(foot, soon).toBe(740)
    await rail.getByRole('button', { name: /Reply/ }).tap()
    const writing = page.getByRole('textbox', { name: /^Write to/ })
    await expect.poll(() => writing.evaluate((element) => element === document.activeElement), soon).toBe(true)
    const { y, height } = (await writing.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(740 - (await rail.boundingBox())!.height)
    await expect.poll(foot, soon).toBe(740)
  })

  it('is drawn by less than 133.5 kB of script over the wire, in few files, and live by less than 154.7', async () => {
    const { page } = await scene.opened(scene.client)
    const scripts: Promise<{ url: string; sent: number }>[] = []
    const weigh = async (response: Response) => {
      const { responseBodySize } = await response.request().sizes()
      return { url: new URL(response.url()).pathname, sent: responseBodySize }
    }
    page.on('response', (response) => response.url().endsWith('.js') && scripts.push(weigh(response)))
    const document = page.waitForResponse((response) => response.request().resourceType() === 'document')
    await scene.show(page)
    await drawn(page, 'overview')
    const html = await (await document).text()
    const weights = await Promise.all(scripts)
    const drawing = weights.filter(({ url }) => html.includes(url))
    const kB = (of: typeof weights) => of.reduce((sum, each) => sum + each.sent, 0) / 1000
    console.log(`first load of the order page: ${kB(drawing).toFixed(1)} kB draw it, ${kB(weights).toFixed(1)} in all`)
    expect(kB(drawing)).toBeLessThan(133.5)
    expect(kB(weights)).toBeLessThan(154.7)
    expect(weights.length).toBeLessThan(12)
  })
})

it('breaks words of any length on a telephone', async () => {
  const word = 'loom'.repeat(20)
  const email = `${'neelgiri'.repeat(6)}@looms.example`
  const written = scene.server.visitor()
  await written.post('/api/register', { name: word, email, phone: '98450 12345', password: 'bread-at-six-gone-by-ten' })
  const orderId = await written.order()
  const billing = { legalName: word, address: word, state: '29', gstin: '29AAGCB7383J1Z4', taxRate: 18, sac: '998314' }
  await scene.admin.put('/api/update-agency', { billing: { ...billing, schemes: { invoice: 'LH/{year}/{n}' } } })
  await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  await written.put('/api/give-billing-details', { orderId, name: word, address: word, state: '27' })
  const { events } = (await scene.admin.post('/api/issue-invoice', { orderId })).body
  const { documentId } = events[0].data
  await scene.admin.post('/api/issue-credit-note', { orderId, documentId, reason: word })
  const paidOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await written.post('/api/report-payment', { orderId, payment: 'payment-1', amount: '100', reference: word, paidOn })
  await scene.admin.post('/api/question-payment', { orderId, payment: 'payment-1', text: word })
  await scene.admin.put('/api/upload-design', { orderId, link: 'https://www.figma.com/design/1' })
  await written.post('/api/send-message', { orderId, text: word })

  for (const visitor of [written, scene.admin]) {
    const { page, context } = await scene.opened(visitor, { viewport: { width: 360, height: 740 }, hasTouch: true })
    for (const tab of tabs) {
      await scene.show(page, tab, orderId)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectNoOverflow(page)
    }
    for (const path of visitor === written
      ? ['/settings', '/dashboard']
      : [`/people/${await scene.admin.idOf(email)}`]) {
      await page.goto(path)
      await page.getByText(email).first().waitFor()
      await expectNoOverflow(page)
    }
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByText(`Sent to ${email}`).waitFor()
    await expectNoOverflow(page)
    await context.close()
  }
}, 120_000)

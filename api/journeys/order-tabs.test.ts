import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { picture } from '#api/testing/test-server.ts'
import { terms } from '#domain/site/content.ts'
import { holdAnswer, isLive, loseAnswers } from './browsing.ts'
import { hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

const payable = {
  bank: { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' },
  upi: { id: 'looms@bank', payee: 'Looms & Sons' },
}

let scene: OrderScene
let client: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  await scene.admin.put('/api/update-agency', payable)
  ;({ page: client } = await scene.opened(scene.client))
  ;({ page: admin } = await scene.opened(scene.admin, { permissions: ['clipboard-read', 'clipboard-write'] }))
})
afterAll(() => scene?.close())

const index = (page: Page) => page.getByRole('navigation', { name: 'This project' })
const open = (page: Page, tab: string) => index(page).getByRole('link', { name: tab }).click()
const main = (page: Page) => page.getByRole('main')
const form = (page: Page, name: string) => page.getByRole('form', { name })

describe('the tabs of an order', () => {
  // spec: 1.12, 2.81, 2.83, 2.84, 9.24
  it('are in the address and in local storage, and begin at the main container', async () => {
    await scene.show(client)
    await client.evaluate(() => scrollTo(0, 900))
    await open(client, 'Terms & Conditions')
    await client.getByRole('heading', { level: 1, name: /Terms and conditions/ }).waitFor()
    expect(new URL(client.url()).search).toBe('?tab=terms')
    const stored = () => client.evaluate((id) => localStorage.getItem(`order-tab:${id}`), scene.id)
    await expect.poll(stored, soon).toBe('terms')
    expect(await client.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(await client.evaluate(() => scrollY)).toBeLessThan(100)
    await client.goto(`/order-detail/${scene.id}`)
    await client.getByRole('heading', { level: 1, name: /Terms and conditions/ }).waitFor()
    await client.goBack()
    expect(await index(client).locator('[aria-current]').textContent()).toBe('Terms & Conditions')
  })

  it('are left by Back, to the overview that the address named before', async () => {
    const { page } = await scene.opened(scene.client)
    await page.goto(`/order-detail/${scene.id}`)
    await isLive(page)
    await open(page, 'Payment Options')
    await page
      .getByRole('heading', { level: 1, name: /Payment|Pay/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: 'Go to the invoice' }).count()).toBe(0) // there is none yet
    await page.goBack()
    await expect.poll(() => index(page).locator('[aria-current]').textContent(), soon).toMatch(/^Overview/)
    expect(new URL(page.url()).search).toBe('')
    await page.goForward()
    await expect.poll(() => index(page).locator('[aria-current]').textContent(), soon).toBe('Payment Options')
    await page.context().close()
  })

  it('say that the line is down where one has not come, keep the page, and show it when the line is back', async () => {
    const { page, context } = await scene.opened(scene.client)
    await page.route(/\/assets\/(Invoice|Proposal)-.*\.js$/, (route) => route.abort())
    await scene.show(page)
    await context.setOffline(true)
    await open(page, 'Invoice')
    await page.getByRole('heading', { name: /^(You’re offline|Can’t connect)\./ }).waitFor()
    await index(page).waitFor()
    await open(page, 'Overview')
    await page.getByRole('region', { name: 'Conversation' }).waitFor()
    await page.unroute(/\/assets\/(Invoice|Proposal)-.*\.js$/)
    await context.setOffline(false)
    await open(page, 'Invoice')
    await page.getByRole('heading', { level: 1, name: /invoice/i }).waitFor()
    await context.close()
  })

  // spec: 9.9, 9.10, 9.11, 9.12
  it('say what client and agency agree on, in the sentences of the site', async () => {
    await scene.show(client, 'terms')
    await client.getByRole('heading', { level: 1, name: /Terms and conditions/ }).waitFor()
    for (const { title, lines } of terms) {
      expect(await main(client).getByRole('region', { name: title }).getByRole('listitem').allTextContents()).toEqual(
        lines,
      )
    }
  })

  // spec: 2.82
  it('go back to where the orders are', async () => {
    for (const [page, path] of [
      [client, '/dashboard'],
      [admin, '/orders'],
    ] as const) {
      await scene.show(page)
      await open(page, 'Back')
      await page.waitForURL(`**${path}`)
    }
  })

  it('keep what was typed while another one is looked at', async () => {
    await scene.show(admin, 'invoice')
    await form(admin, 'Update invoice').getByLabel('Amount paid').fill('1234')
    await open(admin, 'Payment Options')
    await form(admin, 'Share payment link').getByLabel('Payment link').fill('https://pay.example/half')
    await open(admin, 'Business Proposal')
    await form(admin, 'Write proposal').getByLabel('Problem').fill('Half a sentence')
    await open(admin, 'Invoice')
    expect(await form(admin, 'Update invoice').getByLabel('Amount paid').inputValue()).toBe('1234')
    expect(await form(admin, 'Write proposal').count()).toBe(0)
    await open(admin, 'Payment Options')
    expect(await form(admin, 'Share payment link').getByLabel('Payment link').inputValue()).toBe(
      'https://pay.example/half',
    )
    await open(admin, 'Business Proposal')
    expect(await form(admin, 'Write proposal').getByLabel('Problem').inputValue()).toBe('Half a sentence')
  })

  it('keep what was typed through a reload, and while another page is looked at', async () => {
    const order = await scene.client.order()
    const problem = form(admin, 'Write proposal').getByLabel('Problem')
    await scene.show(admin, 'proposal', order)
    await problem.fill('Half a sentence')
    await admin.reload()
    await problem.waitFor()
    expect(await problem.inputValue()).toBe('Half a sentence')
    await admin.goto('/orders')
    await scene.show(admin, 'proposal', order)
    await problem.waitFor()
    expect(await problem.inputValue()).toBe('Half a sentence')
  })

  it('say how long ago at once, also after another one was looked at for a day', async () => {
    const { page } = await scene.opened(scene.client)
    onTestFinished(() => page.context().close())
    const orderId = await scene.client.order()
    await scene.admin.put('/api/upload-design', { orderId, link: 'https://www.figma.com/design/one/Looms' })
    await scene.show(page, 'design', orderId)
    const shared = page.getByText(/^Shared by/)
    const before = (await shared.textContent())!
    await page.getByRole('link', { name: /^Overview/ }).click()
    await shared.waitFor({ state: 'hidden' })
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await page.getByRole('navigation').getByRole('link', { name: 'Design' }).click()
    await shared.waitFor()
    await expect.poll(() => shared.textContent(), soon).not.toBe(before)
  })

  it('are not for someone else’s order', async () => {
    const { page } = await scene.opened(await scene.server.client('Kabir Sen'))
    await page.goto(`/order-detail/${scene.id}?tab=invoice`)
    await page.getByRole('heading', { name: 'Sorry You Are Not Allowed To Visit This Page' }).waitFor()
  })
})

describe('what an admin changes is on the client’s open page at once', () => {
  // spec: 1.12, 2.92, 2.93, 6.9, 6.16, 7.26, 8.9, 9.21
  it('the payment link, beside details that can be copied', async () => {
    await scene.show(client, 'payment')
    await client.getByText('you will see a payment link in case of international payment here').waitFor()
    await client.getByRole('img', { name: /QR code/ }).waitFor()

    await scene.show(admin, 'payment')
    await admin.getByRole('button', { name: 'Copy UPI ID' }).click()
    await admin.getByText('UPI ID copied to clipboard').waitFor()
    expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(payable.upi.id)
    await admin.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error()) }))
    await admin.getByRole('button', { name: 'Copy IFSC' }).click()
    await admin.getByText('Failed to copy text').waitFor()

    await form(admin, 'Share payment link').getByLabel('Payment link').fill('pay.example')
    await form(admin, 'Share payment link').getByRole('button').click()
    await form(admin, 'Share payment link').getByText('Please enter a payment link').waitFor()
    await form(admin, 'Share payment link').getByLabel('Payment link').fill('https://pay.example/asha')
    await form(admin, 'Share payment link').getByRole('button').click()
    await main(client).getByRole('link', { name: 'https://pay.example/asha' }).waitFor()
    expect(await form(client, 'Share payment link').count()).toBe(0)
  })

  // spec: 1.12, 1.15, 2.94, 2.96, 6.9, 6.16, 7.3, 7.27, 9.10, 9.16, 9.17
  it('the invoice, with what it comes to', async () => {
    await scene.show(client, 'invoice')
    await main(client).getByRole('heading', { name: 'Invoice Will Appear After Meeting.' }).waitFor()
    await scene.show(admin, 'invoice')
    const revise = form(admin, 'Update invoice')
    await revise.getByLabel('Amount paid').fill('22,500')
    await revise.getByLabel('Project price').fill('45000')
    await revise.getByLabel('Paid revisions').fill('1')
    await revise.getByRole('button', { name: 'Update invoice' }).click()

    await main(client).getByRole('heading', { level: 1, name: '₹23,400 to pay. ₹22,500 paid so far.' }).waitFor()
    const row = (name: string) => client.getByRole('row').filter({ hasText: name })
    for (const [name, amount] of [
      ['Landing Page Design', '₹9,000'],
      ['Complete Design', '₹22,500'],
      ['Development', '₹45,000'],
      ['Total Paid Revisions', '₹900'],
      ['including paid revisions', '₹23,400'],
      ['excluding paid revisions', '₹22,500'],
    ] as const) {
      expect(await row(name).first().getByRole('cell').last().textContent(), name).toBe(amount)
    }
    // In the landing page phase 20 % is kept, and the revision: 22,500 − 900 − 9,000.
    expect(await main(client).getByText('Refund if you cancelled today').locator('..').textContent()).toContain(
      '₹12,600',
    )
    await main(client)
      .getByText(/^Invoice updated: ₹22,500/)
      .last()
      .waitFor()
  })

  // spec: 2.94
  it('the form keeps what an admin is typing when another is faster', async () => {
    await scene.show(admin, 'invoice')
    const revise = form(admin, 'Update invoice')
    await revise.getByLabel('Amount paid').fill('30000')
    await scene.admin.put('/api/update-pricing', {
      orderId: scene.id,
      paidAmount: '45900',
      actualAmount: '45000',
      noOfRevisions: 1,
    })
    await revise.getByText('₹45,900').waitFor()
    expect(await revise.getByLabel('Amount paid').inputValue()).toBe('30000')
    await revise.getByRole('button', { name: 'Use theirs' }).click()
    expect(await revise.getByLabel('Amount paid').inputValue()).toBe('45900')
  })

  // spec: 1.12, 1.15, 2.97, 2.98, 5.24, 5.25, 6.9, 6.16, 7.28, 9.18
  it('the proposal, in lines, with its days', async () => {
    await scene.show(client, 'proposal')
    await main(client)
      .getByRole('heading', { name: 'Business Proposal Will Be Displayed Here After Meeting' })
      .waitFor()
    await scene.show(admin, 'proposal')
    const write = form(admin, 'Write proposal')
    await write.getByLabel('Client and company').fill('Asha Rao, Neelgiri Looms')
    await write.getByLabel('Problem').fill('Nobody answers before noon. The shop loses 3.5 hours.')
    await write.getByLabel('Goals').fill('Every order is written down.')
    await write.getByLabel('Solution').fill('')
    await write.getByRole('button', { name: 'Save proposal' }).click()
    await write.getByText('Please describe the solution').waitFor()
    await hasFocus(write.getByLabel('Solution'))
    await write.getByLabel('Solution').fill('A page for orders.')
    await write.getByRole('button', { name: 'Save proposal' }).click()

    await main(client)
      .getByRole('heading', { level: 1, name: /^Proposal for Asha Rao, Neelgiri Looms/ })
      .waitFor()
    const lines = await main(client).getByRole('listitem').allTextContents()
    expect(lines).toEqual(expect.arrayContaining(['The shop loses 3.5 hours.', 'Website', 'Source code as a ZIP file']))
    await main(client).getByText('7 days left', { exact: true }).waitFor()
    // What was paid for is not said to be no longer valid.
    await scene.admin.put('/api/update-proposal', { orderId: scene.id, date: '2020-01-06' })
    await main(client).getByText('Paid.', { exact: true }).waitFor()
    expect(await main(client).getByText('Expired.').count()).toBe(0)
  })

  // spec: 1.12, 1.15, 2.89, 6.16, 7.25
  it('the design, framed, with its earlier drafts, when it is Figma’s', async () => {
    await scene.show(client)
    await scene.show(admin, 'design')
    await form(admin, 'Share design').getByLabel('Figma link').fill('https://www.figma.com.drawings.example/two')
    await form(admin, 'Share design').getByRole('button').click()
    await form(admin, 'Share design').getByText(/Figma/).nth(1).waitFor()
    const link = 'https://www.figma.com/design/one/Looms'
    for (const each of [link, 'https://www.figma.com/design/two/Looms']) {
      await form(admin, 'Share design').getByLabel('Figma link').fill(each)
      await form(admin, 'Share design').getByRole('button').click()
      await main(client).getByRole('region', { name: 'Design preview' }).locator(`a[href="${each}"]`).waitFor()
      expect(await main(client).locator('iframe').count()).toBe(1)
      // Not only there, but let in by the page's own policy.
      await expect.poll(() => client.frames().at(-1)?.title(), soon).toBe('Figma')
    }
    expect(await client.getByRole('log').textContent()).toContain('New design shared')
    await scene.show(client, 'design')
    await main(client).getByRole('button', { name: 'Version 1' }).click()
    const frame = main(client).getByTitle('Version 1 in Figma')
    expect(await frame.getAttribute('src')).toContain(encodeURIComponent(link))
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation')
  })

  // spec: 2.89
  it('the design, shown where it is a picture that was shared on the order', async () => {
    const [{ data }] = (await scene.admin.share(scene.id, [picture('landing page.png')])).body.events
    const path = `/uploads/${data.file.filename}`
    await scene.show(client)
    await scene.show(admin, 'design')
    await form(admin, 'Share design').getByLabel('Figma link').fill(`https://where-the-site-was.example${path}`)
    await form(admin, 'Share design').getByRole('button').click()
    const drawing = main(client).getByRole('region', { name: 'Design preview' })
    const shown = drawing.getByRole('img', { name: /^Version \d+$/ })
    await shown.waitFor()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), soon).toBe(1)
    expect(await drawing.getByRole('link', { name: 'Open image' }).getAttribute('href')).toBe(path)
  })

  it('the name, in the title too', async () => {
    await scene.show(client)
    await scene.show(admin)
    await form(admin, 'Rename project').getByLabel('Project name').fill('Looms of Mysuru')
    await form(admin, 'Rename project').getByRole('button').click()
    await expect.poll(() => client.title(), soon).toMatch(/^(\(\d+\) )?Looms of Mysuru/)
    await client.getByRole('link', { name: 'Invoice', exact: true }).click()
    await expect.poll(() => client.title(), soon).toMatch(/^(\(\d+\) )?Invoice – Looms of Mysuru/)
  })

  it('the answers, when it is the client who changes them', async () => {
    await scene.show(admin)
    await scene.show(client)
    await client.getByRole('button', { name: 'Edit answers' }).click()
    const amend = form(client, 'Edit answers')
    await amend.getByLabel(/What does your business do/).fill('')
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await amend.getByText('Please answer this question').waitFor()
    await amend.getByText('Please check 1 answer.').waitFor()
    await amend.getByLabel(/What does your business do/).fill('Bread, and nothing but bread')
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await main(admin).getByText('Bread, and nothing but bread').waitFor()
    await amend.waitFor({ state: 'detached' })

    // What is written while it is saved is not closed away.
    await client.getByRole('button', { name: 'Edit answers' }).click()
    await amend.getByLabel(/What does your business do/).fill('Bread')
    const release = await holdAnswer(client, '**/api/amend-answers')
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await main(admin).getByText('Bread', { exact: true }).waitFor()
    await amend.getByLabel(/What does your business do/).fill('Bread and butter')
    release()
    await expect.poll(() => amend.getByRole('button', { name: 'Save changes' }).isEnabled(), soon).toBe(true)
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await main(admin).getByText('Bread and butter', { exact: true }).waitFor()
    await amend.waitFor({ state: 'detached' })
  })

  it('a file among the answers, which is no conflict where the answer to sending it got lost', async () => {
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await picture().arrayBuffer()) }
    await scene.show(client)
    await client.getByRole('button', { name: 'Edit answers' }).click()
    const amend = form(client, 'Edit answers')
    await amend.locator('input[type=file]').first().setInputFiles(logo)
    const answersCome = await loseAnswers(client, '/api/amend-answers')
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await amend.getByText('Not saved. Your changes are still here.').waitFor()
    await main(admin).getByText('logo.png').first().waitFor()
    await answersCome()
    await amend.getByText('Current file: logo.png.').waitFor()
    await amend.getByRole('button', { name: 'Save changes' }).click()
    await amend.waitFor({ state: 'detached' })
  })

  it('the history, newest first, as it is written', async () => {
    await scene.show(client, 'history')
    const newest = main(client).getByRole('listitem').first()
    await main(client).getByText('Project renamed to Looms of Mysuru').waitFor()
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 3, status: 1 })
    await newest.getByText('Business report and strategy call is done').waitFor()
    expect(await newest.textContent()).toContain('meera')
    expect(await main(client).getByText('Project started with').count()).toBe(1)
  })

  // spec: 2.100, 4.16
  it('the end, after it was asked for twice, and the beginning again, with its reason', async () => {
    await scene.show(client)
    await scene.show(admin)
    await admin.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Are you sure you want to cancel the order' })
    await dialog.getByText(/Steps not done: Payment/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await admin.waitForURL('**/orders')
    await main(client).getByText('Project cancelled', { exact: true }).waitFor()
    expect(await client.getByRole('textbox', { name: /^Write to/ }).count()).toBe(0)

    for (const tab of ['overview', 'invoice', 'proposal', 'payment']) {
      await scene.show(admin, tab)
      await main(admin).getByRole('heading', { level: 1 }).first().waitFor()
      const forms = await main(admin).getByRole('form').all()
      expect(await Promise.all(forms.map((each) => each.getAttribute('aria-label')))).toEqual(
        tab === 'overview' ? ['Reopen order'] : [],
      )
    }
    await scene.show(admin)
    await form(admin, 'Reopen order').getByRole('button').click()
    await admin.getByText('Please enter a reason').first().waitFor()
    await form(admin, 'Reopen order').getByLabel('Reason for reopening').fill('Asha has thought better of it')
    await form(admin, 'Reopen order').getByRole('button').click()
    await admin
      .getByRole('dialog', { name: 'Are you sure you want to reopen the order' })
      .getByRole('button', { name: 'Reopen order' })
      .click()
    await main(client).getByText('Project reopened: Asha has thought better of it', { exact: true }).waitFor()
    await client.getByRole('textbox', { name: /^Write to/ }).waitFor()
  })
})

describe('the phase that an invoice reckons with', () => {
  const arrival = { id: 1, value: 'First page', phase: 'landing page' }
  const design = { id: 2, value: 'All pages', phase: 'full design' }
  const redesign = { id: 3, value: 'Redesign of reports', phase: 'development' }

  /** An order with these steps, fully paid, the first ones of them signed. */
  async function paidInFull(steps: object[], signed: number): Promise<string> {
    await scene.admin.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(steps) })
    const orderId = await scene.client.order()
    const paid = { paidAmount: '45000', actualAmount: '45000', noOfRevisions: 0 }
    await scene.admin.put('/api/update-pricing', { orderId, ...paid })
    for (const progressId of [1, 2, 3].slice(0, signed)) {
      await scene.admin.put('/api/update-progress-status', { orderId, progressId, status: 1 })
    }
    return orderId
  }
  const wouldComeBack = async () =>
    (await main(client).getByText('Refund if you cancelled today').locator('..').textContent())!
  const cancelling = () => main(client).getByRole('region', { name: 'Cancelling' })

  // spec: 4.39
  it('is that of the open steps, whatever they are called, and is named where money is reckoned with it', async () => {
    const orderId = await paidInFull([arrival, design, redesign], 2)
    await scene.show(client, 'invoice', orderId)
    await cancelling().getByText('Current phase: development').waitFor()
    expect(await wouldComeBack()).toMatch(/₹9,000.*Current phase: development/)
    expect(await cancelling().locator('.is-now').textContent()).toMatch(/^Today.*development phase.*₹9,000/)

    await scene.admin.put('/api/update-progress-status', { orderId, progressId: 3, status: 1 })
    await cancelling().getByText('Current phase: handover').waitFor()
    expect(await wouldComeBack()).toMatch(/₹0.*Current phase: handover/)
  })

  it('is said to be none where no step says one, and nothing is reckoned with it', async () => {
    const orderId = await paidInFull([{ id: 1, value: 'Tea' }], 0)
    await scene.show(client, 'invoice', orderId)
    await cancelling().getByText('No phase is set on the steps, so the current phase is unknown.').waitFor()
    expect(await main(client).getByText('Refund if you cancelled today').count()).toBe(0)
    expect(await cancelling().locator('.is-now').count()).toBe(0)
  })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { loseAnswers, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

const billing = {
  ...{ legalName: 'Longhand Websites LLP', address: '12, Cubbon Road\nBengaluru 560001' },
  ...{ state: '29', gstin: '29AAGCB7383J1Z4', taxRate: 18, sac: '998314', schemes: { invoice: 'LH/{year}/{n}' } },
}

let scene: OrderScene
let client: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  await scene.admin.put('/api/update-agency', { billing })
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, actualAmount: '65000' })
  ;({ page: client } = await scene.opened(scene.client, { viewport: { width: 390, height: 844 } }))
  ;({ page: admin } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } }))
  for (const page of [client, admin]) await page.goto(`/order-detail/${scene.id}?tab=invoice`)
})
afterAll(() => scene?.close())

const form = (page: Page, name: string) => page.getByRole('form', { name })
const keep = async (page: Page, name: string) => {
  if (process.env.KEEP_PICTURES)
    await page.screenshot({ path: `${process.env.KEEP_PICTURES}/${name}.png`, fullPage: true })
}

/** The elements drawn outside of the sheet, whether its ink is dark, and its paper. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector('.issued')!
    const style = getComputedStyle(sheet)
    const [lightness] = style.color.match(/[\d.]+/)!
    const beside = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (each) => !each.contains(sheet) && !sheet.contains(each) && each.checkVisibility(),
    )
    return {
      beside: beside.map(({ className, tagName }) => `${tagName} ${className}`),
      ink: Number(lightness) < 0.5 ? 'dark' : 'light',
      onPaper: style.getPropertyValue('--paper'),
    }
  })

describe('invoices', () => {
  it('are for whom the client says, and are issued by the agency, live on both pages', async () => {
    const measure = client.getByRole('img', { name: /^₹0 of ₹65,000 paid/ })
    await measure.waitFor()
    await admin.getByRole('button', { name: 'Enter the billing details' }).click()
    await hasFocus(form(admin, 'Billing details').getByLabel('Name or company'))
    expect(await measure.textContent()).not.toContain('paid') // of which nothing is drawn
    await form(client, 'Billing details').getByLabel('Name or company').fill('नीलगिरी लूम्स LLP')
    await form(client, 'Billing details').getByLabel('Address').fill('14 Hill Road\nPune 411004')
    await form(client, 'Billing details').getByLabel('State').selectOption({ label: 'Maharashtra' })
    await form(client, 'Billing details').getByLabel('GSTIN').fill('27 AAPFU0939F 1ZV')
    await form(client, 'Billing details').getByRole('button', { name: 'Save billing details' }).click()
    const issue = form(admin, 'Issue invoice')
    await expect.poll(() => issue.textContent(), soon).toContain('IGST 18% ₹1,983.05')
    await issue.getByRole('checkbox', { name: /^Landing page/ }).uncheck()
    expect(await issue.textContent()).not.toMatch(/Due on|₹0/) // of an invoice of nothing
    await issue.getByRole('button', { name: 'Issue invoice', exact: true }).click()
    await issue.locator('.field-error').waitFor()
    await issue.getByRole('checkbox', { name: /^Landing page/ }).check()
    expect(await issue.locator('.field-error').count()).toBe(0)
    await issue.getByRole('checkbox', { name: /^Development/ }).check()
    await admin.reload() // what was chosen is there still
    const answersCome = await loseAnswers(admin, '/api/issue-invoice')
    await issue.getByRole('button', { name: 'Issue invoice of ₹45,500' }).click()
    await admin.getByText('The invoice was issued after all.').waitFor()
    await expect.poll(() => admin.getByText(/can’t reach the server/).count(), soon).toBe(0)
    await answersCome()
    for (const page of [client, admin]) {
      await page.getByRole('heading', { level: 1, name: /^₹45,500 is due/ }).waitFor()
      const total = page.getByRole('row', { name: /^Total, tax included/ })
      await expect.poll(() => total.textContent(), soon).toContain('₹45,500')
    }
    await keep(client, 'invoice-390')
    await keep(admin, 'invoice-1440')
  })

  it('say by when they will be due, on a page that was left open past midnight too', async () => {
    const orderId = await scene.client.order()
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
    await scene.client.put('/api/give-billing-details', { orderId, name: 'Neelgiri Looms LLP', state: '27' })
    const { page } = await scene.opened(scene.admin)
    await page.clock.install()
    await page.goto(`/order-detail/${orderId}?tab=invoice`)
    const due = page.getByText(/^Due on \d\d\/\d\d\/\d{4}/)
    const before = (await due.textContent())!
    await page.context().setOffline(true) // nothing comes by which it would be drawn again
    await page.clock.fastForward(86_400_000)
    await expect.poll(() => due.textContent(), soon).not.toBe(before)
    await page.close()
  })

  it('are corrected by a credit note, once though its answer is lost', async () => {
    const credit = form(admin, 'Issue credit note')
    await credit.getByLabel('Credit of Landing page design').fill('a thousand')
    await credit.getByLabel('Reason').fill('One page less')
    await credit.getByRole('button', { name: 'Issue credit note' }).click()
    await credit.locator('.field-error').waitFor()
    await credit.getByLabel('Credit of Landing page design').fill('1000')
    expect(await credit.locator('.field-error').count()).toBe(0)
    await credit.getByLabel('Credit of Development').fill('')
    await credit.getByLabel('Reason').fill('One page less, as agreed')
    await admin.reload() // and what was typed
    await expect.poll(() => credit.getByLabel('Reason').inputValue(), soon).toBe('One page less, as agreed')
    expect(await credit.getByLabel('Credit of Landing page design').inputValue()).toBe('1000')
    const answersCome = await loseAnswers(admin, '/api/issue-credit-note')
    await credit.getByRole('button', { name: 'Issue credit note' }).click()
    await client.getByRole('heading', { level: 1, name: /^₹44,500 is due/ }).waitFor()
    await client.getByText(/^Credit note CN\/.*: ₹1,000 off LH\//).waitFor()
    await expect.poll(() => credit.getByLabel('Reason').inputValue(), soon).toBe('')
    await admin.getByText('The credit note was issued after all.').waitFor()
    await expect.poll(() => admin.getByText(/can’t reach the server/).count(), soon).toBe(0)
    await answersCome()
  })

  it('lead to where they are paid, and are printed without what is around them', async () => {
    expect(await violations(client)).toEqual([])
    expect(await violations(admin)).toEqual([])
    for (const page of [client, admin]) {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await printed(page)).toEqual({ beside: [], ink: 'dark', onPaper: '#fff' })
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      const total = page.getByRole('row', { name: /^Total, tax included/ })
      expect(await total.getByRole('cell').evaluateAll((cells) => cells.every((each) => each.checkVisibility()))).toBe(
        true,
      )
      await keep(page, `invoice-print-${page === admin ? 1440 : 390}`)
      const pdf = await readPdf(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
      onTestFinished(() => pdf.close())
      expect(pdf.pages).toHaveLength(1)
      const { width, height } = await pdf.pages[0]!.picture()
      expect([width, height]).toEqual([595, 842])
      const texts = await pdf.pages[0]!.texts()
      expect(texts.map(({ text }) => text).join(' ')).toMatch(/₹ ?44,500 is due.*Balance due ₹ ?44,500$/)
      expect(Math.max(...texts.map(({ right }) => right))).toBeLessThan(595 - 36)
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    }
    await client.getByRole('link', { name: 'Pay ₹44,500' }).click()
    await expect.poll(() => new URL(client.url()).search, soon).toBe('?tab=payment')
    await client.emulateMedia({ media: 'print' })
    await client.getByRole('heading', { level: 1 }).waitFor() // another tab is printed too
    await client.emulateMedia({ media: 'screen' })
  })

  it('leave every other page on paper dark on light too, without what is there to be pressed', async () => {
    await admin.evaluate(() => {
      document.documentElement.dataset.theme = 'dark'
    })
    await admin.emulateMedia({ media: 'print' })
    for (const tab of ['Overview', 'Payment Options', 'History']) {
      await admin.emulateMedia({ media: 'screen' })
      await admin.getByRole('navigation', { name: 'This project' }).getByRole('link', { name: tab }).click()
      await admin.getByRole('heading', { level: 1 }).waitFor()
      await admin.emulateMedia({ media: 'print' })
      const ink = await admin.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)
      expect(Number(/[\d.]+/.exec(ink)![0])).toBeLessThan(0.5)
      const pressed = '.bar, nav, search, .downloads, .compose, .action-rail, .footer a, .skip, .button, .quiet'
      const shown = await admin
        .locator(pressed)
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map(({ className, tagName }) => `${tagName} ${className}`),
        )
      expect(shown).toEqual([])
      await keep(admin, `print-${tab}`)
    }
    await admin.emulateMedia({ media: 'screen' })
    await admin.evaluate(() => delete document.documentElement.dataset.theme)
    await admin.goto(`/order-detail/${scene.id}?tab=invoice`)
  })

  it('are the same as PDF: their sums, the amount in words, and the name in its own letters', async () => {
    const { body } = await scene.client.get(`/api/get-single-order?id=${scene.id}`)
    const { documentId, number, lines } = body.data[0].documents[0]
    const path = `${scene.server.url}/api/export-order-pdf?id=${scene.id}&document=invoice&issued=${documentId}`
    const response = await fetch(path, { headers: { Cookie: scene.client.cookie } })
    expect(response.status).toBe(200)
    const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()))
    onTestFinished(() => pdf.close())
    const texts = (await Promise.all(pdf.pages.map((page) => page.texts()))).flat().map(({ text }) => text)
    const all = texts.join(' ')
    for (const said of [`Invoice ${number}`, 'Rupees forty-five thousand five hundred only', 'GSTIN 27AAPFU0939F1ZV'])
      expect(all).toContain(said)
    expect(all.match(/[\u0900-\u097f]/g)!.length).toBeGreaterThan(8)
    const paise = (text: string) => Math.round(Number(text.replace(/[₹,]/g, '')) * 100)
    const amounts = texts.filter((text) => /^₹[\d,]+(\.\d\d)?$/.test(text)).map(paise)
    const rows = lines.map(({ amount, tax }: { amount: number; tax: number }) => [amount - tax, tax, amount])
    const sum = (at: number) => rows.reduce((total: number, row: number[]) => total + row[at]!, 0)
    expect(amounts).toEqual(expect.arrayContaining([...rows.flat(), sum(0), sum(1), sum(2)]))
    expect(sum(0) + sum(1)).toBe(45_500_00)
  })

  it('are paid by what an admin records, whose form keeps what was typed until then', async () => {
    await scene.show(admin, 'payment')
    const record = form(admin, 'Record a payment')
    await record.getByLabel('Amount received').fill('44500')
    await record.getByLabel('Reference of the payment').fill('6337 4412 9075')
    await admin.reload()
    await expect.poll(() => record.getByLabel('Reference of the payment').inputValue(), soon).toBe('6337 4412 9075')
    await record.getByRole('button', { name: 'Record payment' }).click()
    await expect.poll(() => record.getByLabel('Amount received').inputValue(), soon).toBe('')
    await hasFocus(record.getByLabel('Amount received'))
    await admin.reload()
    await record.waitFor()
    expect(await record.getByLabel('Reference of the payment').inputValue()).toBe('')
  })

  it('are credited in no other’s place once another admin has credited all of them', async () => {
    await scene.show(admin, 'invoice')
    await form(admin, 'Issue credit note').getByLabel('Reason').fill('No more pages')
    const { body } = await scene.client.get(`/api/get-single-order?id=${scene.id}`)
    const { documentId, number } = body.data[0].documents[0]
    await scene.admin.post('/api/issue-credit-note', { orderId: scene.id, documentId, reason: 'Called off' })
    await admin.getByText(`${number} has been credited in full. Your entries were cleared.`).waitFor()
  })

  it('say what is still to pay without what is reported, and that the balance has it until it is confirmed', async () => {
    const orderId = await scene.client.order()
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
    const paidOn = new Date(scene.server.now()).toISOString().slice(0, 10)
    const report = { orderId, payment: 'payment-1', amount: '3000', reference: '6337 4412 9077', paidOn }
    expect((await scene.client.post('/api/report-payment', report)).status).toBe(200)
    const { page } = await scene.opened(scene.client)
    onTestFinished(() => page.context().close())
    await page.goto(`/order-detail/${orderId}?tab=invoice`)
    await page
      .getByRole('heading', { level: 1, name: '₹62,000 to pay. ₹3,000 is reported and being checked.' })
      .waitFor()
    const said = '₹3,000 reported, being checked'
    const sum = page.getByText('Still to pay', { exact: true }).locator('..')
    expect(await sum.textContent()).toBe(`Still to pay₹62,000${said}`)
    await page.getByRole('link', { name: 'Pay ₹10,000' }).waitFor() // before it is invoiced too
    const balance = page.getByRole('row', { name: /^Balance due/ })
    expect(await balance.first().textContent()).toMatch(new RegExp(`${said}.*₹65,000$`))
    await scene.client.put('/api/give-billing-details', { orderId, name: 'Neelgiri Looms LLP', state: '27' })
    expect((await scene.admin.post('/api/issue-invoice', { orderId })).status).toBe(200)
    await expect.poll(() => balance.first().textContent(), soon).toMatch(new RegExp(`^Balance due${said}₹13,000$`))
    // The price is lowered below what is invoiced, and the project completed before that was credited.
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '10000' })
    const { page: desk } = await scene.opened(scene.admin)
    onTestFinished(() => desk.context().close())
    await desk.goto(`/order-detail/${orderId}?tab=invoice`)
    await desk.getByText('₹3,000 is invoiced beyond the price. Please issue a credit note.').waitFor()
    await scene.admin.put('/api/complete-or-cancell', { orderId, status: 'complete' })
    await desk.getByText('₹3,000 is invoiced beyond the price. Reopen the project to issue a credit note.').waitFor()
  })

  it('can be reported as paid without a price or a way to pay, as long as something is due', async () => {
    const orderId = await scene.client.order()
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
    await scene.client.put('/api/give-billing-details', { orderId, name: 'Neelgiri Looms LLP', state: '27' })
    expect((await scene.admin.post('/api/issue-invoice', { orderId })).status).toBe(200)
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '0' })
    const { page } = await scene.opened(scene.client)
    onTestFinished(() => page.context().close())
    await scene.show(page, 'payment', orderId)
    await page.getByRole('button', { name: 'I have paid ₹13,000' }).waitFor()
    await scene.admin.put('/api/update-pricing', { orderId, paidAmount: '13000' })
    await form(page, 'I have paid').waitFor({ state: 'detached' })
  })

  it('fit with sums of ten crore on the narrowest telephone and on a tablet, as what leads to them does', async () => {
    const orderId = await scene.client.order()
    const buyer = { name: 'Neelgiri Looms LLP', address: '14 Hill Road\nPune 411004', state: '27', gstin: '' }
    await scene.client.put('/api/give-billing-details', { orderId, ...buyer })
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '100000000' })
    await scene.admin.post('/api/issue-invoice', { orderId, parts: ['landing page', 'development'] })
    const paid = { orderId, payment: crypto.randomUUID(), reference: '6337 4412 9075', paidOn: '2026-01-05' }
    await scene.admin.post('/api/record-payment', { ...paid, amount: '12345678' })
    await scene.admin.put('/api/update-agency', { upi: { id: 'looms@bank', payee: 'Looms & Sons' } })
    for (const tab of ['overview', 'payment', 'invoice'] as const) {
      await scene.show(client, tab, orderId)
      if (tab === 'payment') await client.getByText(/^Rupees .* only$/).waitFor()
      for (const width of [320, 720, 768]) {
        await client.setViewportSize({ width, height: 700 })
        await expectNoOverflow(client)
        expect(await beyondTheirRow(client), `${tab} at ${width} px`).toEqual([])
      }
    }
    await client.getByText(/^Kept in the .* phase: \d+% of ₹10,00,00,000$/).waitFor()
  })
})

/** The texts of the page's tables, sums and dates that stick out of the row that they stand in, or break within an amount. */
const beyondTheirRow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.b :is(th, td, dd, small, .pay-sum)')].flatMap((each) => {
      const row = each.closest('.b')!.getBoundingClientRect()
      const text = new Range()
      text.selectNodeContents(each)
      const { left, right } = text.getBoundingClientRect()
      const isBroken = /^\S+$/.test(each.textContent!) && new Set([...text.getClientRects()].map(({ y }) => y)).size > 1
      return each.textContent && each.checkVisibility() && (left < row.left - 1 || right > row.right + 1 || isBroken)
        ? [each.textContent]
        : []
    }),
  )

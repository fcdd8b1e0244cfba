import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { picture } from '#api/testing/test-server.ts'
import { loseAnswers, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let client: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  await scene.admin.put('/api/update-agency', {
    bank: { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' },
    upi: { id: 'looms@bank', payee: 'Looms & Sons' },
  })
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, actualAmount: '65000' })
  ;({ page: client } = await scene.opened(scene.client, { viewport: { width: 390, height: 844 } }))
  ;({ page: admin } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } }))
  await scene.show(client, 'payment')
  await scene.show(admin, 'payment')
})
afterAll(() => scene?.close())

const main = (page: Page) => page.getByRole('main')
const says = (page: Page, sentence: string | RegExp) =>
  main(page).getByRole('heading', { level: 1, name: sentence }).waitFor()
const payments = async () => (await scene.admin.get(`/api/get-single-order?id=${scene.id}`)).body.data[0].payments

describe('what is due', () => {
  it('is asked for in figures and words, and in the code that a payment app reads', async () => {
    await says(client, /^Pay ₹13,000 by /)
    await main(client).getByText('Rupees thirteen thousand only').waitFor()
    const link = await main(client).getByRole('link', { name: 'Open my UPI app' }).getAttribute('href')
    expect(link).toContain('&am=13000.00&tr=')
    await main(client)
      .getByRole('img', { name: /^Of ₹65,000: ₹13,000 due$/ })
      .waitFor()
    await main(client).getByRole('button', { name: 'I have paid ₹13,000' }).waitFor()
  })
  it('has nothing wrong with its page, on a telephone and on a desk', async () => {
    for (const page of [client, admin]) {
      await expectNoOverflow(page)
      expect(await violations(page)).toEqual([])
    }
  })
  it('leads to the invoice', async () => {
    await main(client).getByRole('link', { name: 'Go to the invoice' }).click()
    await main(client).getByText('Invoice', { exact: true }).first().waitFor()
    await scene.show(client, 'payment')
  })
})

const screenshot = async () => ({
  name: 'paid.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await picture().arrayBuffer()),
})

it('is said to be paid on the present day, on a page that was left open past midnight too', async () => {
  const orderId = await scene.client.order()
  await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  for (const visitor of [scene.client, scene.admin]) {
    const { page, context } = await scene.opened(visitor)
    await page.clock.install()
    await page.goto(`/order-detail/${orderId}?tab=payment`)
    const paidOn = main(page).getByLabel('Paid on')
    const before = await paidOn.inputValue()
    await paidOn.focus()
    await context.setOffline(true) // nothing comes by which it would be drawn again
    await page.clock.fastForward(86_400_000)
    await expect.poll(() => paidOn.inputValue(), soon).not.toBe(before)
    await hasFocus(paidOn)
    // Also after a reload, where another field was typed in the day before.
    await main(page).getByLabel('Reference of the payment').fill('6337 4412 9079')
    const typedOn = await paidOn.inputValue()
    await context.setOffline(false)
    await page.clock.fastForward(86_400_000)
    await page.reload()
    await expect.poll(() => main(page).getByLabel('Reference of the payment').inputValue(), soon).toBe('6337 4412 9079')
    await expect.poll(() => paidOn.inputValue(), soon).not.toBe(typedOn)
    await context.close()
  }
})

it('is the amount that is due by now, as long as nothing is typed', async () => {
  const orderId = await scene.client.order()
  await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  const { page, context } = await scene.opened(scene.client)
  await scene.show(page, 'overview', orderId)
  await page.getByRole('navigation').getByRole('link', { name: 'Payment' }).click()
  const amount = main(page).getByLabel('Amount you paid')
  expect(await amount.inputValue()).toBe('13000')
  await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '80000' })
  await main(page).getByRole('button', { name: 'I have paid ₹16,000' }).waitFor()
  await expect.poll(() => amount.inputValue(), soon).toBe('16000')
  // What is typed stays, whatever becomes due, and the field keeps the focus.
  await amount.fill('17000')
  await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  await says(page, /^Pay ₹13,000 by /)
  expect(await amount.inputValue()).toBe('17000')
  await hasFocus(amount)
  await context.close()
})

describe('a payment that is reported', () => {
  it('sends no screenshot while a field is wrong', async () => {
    await main(client)
      .getByLabel('Screenshot, if you have one')
      .setInputFiles(await screenshot())
    await main(client).getByRole('button', { name: 'I have paid ₹13,000' }).click()
    await main(client).getByText('Please enter the reference of the payment').waitFor()
    const { body } = await scene.admin.get(`/api/get-history?id=${scene.id}&limit=100`)
    expect(body.data.filter(({ type }: { type: string }) => type === 'FileShared')).toEqual([])
  })
  it('sends no screenshot that cannot be taken: its field says so first', async () => {
    const sent: string[] = []
    client.on('request', (request) => sent.push(new URL(request.url()).pathname))
    const field = main(client).getByLabel('Screenshot, if you have one')
    await main(client).getByLabel('Reference of the payment').fill('6337 4412 9075')
    await field.setInputFiles({ name: 'paid.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
    await main(client).getByRole('button', { name: 'I have paid ₹13,000' }).click()
    await main(client).getByText('This file is empty').waitFor()
    expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([])
    await field.setInputFiles(await screenshot())
    expect(await main(client).getByText('This file is empty').count()).toBe(0)
  })
  it('loses nothing while the line is away, and is there once however often it is sent', async () => {
    const reference = main(client).getByLabel('Reference of the payment').first()
    await reference.fill('6337 4412 9075')
    await client.context().setOffline(true)
    await main(client).getByRole('button', { name: 'I have paid ₹13,000' }).click()
    await client.getByText(/Nothing was sent|We can’t reach the server/).waitFor()
    await client.context().setOffline(false)
    await client.reload()
    await says(client, /^Pay ₹13,000 by /)
    expect(await reference.inputValue()).toBe('6337 4412 9075')
    await main(client)
      .getByLabel('Screenshot, if you have one')
      .setInputFiles(await screenshot())
    await main(client).getByRole('button', { name: 'I have paid ₹13,000' }).dblclick()
    await says(client, 'You reported ₹13,000. We are checking it.')
    expect(await payments()).toMatchObject([{ amount: 1_300_000, state: 'reported', reference: '6337 4412 9075' }])
    expect(await reference.inputValue()).toBe('')
  })
  it('stands among the instalments in whole words, on the narrowest telephone', async () => {
    await client.setViewportSize({ width: 360, height: 740 })
    const table = main(client).getByRole('table', { name: 'All instalments' })
    for (const [words, most] of [
      ['Being checked', 2],
      ['Development', 1],
    ] as const) {
      const lines = table
        .getByText(words)
        .first()
        .evaluate(({ firstChild }) => {
          const range = document.createRange()
          range.selectNode(firstChild!)
          return range.getClientRects().length
        })
      expect(await lines).toBeLessThanOrEqual(most)
    }
    await expectNoOverflow(client)
    await client.setViewportSize({ width: 390, height: 844 })
  })
  it('is before the admin at once, who asks, and the client answers by changing it', async () => {
    await says(admin, 'The client reported ₹13,000. Please check it.')
    await main(admin).getByRole('button', { name: 'Not found' }).click()
    await main(admin).getByRole('button', { name: 'Send question' }).click()
    await says(client, 'We couldn’t find ₹13,000. Please answer our question.')
    await main(client)
      .getByText('“We couldn’t find this payment. Please check the amount and the reference.”', { exact: true })
      .waitFor()
    expect(await violations(client)).toEqual([])
    await main(client).getByRole('button', { name: 'Answer: change what I reported' }).click()
    const form = main(client).getByRole('form', { name: 'I have paid' }).last()
    await form.getByLabel('Amount you paid').fill('13,000.50')
    await form.getByRole('button', { name: 'Send changes' }).click()
    await says(admin, 'The client reported ₹13,000.50. Please check it.')
  })
  it('is confirmed by one click, taken back by another, and both are seen by the client', async () => {
    const confirm = main(admin).getByRole('button', { name: 'Confirm ₹13,000.50' })
    await confirm.focus()
    await admin.keyboard.press('Enter')
    await says(client, 'Nothing to pay right now. ₹51,999.50 follows later.')
    await admin.getByRole('button', { name: 'Undo' }).click()
    await says(client, 'You reported ₹13,000.50. We are checking it.')
    await confirm.click()
    await main(client).getByText('Confirmed.').waitFor()
    expect(await payments()).toMatchObject([{ amount: 1_300_050, state: 'confirmed', screenshot: expect.any(String) }])
    for (const page of [client, admin]) {
      await expectNoOverflow(page)
      expect(await violations(page)).toEqual([])
    }
  })
  it('is shown by its own screenshot alone, not by that of the payment before', async () => {
    const form = main(client).getByRole('form', { name: 'I have paid' })
    await form.getByLabel('Amount you paid').fill('5')
    await form.getByLabel('Reference of the payment').fill('6337 4412 9076')
    await form.getByRole('button', { name: 'I have paid' }).click()
    await expect.poll(async () => (await payments()).length).toBe(2)
    expect((await payments())[1].screenshot).toBeUndefined()
  })
})

describe('a report that is changed', () => {
  /** Another order, with a payment that was reported with a screenshot. */
  async function reported() {
    const orderId = await scene.client.order()
    const [shared] = (await scene.client.share(orderId, [picture('paid.png')])).body.events
    const paidOn = new Date().toISOString().slice(0, 10)
    const report = { orderId, payment: 'payment-1', amount: '100', reference: '6337 4412 9075', paidOn }
    const { status } = await scene.client.post('/api/report-payment', { ...report, screenshot: shared.id })
    expect(status).toBe(200)
    const { page } = await scene.opened(scene.client)
    onTestFinished(() => page.context().close())
    await scene.show(page, 'payment', orderId)
    const form = main(page).getByRole('form', { name: 'I have paid' }).last()
    const change = main(page).getByRole('button', { name: 'Change what I reported' })
    return { page, shared, form, change, amount: form.getByLabel('Amount you paid') }
  }

  it('needs no new screenshot where the first was deleted', async () => {
    const { page, shared, form, change, amount } = await reported()
    const path = `/api/delete-shared-file?id=${shared.id}&fileName=${shared.data.file.filename}`
    expect((await scene.client.ask('DELETE', path)).status).toBe(200)
    await main(page).getByRole('link', { name: 'Screenshot of the payment' }).waitFor({ state: 'detached' })
    await change.click()
    await amount.fill('200')
    await form.getByRole('button', { name: 'Send changes' }).click()
    await says(page, 'You reported ₹200. We are checking it.')
  })

  it('takes the focus once, and keeps nothing of what was typed after Cancel', async () => {
    const { page, form, change, amount } = await reported()
    await change.click()
    await hasFocus(amount)
    await amount.fill('300')
    await page.getByRole('link', { name: /^Overview/ }).click()
    await hasFocus(page.locator('#main'))
    await page.getByRole('link', { name: 'Payment Options' }).click()
    await amount.waitFor()
    expect(await amount.inputValue()).toBe('300')
    await hasFocus(page.locator('#main'))
    await form.getByRole('button', { name: 'Cancel' }).click()
    await change.click()
    expect(await amount.inputValue()).toBe('100')
  })
})

describe('a change of money whose answer is lost', () => {
  it('is said to be done as soon as the page shows it, and asked for no more', async () => {
    const orderId = await scene.client.order()
    await scene.admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
    const [{ page: payer }, { page: desk }] = [await scene.opened(scene.client), await scene.opened(scene.admin)]
    onTestFinished(async () => void (await Promise.all([payer.context().close(), desk.context().close()])))
    await scene.show(payer, 'payment', orderId)
    await scene.show(desk, 'payment', orderId)
    const isDoneAfterAll = async (page: Page, path: string, press: () => Promise<void>, said: string) => {
      const answersCome = await loseAnswers(page, `/api/${path}`)
      await press()
      await page.getByText(said).waitFor()
      await expect.poll(() => page.getByText(/can’t reach the server/).count()).toBe(0)
      await answersCome()
    }
    const pressing = (page: Page, name: RegExp | string) => () =>
      main(page).getByRole('button', { name }).last().click()

    await main(payer).getByLabel('Reference of the payment').fill('6337 4412 9080')
    const report = pressing(payer, 'I have paid')
    await isDoneAfterAll(payer, 'report-payment', report, 'The payment was reported after all.')
    const confirm = pressing(desk, /^Confirm/)
    await isDoneAfterAll(desk, 'confirm-payment', confirm, 'The payment was confirmed after all.')
    const send = pressing(desk, /^Send receipt/)
    await isDoneAfterAll(desk, 'send-receipt', send, 'The receipt was sent after all.')
    await main(desk).getByLabel('Amount received').fill('500')
    await main(desk).getByLabel('Reference of the payment').fill('6337 4412 9081')
    const record = pressing(desk, 'Record payment')
    await isDoneAfterAll(desk, 'record-payment', record, 'The payment was recorded after all.')
    await hasFocus(main(desk).getByLabel('Amount received'))
  })
})

it('says the whole sum that was paid, and what of it is overpaid', async () => {
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, paidAmount: '70000' })
  for (const page of [client, admin]) {
    const table = main(page).getByRole('table', { name: 'All instalments' })
    await table.getByRole('row', { name: 'Paid ₹70,000' }).waitFor()
    await table.getByRole('row', { name: 'Overpaid ₹5,000' }).waitFor()
    await main(page).getByRole('img', { name: 'Of ₹65,000: ₹70,000 paid' }).waitFor()
  }
})

it('tells an admin that a receipt sends itself, until less is paid by the invoice', async () => {
  const sentByItself = main(admin).getByText('Sent by itself 10 minutes after you confirm.')
  await sentByItself.first().waitFor()
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, paidAmount: '100' })
  await main(admin).getByRole('row', { name: 'Paid ₹100' }).waitFor()
  expect(await sentByItself.count()).toBe(0)
  await main(admin)
    .getByRole('button', { name: /^Send receipt for / })
    .first()
    .waitFor()
})

it('asks the client of a completed project for what is open of its invoices, by the number of the latest', async () => {
  const billing = { legalName: 'Longhand', address: '12, Cubbon Road', schemes: { invoice: 'LH/{year}/{n}' } }
  await scene.admin.put('/api/update-agency', { billing })
  await scene.client.put('/api/give-billing-details', { orderId: scene.id, name: 'Looms', address: '14 Hill Road' })
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, actualAmount: '65000', paidAmount: '60000' })
  const parts = ['landing page', 'full design', 'development']
  await scene.admin.post('/api/issue-invoice', { orderId: scene.id, parts })
  await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
  await says(client, /^₹[\d,]+ is due by /)
  await main(client)
    .getByRole('img', { name: /^QR code for paying ₹[\d,]+ to .*, reference LH\/\d+\/1$/ })
    .waitFor()
  expect(await main(client).getByRole('form', { name: 'I have paid' }).count()).toBe(0)
})

it('names no way to pay in a cancelled project', async () => {
  await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'One page was forgotten' })
  await scene.admin.put('/api/upload-payment-link', { orderId: scene.id, paymentLink: 'https://pay.example/looms' })
  await main(client).getByRole('link', { name: 'https://pay.example/looms' }).waitFor()
  await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'cancel' })
  await says(client, 'This project is closed. Nothing more can be paid here.')
  for (const name of ['UPI', 'Bank transfer', 'International Payment'])
    expect(await main(client).getByRole('heading', { name }).count()).toBe(0)
})

it('names no way to pay in a completed project of which nothing is left to pay', async () => {
  await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'It goes on' })
  await scene.admin.put('/api/update-pricing', { orderId: scene.id, paidAmount: '65000' })
  await main(client).getByRole('link', { name: 'https://pay.example/looms' }).waitFor()
  await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
  await main(client).getByRole('heading', { name: 'International Payment' }).waitFor({ state: 'hidden' })
  for (const name of ['UPI', 'Bank transfer']) expect(await main(client).getByRole('heading', { name }).count()).toBe(0)
})

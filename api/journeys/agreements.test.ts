import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import { type Gate, openGate } from '#infra/testing/gate.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { isLive } from './browsing.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let line: Gate
let phone: BrowserContext
let client: Page
let admin: Page
let id = ''
/** Every tap of the client: typing is none, nor is pushing a page up or down. */
let taps = 0
function touch(what: Locator, ...how: Parameters<Locator['tap']>): Promise<void> {
  taps++
  return what.tap(...how)
}

beforeAll(async () => {
  scene = await orderScene()
  await scene.admin.put('/api/update-agency', {
    bank: { accountName: 'Longhand', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' },
    upi: { id: 'longhand@bank', payee: 'Longhand' },
    billing: {
      ...{ legalName: 'Longhand Websites LLP', address: '12, Cubbon Road\nBengaluru 560001' },
      ...{ state: '29', gstin: '29AAGCB7383J1Z4', taxRate: 18, sac: '998314', schemes: { invoice: 'LH/{n}' } },
    },
  })
  line = await openGate(scene.server.url)
  const newcomer = await scene.server.client('Rohini Iyer')
  const onTheLine = { url: line.url, cookie: newcomer.cookie } as typeof newcomer
  const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, baseURL: line.url }
  ;({ context: phone, page: client } = await scene.opened(onTheLine, telephone))
  ;({ page: admin } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } }))
})
afterAll(async () => {
  await scene?.close()
  await line?.close()
})

const agreed = async (): Promise<{ by: { name: string }; says: string }[]> =>
  (await scene.admin.get(`/api/get-agreements?id=${id}`)).body.data
const says = (page: Page, sentence: string | RegExp) =>
  expect
    .poll(() => page.locator('h1:visible').textContent(), soon)
    .toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
const press = (name: string | RegExp, form: Page | Locator = admin) => form.getByRole('button', { name }).click()
const tap = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  touch(client.getByRole('main').getByRole(role, { name }))
/** Taps a field, and types. */
async function write(field: Locator, text: string) {
  await touch(field)
  await client.keyboard.type(text)
}
const tab = (name: string) => admin.getByRole('navigation', { name: 'This project' }).getByText(name).click()
async function shareDraft(name: string) {
  await tab('Design')
  const upload = admin.getByRole('form', { name: 'Upload a design' })
  const buffer = Buffer.from(await logoPicture(900, 700))
  await upload.getByLabel('Pictures or PDF').setInputFiles({ name, mimeType: 'image/png', buffer })
  await press(/^Share version/, upload)
}
async function approve(version: number) {
  await write(client.getByRole('textbox', { name: 'Your name' }), 'Rohini Iyer')
  await tap(`Approve version ${version}`)
  await says(client, `You approved version ${version}. `)
  await says(admin, `Version ${version} is approved. `)
}
/** Reports what is due, which the admin sees, confirms and invoices. */
async function pay(amount: string, reference: string) {
  await tab('Payment Options')
  await tap(`Pay ${amount}`, 'link')
  await says(client, new RegExp(`^Pay ${amount}`))
  await write(client.getByLabel('Reference of the payment').first(), reference)
  await tap(`I have paid ${amount}`)
  await says(client, `You reported ${amount}. We are checking it.`)
  await says(admin, `The client reported ${amount}. Please check it.`)
  const confirmed = client.getByRole('main').getByText('Confirmed.')
  const before = await confirmed.count()
  await press(`Confirm ${amount}`)
  await confirmed.nth(before).waitFor()
  await admin.getByRole('button', { name: `Confirm ${amount}` }).waitFor({ state: 'detached' })
}
/** The agency has asked for them on the telephone. */
const giveBillingDetails = () =>
  scene.admin.put('/api/give-billing-details', {
    orderId: id,
    ...{ name: 'Saffron Lane Bakery', address: '14 Hill Road\nPune 411004', state: '27', gstin: '' },
  })
async function invoice(amount: string) {
  await tab('Invoice')
  await press(`Issue invoice of ${amount}`, admin.getByRole('form', { name: 'Issue invoice' }))
  await admin.getByText(new RegExp(`^Invoice LH/\\d: ${amount}`)).waitFor()
}

const paid = (amount: string, reference: string, number: string) => [
  `Rohini Iyer: Payment of ${amount} reported, reference ${reference}`,
  `meera: Payment of ${amount} confirmed`,
  `meera: Invoice ${number} issued: ${amount}, all of it paid`,
]
const whatWasAgreed = [
  'Rohini Iyer: Version 1 of the proposal accepted by Rohini Iyer: ₹65,000',
  'meera: Billing details: Saffron Lane Bakery',
  ...paid('₹13,000', '6337 4412 9001', 'LH/1'),
  'Rohini Iyer: Changes requested for version 1: 1 point, round 1 of the landing page, free',
  'Rohini Iyer: Version 2 of the design approved by Rohini Iyer',
  ...paid('₹19,500', '6337 4412 9002', 'LH/2'),
  'Rohini Iyer: Version 3 of the design approved by Rohini Iyer',
  ...paid('₹32,500', '6337 4412 9003', 'LH/3'),
]

// spec: 4.36, 4.37
describe('a whole project', () => {
  it('begins with the questionnaire, on a telephone', async () => {
    await client.goto('/dashboard')
    await admin.goto('/orders')
    await admin.evaluate(() => Object.assign(window, { sinceTheBeginning: true }))
    await write(client.getByLabel(/^What does your business do/), 'Bread')
    await write(client.getByLabel(/^Who are your customers/), 'Neighbours')
    await touch(client.getByRole('radio', { name: 'No' }))
    await touch(client.getByRole('radio', { name: 'Get more enquiries' }))
    await write(client.getByLabel(/^Which email address/), 'hello@saffronlane.example')
    await write(client.getByLabel(/^Which phone number/), '98450 31177')
    await write(client.getByLabel(/^When is a good time/), '0430PM')
    await touch(client.getByRole('button', { name: 'Send answers' }))
    await client.getByRole('link', { name: 'Rohini Iyer #1' }).waitFor()
    expect(taps).toBe(8)
    id = (await scene.admin.get('/api/get-orders?search=Rohini')).body.data[0].id
    await admin.getByRole('link', { name: /Rohini Iyer #1/ }).click()
    await isLive(admin)
  })

  it('has a proposal, which is accepted by a name that was half typed as the line broke: once, with all its letters', async () => {
    taps = 0 // of the questionnaire they are counted above, and all that follow below
    await touch(client.getByRole('link', { name: 'Rohini Iyer #1' }))
    await tab('Business Proposal')
    for (const [label, text] of [
      ['Client and company', 'Rohini Iyer, Saffron Lane Bakery'],
      ['Project price, in rupees', '65000'],
      ['Problem', 'Orders get lost.'],
      ['Goals', 'No order gets lost.'],
      ['Solution', 'A shop, ready in 3.5 weeks.'],
    ] as const)
      await admin.getByLabel(label).fill(text)
    await press('Save proposal')

    await says(client, 'Waiting for you: accept the proposal.')
    await tap('Read the proposal', 'link')
    const name = client.getByLabel('Type your full name')
    await write(name, 'Rohi')
    await phone.setOffline(true)
    await line.shut()
    await client.getByText('Offline', { exact: true }).waitFor()
    await client.keyboard.type('ni Iyer')
    await tap('Accept proposal')
    await client.getByText(/Nothing was sent|We can’t reach the server/).waitFor()
    expect(await agreed()).toEqual([])
    await line.open()
    await phone.setOffline(false)
    await isLive(client)
    expect(await name.inputValue()).toBe('Rohini Iyer')
    await tap('Accept proposal')
    for (const page of [client, admin])
      await page
        .getByText(/Accepted by Rohini Iyer on/)
        .first()
        .waitFor()
    expect(await agreed()).toMatchObject([{ says: 'Version 1 of the proposal accepted by Rohini Iyer: ₹65,000' }])
  })

  it('is paid for in three parts, and its designs are pinned, changed and approved', async () => {
    await giveBillingDetails()
    await pay('₹13,000', '6337 4412 9001')
    await invoice('₹13,000')

    await shareDraft('landing.png')
    await tap('Look at version 1', 'link')
    await touch(client.locator('.review-picture'), { position: { x: 60, y: 40 } })
    await client.keyboard.type('Make the telephone number larger')
    await tap('Ask for changes')
    await says(client, 'Changes requested for version 1. We’ll share version 2 here.')
    await says(admin, '0 of 1 point done. Then share version 2.')
    await admin.getByRole('checkbox', { name: 'Done with point a' }).check()
    await client.getByText(/Done by/).waitFor()
    await shareDraft('landing 2.png')
    await says(client, /version 2/)
    await approve(2)
    await pay('₹19,500', '6337 4412 9002')
    await invoice('₹19,500')

    await shareDraft('all pages.png')
    await tap('Look at version 3', 'link')
    await approve(3)
    await pay('₹32,500', '6337 4412 9003')
    await invoice('₹32,500')
  })

  it('and is handed over, after fewer than 25 taps', async () => {
    await tab('Overview')
    for (const step of ['Launch', 'Final handover']) {
      await press(new RegExp(`^Mark as done: ${step}`))
      await admin.getByRole('button', { name: `Reopen step: ${step}` }).waitFor()
    }
    await admin.locator('[data-command="completeOrCancel:complete"]').click()
    await press('Complete order', admin.getByRole('dialog'))
    await client.getByText('meera: Project completed').waitFor({ state: 'attached' })
    await touch(client.getByRole('navigation', { name: 'This project' }).getByText('Invoice'))
    await client
      .locator('.issued')
      .getByRole('row', { name: /^Balance due/ })
      .waitFor()
    await expectNoOverflow(client)
    const last = client.getByRole('link', { name: /^Download .* as PDF/ }).last()
    const [download] = await Promise.all([client.waitForEvent('download'), touch(last)])
    expect(taps).toBeLessThan(25)
    await isTheSameOnPaper(new Uint8Array(await readFile(await download.path())))
    expect(await admin.evaluate(() => 'sinceTheBeginning' in window)).toBe(true)
    expect((await agreed()).map(({ says, by }) => `${by.name}: ${says}`)).toEqual(whatWasAgreed)
  })
})

/** Reads an invoice back, and compares its sums with the page that is shown. */
async function isTheSameOnPaper(bytes: Uint8Array) {
  const pdf = await readPdf(bytes)
  onTestFinished(() => pdf.close())
  const texts = (await Promise.all(pdf.pages.map((page) => page.texts()))).flat()
  const inPaise = (text: string) => Math.round(Number(text.replace('−', '-').replaceAll(/[₹,]/g, '')) * 100)
  /** The amounts beside each line that begins so: before tax, the tax, and both together. */
  const onPaper = (label: string) =>
    texts
      .filter(({ text }) => text.startsWith(label))
      .map(({ baseline }) =>
        texts
          .filter((each) => Math.abs(each.baseline - baseline) < 1 && /^−?₹/.test(each.text))
          .toSorted((one, other) => one.left - other.left)
          .map(({ text }) => inPaise(text)),
      )
  const onPage = async (label: string) =>
    (
      await client
        .locator('.issued')
        .getByRole('row', { name: new RegExp(`^${label}`) })
        .allInnerTexts()
    ).map((row) => inPaise(/−?₹[\d,.]+$/.exec(row.trim())![0]))
  for (const label of ['Development', 'Paid on', 'Balance due'])
    expect(onPaper(label).map((row) => row.at(-1))).toEqual(await onPage(label))
  for (const [beforeTax, tax, both] of [...onPaper('Development'), ...onPaper('Paid on')])
    expect(beforeTax! + tax!).toBe(both)
  expect(onPaper('Paid on')).toHaveLength(3)
  expect(onPaper('Balance due')).toEqual([[0]])
}

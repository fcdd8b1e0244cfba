import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { dayIn } from '#domain/time-zone.ts'
import { loseAnswers, violations } from './browsing.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let admin: Page
let client: Page
beforeAll(async () => {
  scene = await orderScene()
  admin = (await scene.opened(scene.admin)).page
  client = (await scene.opened(scene.client, { viewport: { width: 390, height: 844 } })).page
  await Promise.all([scene.show(admin, 'proposal'), scene.show(client, 'proposal')])
})
afterAll(() => scene?.close())

const order = async () => (await scene.admin.get(`/api/get-single-order?id=${scene.id}`)).body.data[0]
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A day before today, or today itself, in the agency’s time zone. */
const daysAgo = (days: number) => dayIn(defaultTimeZone, Date.now() - days * 86_400_000)

/** Writes versions of an order’s proposal by their price. */
const writerOf =
  (orderId: string, date = daysAgo(0)) =>
  (price: string) => {
    const written = { receiverName: 'Asha Rao', problem: 'None.', goals: 'One.', solution: 'This.' }
    return scene.admin.put('/api/update-proposal', { orderId, date, ...written, price })
  }

it('is written with a price, and reaches the client live', async () => {
  await admin.getByLabel('Client and company').fill('Asha Rao, Neelgiri Looms')
  await admin.getByLabel('Problem').fill('Nobody knows the price.')
  await admin.getByLabel('Goals').fill('Everybody knows the price.')
  await admin.getByLabel('Solution').fill('A shop, ready in 3.5 weeks.')
  await admin.getByLabel('Project price, in rupees').fill('65,000')
  await press(admin, 'Save proposal')
  await client.getByText('₹65,000', { exact: true }).waitFor()
  await client.getByText('First 20%: ₹13,000, once this proposal is accepted.').waitFor()
  await client
    .getByText(/The project price is then ₹65,000\. The first 20%, ₹13,000, is due on \d\d\/\d\d\/\d{4}\./)
    .waitFor()
  expect(await violations(client)).toEqual([])
})

it('is no longer valid once its days are over, on a page that was left open too', async () => {
  const { page } = await scene.opened(scene.client)
  await page.clock.install()
  await scene.show(page, 'proposal')
  await page.getByText('7 days left').waitFor()
  await page.clock.fastForward(8 * 24 * 60 * 60 * 1000)
  await page.getByRole('heading', { name: 'No longer valid' }).waitFor()
  await page.getByRole('form', { name: 'Accept proposal' }).waitFor() // this browser's clock may be wrong
  await page.getByText(/^(last change|as of) \d\d\/\d\d, /).waitFor() // a time of day alone would be today’s
  await page.goto(`/order-detail/${scene.id}?tab=proposal&at=${(await order()).revision}`)
  await page.getByText('7 days left').waitFor()
  await page.close()
})

it('has no days left in a project that is closed', async () => {
  await client.getByText('7 days left').waitFor()
  await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'cancel' })
  await client.getByText('7 days left').waitFor({ state: 'detached' })
  await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'They go on' })
  await client.getByText('7 days left').waitFor()
})

it('is declined with a reason, which the agency answers with a new version', async () => {
  await press(client, 'Decline')
  await client.getByLabel('Why?').fill('We would like to begin with less.')
  await client.reload() // what was written is there still
  await press(client, 'Decline')
  expect(await client.getByLabel('Why?').inputValue()).toBe('We would like to begin with less.')
  await press(client, 'Decline proposal')
  await admin.getByText(/Declined by Asha Rao on .*: We would like to begin with less\./).waitFor()
  await admin.getByLabel('Project price, in rupees').fill('45000')
  await press(admin, 'Save proposal')
  await client.getByText('₹45,000', { exact: true }).waitFor()
  await client.getByText('Version 2 of 2').waitFor()
})

it('shows beside the version before what was changed', async () => {
  await client.getByRole('link', { name: 'Show what changed in version 2' }).click()
  await client.locator('ins', { hasText: '₹45,000' }).waitFor()
  await client.goBack()
})

it('begins a question in the conversation', async () => {
  await client.getByRole('link', { name: 'Ask a question' }).click()
  await expect
    .poll(
      () =>
        client
          .getByLabel(/^Write to/, { exact: false })
          .and(client.locator('textarea'))
          .inputValue(),
      soon,
    )
    .toBe('About version 2 of the proposal: ')
  await client.goBack()
})

it('is answered in the version that was read: of a later one name and reason are not sent before it was read', async () => {
  const orderId = await scene.client.order()
  const writeFor = writerOf(orderId)
  await writeFor('45000')
  const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
  await scene.show(page, 'proposal', orderId)
  const name = page.getByLabel('Type your full name')
  const reason = page.getByLabel('Why?')
  const notice = page.getByText('A new version has arrived. Please read it first.')
  await name.fill('Asha Rao')
  await writeFor('55000')
  await notice.waitFor()
  await page.keyboard.type('Rao')
  await page.keyboard.press('Enter')
  await page.reload()
  await notice.waitFor()
  expect(await violations(page)).toEqual([])
  await press(page, 'Answer version 2')
  expect(await name.inputValue()).toBe('')
  await press(page, 'Decline')
  await reason.fill(`Like https://example.com/${'a'.repeat(200)}`)
  await writeFor('65000')
  await notice.waitFor()
  expect(await reason.count()).toBe(0)
  await press(page, 'Answer version 3')
  expect(await reason.inputValue()).toContain('Like https')
  await press(page, 'Decline proposal')
  await page.getByText('Declined by Asha Rao').first().waitFor()
  await expectNoOverflow(page)
  const { proposals } = (await scene.admin.get(`/api/get-single-order?id=${orderId}`)).body.data[0]
  expect(proposals.map(({ state }: { state: string }) => state)).toEqual(['replaced', 'replaced', 'declined'])
  await page.close()
})

it('can be accepted after it was declined, until it is withdrawn', async () => {
  const orderId = await scene.client.order()
  const written = { receiverName: 'Asha Rao', problem: 'None.', goals: 'One.', solution: 'This.', price: '45000' }
  await scene.admin.put('/api/update-proposal', { orderId, date: dayIn(defaultTimeZone, Date.now()), ...written })
  const { hash } = (await scene.admin.get(`/api/get-single-order?id=${orderId}`)).body.data[0].proposals[0]
  await scene.client.post('/api/decline-proposal', { orderId, version: 1, hash, reason: 'Too dear' })
  const { page } = await scene.opened(scene.client)
  await scene.show(page, 'proposal', orderId)
  const form = page.getByRole('form', { name: 'Accept proposal' })
  await form.waitFor()
  await scene.admin.post('/api/withdraw-proposal', { orderId, version: 1 })
  await form.waitFor({ state: 'detached' })
  await page.close()
})

it('is proposed once more with the date of today, once it was withdrawn or its days are over', async () => {
  const orderId = await scene.client.order()
  await writerOf(orderId, daysAgo(1))('45000')
  const { page } = await scene.opened(scene.admin)
  await scene.show(page, 'proposal', orderId)
  const date = page.getByLabel('Proposal date')
  expect(await date.inputValue()).toBe(daysAgo(1))
  await press(page, 'Save proposal')
  await page.getByText('No changes to save').first().waitFor()
  await scene.admin.post('/api/withdraw-proposal', { orderId, version: 1 })
  await expect.poll(() => date.inputValue(), soon).toBe(daysAgo(0))
  await press(page, 'Save proposal')
  await page.getByText('Version 2 of 2').waitFor()
  await writerOf(orderId, daysAgo(8))('45000')
  await page.getByText('Version 3 of 3').waitFor()
  expect(await date.inputValue()).toBe(daysAgo(0))
  await press(page, 'Save proposal')
  await page.getByText('Version 4 of 4').waitFor()
  const { proposals } = (await scene.admin.get(`/api/get-single-order?id=${orderId}`)).body.data[0]
  expect(proposals.map(({ date }: { date: string }) => date)).toEqual([1, 0, 8, 0].map(daysAgo))
  const hint = page.getByText('A new version with this date is no longer valid.')
  expect(await hint.count()).toBe(0)
  await date.fill(daysAgo(8))
  await hint.waitFor()
  await date.fill('')
  await hint.waitFor({ state: 'detached' })
  await page.close()
})

it('is declined once, though the answer to it is lost: the next version does not bring its reason again', async () => {
  const orderId = await scene.client.order()
  const writeFor = writerOf(orderId)
  await writeFor('45000')
  const { page } = await scene.opened(scene.client)
  await scene.show(page, 'proposal', orderId)
  await loseAnswers(page, '/api/decline-proposal')
  await press(page, 'Decline')
  await page.getByLabel('Why?').fill('We would like to begin with less.')
  await press(page, 'Decline proposal')
  await page.getByText('Declined by Asha Rao').first().waitFor()
  await page.getByText('nothing will be saved twice').first().waitFor()
  await writeFor('35000')
  await page.getByText('Version 2 of 2').waitFor()
  await press(page, 'Decline')
  expect(await page.getByLabel('Why?').inputValue()).toBe('')
  await page.close()
})

it('is accepted by a typed name that outlives a reload, by keys alone, and the admin sees it live', async () => {
  const name = client.getByLabel('Type your full name')
  await name.fill('Asha R. Rao')
  await client.reload()
  expect(await name.inputValue()).toBe('Asha R. Rao')
  await name.press('Enter')
  await client
    .getByText(/Accepted by Asha R\. Rao on \d\d\/\d\d\/\d{4}\./)
    .first()
    .waitFor()
  await admin
    .getByText(/Accepted by Asha R\. Rao on \d\d\/\d\d\/\d{4}\./)
    .first()
    .waitFor()
  const { actual_amount, proposals, pending } = await order()
  expect([actual_amount, proposals.map(({ state }: { state: string }) => state), pending.proposal]).toEqual([
    '45000',
    ['declined', 'accepted'],
    undefined,
  ])
  expect(await violations(client)).toEqual([])
  expect(await violations(admin)).toEqual([])
})

it('has a text whose bytes have the hash that the page shows', async () => {
  const text = await (
    await fetch(`${scene.server.url}/api/export-proposal-text?id=${scene.id}&version=2`, {
      headers: { cookie: scene.client.cookie },
    })
  ).arrayBuffer()
  const hash = createHash('sha256').update(Buffer.from(text)).digest('hex')
  await client.getByText(hash).waitFor()
})

it('offers no version as PDF on a page of the past: that of today says how it was answered since', async () => {
  const links = client.getByRole('link', { name: /^Download version \d of the proposal/ })
  await expect.poll(() => links.count(), soon).toBe(2)
  const [, second] = (await order()).proposals
  await client.goto(`/order-detail/${scene.id}?tab=proposal&at=${second.revision}`)
  await client.getByRole('slider', { name: 'Entry', exact: true }).waitFor()
  await client.getByText('Version 2', { exact: true }).waitFor()
  expect(await links.count()).toBe(0)
})

// spec: 9.18
it('is the agency’s turn again once its last day is over: both pages say so live', async () => {
  const orderId = await scene.client.order()
  const written = { receiverName: 'Asha Rao', problem: 'None.', goals: 'One.', solution: 'This.', price: '45000' }
  for (const page of [client, admin]) {
    await page.goto(`/order-detail/${orderId}`)
    await page.getByText('Live', { exact: true }).waitFor()
  }
  await scene.admin.put('/api/update-proposal', { orderId, date: '2026-01-01', ...written })
  await client.getByText('The proposal is no longer valid. We’ll write a new version.').waitFor()
  await admin.getByText('Our turn: update the proposal.').waitFor()
  await admin.getByRole('link', { name: 'Update the proposal' }).click()
  await admin
    .getByText(/no longer valid/i)
    .first()
    .waitFor()
  await client.goto(`/order-detail/${orderId}?tab=proposal`)
  await client.getByText('It was valid until 08/01/2026. Please ask us for a new version.').waitFor()
  expect(await client.getByRole('form', { name: 'Accept proposal' }).count()).toBe(0)
})

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { dayIn } from '#domain/time-zone.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

const phone = { viewport: { width: 360, height: 740 } }

let scene: OrderScene
let admin: Page
let client: Page
let clientId: string
beforeAll(async () => {
  scene = await orderScene()
  const { id: orderId } = scene
  clientId = (await scene.client.get('/api/session')).body.id
  await scene.admin.put('/api/update-pricing', { orderId, paidAmount: '9000', actualAmount: '45000', noOfRevisions: 0 })
  await scene.admin.put('/api/read-conversation', { orderId, upTo: 1 })
  ;[{ page: admin }, { page: client }] = await Promise.all([
    scene.opened(scene.admin),
    scene.opened(scene.client, phone),
  ])
})
afterAll(() => scene?.close())

const link = (page: Page, of: string, as: string) => page.getByRole('link', { name: `Download ${of} as ${as}` })
const today = () => dayIn(defaultTimeZone, Date.now())

/** Follows a link by the keyboard; the name of the file that comes, and what is in it. */
async function downloaded(page: Page, of: string, as: string) {
  await link(page, of, as).focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

describe('what an order is taken along as', () => {
  it('is an invoice as PDF for its client, on a phone and by the keyboard', async () => {
    await scene.show(client, 'invoice')
    const { name, content } = await downloaded(client, 'the invoice', 'PDF')
    expect([name, String(content.subarray(0, 5))]).toEqual([`Asha Rao #1, invoice, ${today()}.pdf`, '%PDF-'])
    await expect.poll(() => link(client, 'the invoice', 'PDF').getAttribute('aria-busy'), soon).toBe(null)
    await expectNoOverflow(client)
  })

  // spec: 11.25
  it('is a history as PDF, CSV and JSON, in the words of the reader’s role', async () => {
    await Promise.all([scene.show(client, 'history'), scene.show(admin, 'history')])
    expect((await downloaded(client, 'the project history', 'CSV')).name).toBe(`Asha Rao #1, history, ${today()}.csv`)
    expect(String((await downloaded(client, 'the project history', 'PDF')).content.subarray(0, 5))).toBe('%PDF-')
    const whole = await downloaded(admin, 'the project history', 'JSON')
    expect(JSON.parse(String(whole.content)).events).toHaveLength(3)
    await expectNoOverflow(client)
  })

  it('is that of the client, while an admin looks as the client', async () => {
    await admin.goto(`/view-as/${clientId}/order-detail/${scene.id}?tab=history`)
    const { content } = await downloaded(admin, 'the project history', 'JSON')
    expect(JSON.parse(String(content)).events).toHaveLength(2)
  })

  it('is said to be out of reach while there is no network, and comes once there is', async () => {
    await scene.show(client, 'history')
    await client.context().setOffline(true)
    await link(client, 'the project history', 'CSV').click()
    await client.getByText('You’re offline.').first().waitFor()
    await client.context().setOffline(false)
    expect((await downloaded(client, 'the project history', 'CSV')).content.length).toBeGreaterThan(100)
  })

  it('is not there on a page of the past, and no proposal is offered before there is one', async () => {
    await client.goto(`/order-detail/${scene.id}?tab=history&at=1`)
    await client.getByRole('slider', { name: 'Entry', exact: true }).waitFor()
    expect(await client.getByRole('link', { name: /^Download the/ }).count()).toBe(0)
    await scene.show(client, 'proposal')
    expect(await client.getByRole('link', { name: /^Download the/ }).count()).toBe(0)
  })
})

describe('the address of a calendar', () => {
  const section = () => client.getByRole('region', { name: 'Calendar' })
  const press = (name: string) => section().getByRole('button', { name }).click()
  const address = async () => (await section().locator('code').textContent())!
  const statusOf = async (at: string) => (await fetch(at)).status

  // spec: 11.26
  it('is made, shown again, renewed and ended by its owner', async () => {
    await client.goto('/settings')
    await press('Create calendar link')
    await client.getByLabel('Your password', { exact: true }).fill(scene.client.password!)
    await client.getByRole('button', { name: 'Continue' }).click()
    await section().getByRole('button', { name: 'Copy Calendar link' }).waitFor()
    const first = await address()
    expect(await section().getByRole('link', { name: 'Add to my calendar' }).getAttribute('href')).toBe(
      first.replace('http:', 'webcal:'),
    )
    expect(await statusOf(first)).toBe(200)
    await expectNoOverflow(client)

    await client.reload()
    await press('Show link')
    await expect.poll(address, soon).toBe(first)

    await press('Create new link')
    await expect.poll(address, soon).not.toBe(first)
    const second = await address()
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

    // Replaced in another window, it is not shown any more to those who come back to this one.
    expect((await scene.client.put('/api/renew-calendar', {})).status).toBe(200)
    await client.evaluate(() => dispatchEvent(new Event('focus')))
    await section().getByRole('button', { name: 'Show link' }).waitFor()
    expect(await section().locator('code').count()).toBe(0)

    await press('Turn off')
    await section().getByRole('button', { name: 'Create calendar link' }).waitFor()
    expect(await statusOf(second)).toBe(404)
  })
})

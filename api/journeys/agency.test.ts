import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Visitor } from '#api/testing/test-server.ts'
import { violations } from './browsing.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

const contact = { name: 'Nima Dorjee', does: 'Your designer.', phone: '98450 12345', email: 'nima@looms.example' }
const bank = { accountName: 'Looms & Sons', bank: 'A bank', accountNumber: '123456789012', ifsc: 'ABCD0123456' }
const upi = { id: 'looms@bank', payee: 'Looms & Sons' }

let scene: OrderScene
let client: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  ;({ page: client } = await scene.opened(scene.client))
  ;({ page: admin } = await scene.opened(scene.admin))
})
afterAll(() => scene?.close())

const main = (page: Page) => page.getByRole('main')
const says = (page: Page, sentence: string) => main(page).getByRole('heading', { level: 1, name: sentence }).waitFor()
const ways = (page: Page) => main(page).getByRole('heading', { level: 2 }).allTextContents()
const copies = (page: Page) => main(page).getByRole('button', { name: /^Copy/ }).allTextContents()
const contactOf = (page: Page) => main(page).getByRole('region', { name: 'Contact' })

/** A visitor's phone, with the payment tab open. */
async function phone(visitor: Visitor): Promise<Page> {
  const { context, page } = await scene.opened(visitor, { viewport: { width: 360, height: 780 } })
  onTestFinished(() => context.close())
  await scene.show(page, 'payment')
  await main(page).getByRole('heading', { name: 'International Payment' }).waitFor()
  return page
}

const set = (changes: object) => scene.admin.put('/api/update-agency', changes)

describe('as long as an agency has set nothing', () => {
  // spec: 2.86
  it('its clients see no bank, no UPI and no contact', async () => {
    await scene.show(client, 'payment')
    await says(client, 'Payment details will appear here.')
    expect(await ways(client)).toEqual(['International Payment'])
    await main(client).getByText('you will see a payment link in case of international payment here').waitFor()
    expect([await copies(client), await main(client).getByRole('img').count()]).toEqual([[], 0])
    expect(await main(client).getByRole('link', { name: 'Add them' }).count()).toBe(0)
    await scene.show(client)
    await main(client).getByText('Your Answer').waitFor()
    expect(await contactOf(client).count()).toBe(0)
  })

  it('its admins see who the client is, and how payment details are set', async () => {
    await scene.show(admin)
    await contactOf(admin).getByRole('heading', { name: 'Asha Rao' }).waitFor()
    await scene.show(admin, 'payment')
    await expect.poll(() => ways(admin)).toEqual(['International Payment', 'Record a payment'])
    await main(admin).getByRole('link', { name: 'Add them' }).click()
    await main(admin).getByRole('heading', { name: 'Bank and UPI' }).waitFor()
  })

  // spec: 2.28
  it('its footer has no links, and it is called Atelier', async () => {
    await client.goto('/')
    await client.getByRole('contentinfo').getByText('Atelier').waitFor()
    // The session has answered, and with it came all that there is.
    await client.getByRole('button', { name: 'Logout' }).waitFor({ state: 'attached' })
    expect(await client.getByRole('contentinfo').getByRole('link').count()).toBe(0)
    expect(await client.getByRole('banner').getByRole('link', { name: 'Atelier' }).count()).toBe(1)
    expect(await client.title()).toBe('Atelier: hand-coded websites')
  })

  it('nothing is wrong with its payment tab on a phone', async () => {
    for (const visitor of [scene.client, scene.admin]) {
      const page = await phone(visitor)
      await expectNoOverflow(page)
      expect(await violations(page)).toEqual([])
    }
  })
})

describe('what an agency sets', () => {
  // spec: 2.92
  it('is on the client’s open page at once, each way to pay by itself, and goes from it again', async () => {
    await scene.show(client, 'payment')
    await says(client, 'Payment details will appear here.')

    await set({ upi })
    await says(client, 'Pay by UPI.')
    expect(await ways(client)).toEqual(['UPI', 'I have paid', 'International Payment'])
    expect(await copies(client)).toEqual(['Copy UPI ID', 'Copy Payee'])
    await main(client).getByRole('img', { name: 'QR code for paying Looms & Sons by UPI' }).waitFor()
    expect(await main(client).getByRole('link', { name: 'Open my UPI app' }).getAttribute('href')).toContain(
      'pa=looms@bank',
    )

    await set({ bank })
    await says(client, 'Pay by bank transfer or UPI.')
    expect(await ways(client)).toEqual(['UPI', 'Bank transfer', 'I have paid', 'International Payment'])
    await main(client).getByText('ABCD0123456').waitFor()

    await set({ upi: null })
    await says(client, 'Pay by bank transfer.')
    expect(await ways(client)).toEqual(['Bank transfer', 'I have paid', 'International Payment'])
    expect(await copies(client)).toEqual([
      'Copy Account name',
      'Copy Bank',
      'Copy Account number',
      'Copy IFSC',
      'Copy all bank details',
    ])
    expect(await main(client).getByRole('img').count()).toBe(0)

    await set({ bank: null })
    await says(client, 'Payment details will appear here.')
    await scene.admin.put('/api/upload-payment-link', { orderId: scene.id, paymentLink: 'https://pay.example/asha' })
    await says(client, 'Pay with the link below.')
  })

  it('is the contact beside an order, and the name of the site', async () => {
    await scene.show(client)
    await set({ contact, name: 'Looms & Sons', supportEmail: 'help@looms.example' })
    await contactOf(client).getByRole('heading', { name: 'Nima Dorjee' }).waitFor()
    await contactOf(client).getByText('Your designer.').waitFor()
    expect(await contactOf(client).getByRole('link').allTextContents()).toEqual([
      '+91 98450 12345',
      'nima@looms.example',
    ])
    expect(await contactOf(client).getByText('Hours').count()).toBe(0)
    await client.getByRole('textbox', { name: 'Write to Looms & Sons' }).waitFor()
    await expect.poll(() => client.title(), soon).toMatch(/ – Looms & Sons$/)
    await client.getByRole('contentinfo').getByRole('link', { name: 'help@looms.example' }).waitFor()
    expect(await client.getByText('Atelier').count()).toBe(0)
  })

  it('fits a phone, with the longest name there is', async () => {
    await set({ name: `${'Looms & Sons '.repeat(3)}!`, bank, upi })
    for (const visitor of [scene.client, scene.admin]) {
      const page = await phone(visitor)
      await expectNoOverflow(page)
      const [menu, toggle] = [
        page.getByRole('button', { name: /!\s+menu$/ }),
        // An admin's bar has no room for the toggle: it is a line of the menu.
        page.getByRole('button', { name: visitor === scene.admin ? /^Admin\s+menu$/ : /light and dark mode$/ }),
      ]
      const [{ x, width }, beside] = [(await menu.boundingBox())!, (await toggle.boundingBox())!]
      expect(x + width).toBeLessThan(beside.x)
      expect(beside.x + beside.width).toBeLessThanOrEqual(360)
      expect(await violations(page)).toEqual([])
    }
  })

  it('is there whole beside the line to the server, on the narrowest phone', async () => {
    await set({ name: 'Longhand' })
    const page = await phone(scene.client)
    await page.setViewportSize({ width: 320, height: 640 })
    const name = page.getByRole('button', { name: /menu$/ }).getByText('Longhand', { exact: true })
    const isWhole = () =>
      name.evaluate((mark) => {
        const text = new Range()
        text.selectNodeContents(mark)
        return text.getBoundingClientRect().right <= mark.getBoundingClientRect().right + 1
      })
    await expect.poll(isWhole, soon).toBe(true)
    expect(await page.getByText('Live', { exact: true }).isVisible()).toBe(true)
  })

  it('is there from the first moment of a page, before anything has answered', async () => {
    await set({ name: 'Looms & Sons' })
    await client.route('**/api/**', (route) => route.abort())
    await client.goto('/')
    await client.getByRole('banner').getByRole('link', { name: 'Looms & Sons' }).waitFor()
    expect(await client.title()).toBe('Looms & Sons: hand-coded websites')
    await client.unroute('**/api/**')
  })

  it('is what a page shows that was away when it changed', async () => {
    await scene.show(client, 'payment')
    await client.context().setOffline(true)
    await client.getByText('Offline', { exact: true }).waitFor()
    await set({ bank, upi })
    await client.context().setOffline(false)
    await says(client, 'Pay by bank transfer or UPI.')
  })
})

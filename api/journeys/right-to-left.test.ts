import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrderScene, orderScene } from './order-scene.ts'

const [message, caption, title, clientName] = ['שלום, מתי?', 'عرض السعر 12,500 – v3', 'Iyer مخبز الورد #1', 'שלום 12']

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
  const { server, client, admin, id: orderId } = scene
  const other = await (await server.client(clientName)).order()
  await admin.put('/api/rename-order', { orderId: other, title })
  await client.post('/api/send-message', { orderId, text: message })
  await client.share(orderId, [new File(['at six'], 'hours.txt')], { captions: JSON.stringify([caption]) })
})
afterAll(() => scene?.close())

/** The characters of an element as they stand from left to right. */
const seen = (element: Locator): Promise<string> =>
  element.evaluate((root) => {
    const placed: { character: string; left: number }[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const [at, character] of [...text.textContent!].entries()) {
        const range = new Range()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        placed.push({ character, left: range.getBoundingClientRect().left })
      }
    }
    return placed
      .sort((one, other) => one.left - other.left)
      .map(({ character }) => character)
      .join('')
  })

it('is how a text of such letters runs, in the conversation and in the history', async () => {
  const { page } = await scene.opened(scene.client)
  await scene.show(page)
  const line = (text: string) => page.getByRole('main').getByText(text).first()
  expect(await seen(line(message))).toBe([...message].reverse().join(''))
  expect(await seen(line(caption))).toMatch(/^v3 .*ع$/)
  const writing = page.getByRole('textbox', { name: /^Write to/ })
  expect(await writing.evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
  await scene.show(page, 'history')
  expect(await seen(line(`“${message}”`))).toMatch(/^”.*“$/)
})

it('begins where the other lines of an address do on an invoice', async () => {
  const { client, admin, id: orderId } = scene
  const billing = { legalName: 'Longhand Websites LLP', address: '12, Cubbon Road', state: '29' }
  await admin.put('/api/update-agency', { billing })
  await admin.put('/api/update-pricing', { orderId, actualAmount: '65000' })
  await client.put('/api/give-billing-details', { orderId, name: clientName, address: 'שדרות\nPune', state: '27' })
  await admin.post('/api/issue-invoice', { orderId, parts: ['landing page'] })
  const { page } = await scene.opened(client, { viewport: { width: 1440, height: 900 } })
  await scene.show(page, 'invoice')
  const lefts = await page
    .locator('.parties')
    .getByText('Pune')
    .evaluate((address) => {
      const lines = new Range()
      lines.selectNodeContents(address)
      return [...lines.getClientRects()].filter(({ width }) => width > 0).map(({ left }) => Math.round(left))
    })
  expect(new Set(lefts).size).toBe(1)
})

it('does not mix the names of a row', async () => {
  const { page } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } })
  await page.goto('/orders')
  const link = page.getByRole('link', { name: title })
  const row = await seen(page.getByRole('cell').filter({ has: link }))
  expect(row.startsWith(await seen(link))).toBe(true)
})

it('is the same name in the list of projects, beside it in the preview, and where one goes to it', async () => {
  const orderId = await (await scene.server.client('Lata Menon')).order()
  const name = 'מאפייה (v3)'
  await scene.admin.put('/api/rename-order', { orderId, title: name })
  const { page } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } })
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: name })
  const inList = await seen(row.getByRole('link', { name }))
  await row.hover()
  await row.getByRole('button', { name: /Preview/ }).click()
  expect(await seen(page.getByRole('complementary', { name: `Preview of ${name}` }).getByText(name))).toBe(inList)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('מאפייה')
  expect(await seen(page.getByRole('option').getByText(name))).toBe(inList)
})

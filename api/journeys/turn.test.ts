import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers } from '#domain/samples.ts'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let client: Page
let id: string
beforeAll(async () => {
  scene = await orderScene()
  id = (await scene.client.submit({ ...answers, 7: null, 13: 'Neelgiri Looms' })).body.orderId
  ;({ page: client } = await scene.opened(scene.client))
})
afterAll(() => scene?.close())

const headline = () => client.getByRole('heading', { level: 1 }).textContent()
const sign = (progressId: number) =>
  scene.admin.put('/api/update-progress-status', { orderId: id, progressId, status: 1 })
const forYou = () => client.locator('.needs').allTextContents()

// spec: 4.36, 4.37
it('says whose turn it is, by the same words on the page, on the dashboard and in its row, live', async () => {
  await scene.show(client, 'overview', id)
  expect(await headline()).toBe('Our turn: Business report and strategy call.')

  await client.getByRole('link', { name: /^Back/ }).click()
  const row = client.getByRole('list', { name: 'Current Projects' }).getByRole('listitem').first()
  await row.getByText('Our turn: Business report and strategy call.').waitFor()
  expect(await headline()).toContain('2 open projects. It’s our turn in all of them.')
  await sign(3)
  await row.getByText('We are working out your price.').waitFor()
  await scene.admin.put('/api/update-pricing', {
    orderId: id,
    paidAmount: '0',
    actualAmount: '45000',
    noOfRevisions: '0',
  })
  await row.getByText('Waiting for you: Payment.').waitFor()
  await expect.poll(headline, soon).toBe('2 open projects, 1 waiting for you. Neelgiri Looms: Payment, since today.')
  await scene.client.post('/api/send-message', { orderId: id, text: 'May my sister pay?' })
  await row.getByText('We’ll reply to your message.').waitFor()
  await expect.poll(headline, soon).toBe('2 open projects, 1 waiting for you. Neelgiri Looms: Pay ₹9,000.')
})

it('says what there is to pay of an only project, and which of two that have the same name is meant', async () => {
  const farhan = await scene.server.client('Farhan Qureshi')
  const { orderId } = (await farhan.submit({ ...answers, 13: 'Lamp & Ladle' })).body
  await scene.admin.put('/api/update-progress-status', { orderId, progressId: 3, status: 1 })
  const price = { paidAmount: '0', actualAmount: '45000', noOfRevisions: '0' }
  await scene.admin.put('/api/update-pricing', { orderId, ...price })
  await farhan.post('/api/send-message', { orderId, text: 'May my brother pay?' })
  const { page } = await scene.opened(farhan)
  const title = () => page.getByRole('heading', { level: 1 }).textContent()
  await page.goto('/dashboard')
  await expect.poll(title, soon).toBe('1 open project, waiting for you. Lamp & Ladle: Pay ₹9,000.')
  await farhan.submit({ ...answers, 13: 'Lamp & Ladle' })
  const one = '2 open projects, 1 waiting for you. Lamp & Ladle (Farhan Qureshi #1): Pay ₹9,000.'
  await expect.poll(title, soon).toBe(one)
})

// spec: 4.38
it('is called by the business, with its number small beside it', async () => {
  await client.goto('/dashboard')
  const link = client.getByRole('link', { name: 'Neelgiri Looms' })
  await client.getByText('Asha Rao #2', { exact: true }).waitFor()
  await link.click()
  await expect.poll(() => client.title(), soon).toContain('Neelgiri Looms')
  await client.getByText('Neelgiri Looms', { exact: true }).first().waitFor()
  await client.getByText('Live', { exact: true }).waitFor()
  await scene.admin.put('/api/upload-design', { orderId: id, link: 'https://www.figma.com/design/a1/Looms' })
  await client.getByRole('heading', { level: 2, name: 'Design preview' }).waitFor()
})

// spec: 4.38
it('asks its client for what is next by one button, for a file and for answers, and leads to each', async () => {
  await scene.admin.post('/api/send-message', { orderId: id, text: 'Which of the two do you like?' })
  await scene.show(client, 'overview', id)
  expect(await headline()).toBe('Waiting for you: approve the landing page.')
  await client.getByRole('link', { name: 'Look at ' }).waitFor()
  expect(await forYou()).toEqual([
    expect.stringContaining('We still need a file: Your logo'),
    expect.stringMatching(/(question is|questions are) unanswered\./),
  ])
  await client.getByRole('link', { name: 'Upload it' }).press('Enter')
  await expect.poll(() => client.locator(':focus').getAttribute('id'), soon).toBe('answers')
  await client.getByRole('link', { name: 'Look at ' }).press('Enter')
  await client.getByRole('heading', { level: 2, name: 'Version 1' }).waitFor()
  await expect.poll(() => client.title(), soon).toContain('Neelgiri Looms: your turn')
})

it('names whose turn it is of the project as it stands alone, not of a past version', async () => {
  await scene.show(client, 'overview', id)
  await expect.poll(() => client.title(), soon).toContain('Neelgiri Looms: your turn')
  await client.goto(`/order-detail/${id}?tab=overview&at=0`)
  await client.getByRole('region', { name: 'Past version' }).waitFor()
  await expect.poll(() => client.title(), soon).toMatch(/Neelgiri Looms – /)
})

// spec: 2.83
it('keeps the tab that was chosen for each order', async () => {
  await scene.show(client, 'terms', id)
  await client.goto(`/order-detail/${scene.id}`)
  await client.getByRole('heading', { level: 1, name: /^Our turn: / }).waitFor()
})

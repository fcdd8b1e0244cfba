import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { onboardingScene } from './onboarding-scene.ts'

const scene = onboardingScene()
const { device, says, picture, business, customers, send, untilSaved, ordersOf, fillIn } = scene

describe('a draft', () => {
  it('survives a reload at once, whether the server has heard of it or not', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await page.route('**/api/*-draft', (route) => route.abort())
    await business(page).fill('Sourdough')
    await page.locator('input[type=file]').setInputFiles(picture())
    await page.reload()
    expect(await business(page).inputValue()).toBe('Sourdough')
    await says(page, 'Please choose the-door.png again. Files are not saved until you send them.')
    await says(page, 'We can’t reach the server. Your answers are saved on this device for now.')
    await page.unroute('**/api/*-draft')
    await customers(page).fill('Neighbours')
    await untilSaved(client, 'Neighbours')
    await says(page, 'Your answers are saved as you type.')
  })

  it('asks again for a file that was chosen until it is removed, and never for one that was refused', async () => {
    const page = await device(await scene.server.client())
    const file = page.locator('input[type=file]')
    const chosenAgain = page.getByText(/^Please choose .* again/)
    await file.setInputFiles(picture())
    await page.reload()
    await chosenAgain.waitFor()
    await page.getByRole('button', { name: 'Remove file' }).click()
    expect(await chosenAgain.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(await file.getAttribute('id'))
    await file.setInputFiles(picture('the-door.exe'))
    await says(page, 'This file type isn’t supported')
    await page.reload()
    await says(page, /^Maximum size/)
    expect(await chosenAgain.count()).toBe(0)
  })

  // spec: 4.25
  it('goes on on another device, and is gone everywhere once it is sent', async () => {
    const client = await scene.server.client()
    const first = await device(client)
    await fillIn(first)
    await untilSaved(client, '04:30 PM')
    const second = await device(client)
    expect(await business(second).inputValue()).toBe('Sourdough and bun maska')
    expect(await second.getByLabel(/^When is a good time/).inputValue()).toBe('16:30')
    expect(await second.getByRole('radio', { name: 'Get more enquiries' }).isChecked()).toBe(true)
    await send(second)
    await says(second, 'Current Projects')
    await comeBack(first)
    await says(first, 'You already sent your answers.')
    await first.getByRole('button', { name: 'Go to your projects' }).click()
    await says(first, 'Current Projects')
    await first.goto('/dashboard?another')
    await business(first).waitFor()
    expect(await business(first).inputValue()).toBe('')
    await first.getByRole('link', { name: 'Back to your projects' }).press('Enter')
    await says(first, 'Current Projects')
    await expect.poll(() => first.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  // spec: 4.26
  it('open on two devices has the latest of each answer, and shows the words that gave way', async () => {
    const client = await scene.server.client()
    const [first, second] = [await device(client), await device(client)]
    await business(first).fill('Sourdough')
    await untilSaved(client, 'Sourdough')
    await customers(second).fill('Neighbours')
    await business(second).fill('Cakes for weddings')
    await untilSaved(client, 'Cakes for weddings')
    await comeBack(first)
    await expect.poll(() => customers(first).inputValue()).toBe('Neighbours')
    expect(await business(first).inputValue()).toBe('Cakes for weddings')
    await first.locator('.not-sent q', { hasText: 'Sourdough' }).waitFor()
    await first.reload()
    await first.locator('.not-sent q', { hasText: 'Sourdough' }).waitFor()
    await first.getByRole('button', { name: 'Use the older answer' }).click()
    expect(await business(first).inputValue()).toBe('Sourdough')
    expect(await first.locator('.not-sent').count()).toBe(0)
    await untilSaved(client, 'Sourdough')
    await first.reload()
    expect(await business(first).inputValue()).toBe('Sourdough')
    expect(await first.locator('.not-sent').count()).toBe(0)
    await comeBack(second)
    await expect.poll(() => business(second).inputValue()).toBe('Sourdough')
  })

  it('open on two devices makes one project', async () => {
    const client = await scene.server.client()
    const [first, second] = [await device(client), await device(client)]
    // The first hears nothing of the second until it has sent its own answers.
    await first.route('**/api/*-draft', (route) => route.abort())
    await first.route('**/api/submit-answer', async (route) => {
      await first.unroute('**/api/*-draft')
      await route.continue()
    })
    await fillIn(first)
    await fillIn(second)
    await send(second)
    await says(second, 'Current Projects')
    await send(first)
    await says(first, 'You already sent your answers.')
    await expect.poll(() => first.getByRole('button', { name: /Send answers|Try again/ }).count()).toBe(0)
    await first.getByRole('button', { name: 'Go to your projects' }).click()
    await says(first, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('keeps what is being typed, also when the other device was heard of meanwhile', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await client.put('/api/save-draft', { answers: [{ id: 1, answer: 'Cakes for weddings', age: 0 }] })
    await business(page).pressSequentially('Sourdough, and only that')
    await untilSaved(client, 'Sourdough, and only that')
    expect(await business(page).inputValue()).toBe('Sourdough, and only that')
    await page.locator('.not-sent q', { hasText: 'Cakes for weddings' }).waitFor()
  })

  /** Turns to a page that was left for another device. */
  const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { readSettings } from '#infra/settings.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    startTestServer({ files: readSettings({ ANSWER_FILE_MB: '2' }).files }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** The questionnaire of a client, in a browser of its own each time: another device. */
async function device(client: Visitor, options: { viewport?: { width: number; height: number } } = {}) {
  const { context, page } = await person(browser, server.url, options)
  onTestFinished(() => context.close())
  await resumeSession(context, client)
  await page.goto('/dashboard')
  await page.getByRole('form', { name: 'Questionnaire' }).waitFor()
  return page
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const picture = (name = 'the-door.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
})
const business = (page: Page) => page.getByLabel(/^What does your business do/)
const customers = (page: Page) => page.getByLabel(/^Who are your customers/)
const send = (page: Page) => page.getByRole('button', { name: /Send answers|Try again/ }).click()
/** Waits until the server has what was written. */
const isKept = (client: Visitor, answer: string) =>
  expect.poll(async () => JSON.stringify((await client.get('/api/get-draft')).body.data)).toContain(answer)
const ordersOf = async (client: Visitor) => (await client.get('/api/user-order')).body.data.length

/** Answers what has to be answered. */
async function fillIn(page: Page) {
  await business(page).fill('Sourdough and bun maska')
  await customers(page).fill('Neighbours')
  await page.getByRole('radio', { name: 'No' }).check()
  await page.getByRole('radio', { name: 'Get more enquiries' }).check()
  await page.getByLabel(/^Which email address/).fill('hello@saffronlane.example')
  await page.getByLabel(/^Which phone number/).fill('+91 98450 31177')
  await page.getByLabel(/^When is a good time/).fill('16:30')
}

describe('the questionnaire', () => {
  // spec: 5.14
  it('takes every type of answer, and shows each on the order', async () => {
    const client = await server.client('Rohini Iyer')
    const page = await device(client)
    await business(page).fill('Sourdough and bun maska')
    await customers(page).fill('Neighbours,\nand those who smell it')
    await page.getByRole('radio', { name: 'Yes' }).check()
    const site = page.getByLabel(/^What is its URL/)
    await site.fill('saffronlane.example')
    await site.blur()
    expect(await site.inputValue()).toBe('https://saffronlane.example')
    await page.getByRole('radio', { name: 'Manage daily work' }).check()
    await page.getByRole('checkbox', { name: 'Stock' }).check()
    await page.getByRole('checkbox', { name: 'Staff' }).check()
    await page.locator('input[type=file]').setInputFiles(picture())
    await page.getByLabel(/^What is your brand colour/).fill('#cc8808')
    await page.getByLabel(/^Which email address/).fill('hello@saffronlane.example')
    await page.getByLabel(/^Which phone number/).fill('+91 98450 31177')
    await page.getByLabel(/^When would you like to launch/).fill('2026-12-24')
    await page.getByLabel(/^When is a good time/).fill('00:05')
    expect(await page.locator('.question').count()).toBe(13)
    await send(page)
    await says(page, 'Thank you. Your project has started.')
    await page.getByRole('link', { name: 'Rohini Iyer #1' }).click()
    await says(page, 'Your Answer')
    for (const words of ['https://saffronlane.example', 'Stock', 'Staff', 'the-door.png', '#cc8808', '12:05 AM']) {
      await says(page, words)
    }
  })

  it('asks in place what an answer makes worth asking, and not any more when it changes', async () => {
    const page = await device(await server.client())
    const texts = () => page.locator('.question-text').allTextContents()
    const before = await texts()
    await page.getByRole('radio', { name: 'Yes' }).check()
    const after = await texts()
    expect(after.length).toBe(before.length + 1)
    expect(after[3]).toMatch(/^What is its URL/)
    expect(await page.locator('.question .m').allTextContents()).toEqual(after.map((_, at) => String(at + 1)))
    await page.getByRole('radio', { name: 'No' }).check()
    expect(await texts()).toEqual(before)
  })

  it('marks what needs an answer, and ties what is wrong to its field', async () => {
    const page = await device(await server.client())
    expect(await business(page).getAttribute('aria-required')).toBe('true')
    expect(await page.getByLabel(/^When would you like to launch/).getAttribute('aria-required')).toBe('false')
    await page.getByLabel(/^Which email address/).fill('nobody')
    await send(page)
    await says(page, 'Please check 7 answers.')
    expect(await business(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByLabel(/^Which email address/).getAttribute('aria-invalid')).toBe('true')
    const described = (await page.getByLabel(/^Which email address/).getAttribute('aria-describedby'))!.split(' ')[0]
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('Please enter an email address')
    await business(page).fill('Bread')
    await says(page, 'Please check 6 answers.')
  })

  // spec: 5.18
  it('says at once that a file will not do, and takes another in its place', async () => {
    const page = await device(await server.client())
    const picker = page.locator('input[type=file]')
    await says(page, 'Maximum size: 2 MB')
    expect(await picker.getAttribute('accept')).toMatch(/^\.pdf,\.doc,.*\.ico$/)
    await picker.setInputFiles({ ...picture(), name: 'setup.exe' })
    await says(page, 'This file type isn’t supported')
    await picker.setInputFiles({ ...picture(), buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
    await says(page, 'This file is too large. The limit is 2 MB.')
    await picker.setInputFiles(picture('first.png'))
    await picker.setInputFiles(picture('second.png'))
    await says(page, 'second.png')
    expect(await page.getByText('first.png').count()).toBe(0)
    expect(await page.locator('.field-error').count()).toBe(0)
  })

  it('says at its question that a file is not what its name says, and does not offer to try the same again', async () => {
    const client = await server.client()
    const page = await device(client)
    await fillIn(page)
    await page.locator('input[type=file]').setInputFiles(picture('the-door.pdf'))
    await send(page)
    const question = page.locator('.question').filter({ has: page.locator('input[type=file]') })
    await question.getByText('the-door.pdf: the content doesn’t match the file type').waitFor()
    await expect.poll(() => page.locator('input[type=file]').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Send answers' }).waitFor()
    expect(await page.getByText('the content doesn’t match the file type').count()).toBe(1)
    await page.locator('input[type=file]').setInputFiles(picture())
    await send(page)
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('is answered and sent without a pointer, on a phone', async () => {
    const client = await server.client()
    const page = await device(client, { viewport: { width: 360, height: 780 } })
    await business(page).focus()
    await page.keyboard.type('Bread')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Neighbours')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown') // the other of the two
    expect(await page.getByRole('radio', { name: 'No' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByLabel(/^Which email address/).focus()
    await page.keyboard.type('hello@saffronlane.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('98450 31177')
    await page.getByLabel(/^When is a good time/).focus()
    await page.keyboard.type('0430PM')
    await page.keyboard.press('Enter')
    await says(page, 'Thank you. Your project has started.')
    await page.getByRole('link', { name: 'Asha Rao #1' }).waitFor()
  })
})

describe('sending the answers', () => {
  /** Holds the sending until it is let through. */
  async function held(page: Page) {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/submit-answer', async (route) => {
      await gate.promise
      await route.continue().catch(() => {})
    })
    return gate
  }

  // spec: 7.15, 9.19
  it('shows how far it is, can be stopped, and sent after all: once', async () => {
    const client = await server.client()
    const page = await device(client)
    await fillIn(page)
    await page.locator('input[type=file]').setInputFiles(picture())
    const gate = await held(page)
    await send(page)
    const bar = page.getByRole('progressbar', { name: 'Sending your answers' })
    await bar.waitFor()
    expect((await bar.boundingBox())!.y).toBe(0)
    const percent = await bar.getAttribute('aria-valuenow')
    expect(await bar.locator('i').getAttribute('style')).toBe(`width: ${percent}%;`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await says(page, 'Cancelled. Your answers and files are still here.')
    await says(page, 'the-door.png')
    gate.resolve()
    await page.unroute('**/api/submit-answer')
    await send(page)
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  // spec: 4.27
  it('is tried again after a failure, with nothing lost and nothing twice', async () => {
    const client = await server.client()
    const page = await device(client)
    await fillIn(page)
    // The answers arrive, and the line breaks before the page hears of it.
    await page.route('**/api/submit-answer', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send(page)
    await says(page, 'Not sent. Your answers are still here.')
    await page.unroute('**/api/submit-answer')
    await page.getByRole('button', { name: 'Try again' }).click()
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })
})

describe('a draft', () => {
  it('survives a reload at once, whether the server has heard of it or not', async () => {
    const client = await server.client()
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
    await isKept(client, 'Neighbours')
    await says(page, 'Your answers are saved as you type.')
  })

  // spec: 4.25
  it('goes on on another device, and is gone everywhere once it is sent', async () => {
    const client = await server.client()
    const first = await device(client)
    await fillIn(first)
    await isKept(client, '04:30 PM')
    const second = await device(client)
    expect(await business(second).inputValue()).toBe('Sourdough and bun maska')
    expect(await second.getByLabel(/^When is a good time/).inputValue()).toBe('16:30')
    expect(await second.getByRole('radio', { name: 'Get more enquiries' }).isChecked()).toBe(true)
    await send(second)
    await says(second, 'Current Projects')
    await comeBack(first)
    await says(first, 'You already sent your answers from another device.')
    await first.getByRole('button', { name: 'Go to your projects' }).click()
    await says(first, 'Current Projects')
    await first.goto('/dashboard?another')
    await business(first).waitFor()
    expect(await business(first).inputValue()).toBe('')
  })

  // spec: 4.26
  it('open on two devices has the latest of each answer, and shows the words that gave way', async () => {
    const client = await server.client()
    const [first, second] = [await device(client), await device(client)]
    await business(first).fill('Sourdough')
    await isKept(client, 'Sourdough')
    await customers(second).fill('Neighbours')
    await business(second).fill('Cakes for weddings')
    await isKept(client, 'Cakes for weddings')
    await comeBack(first)
    await expect.poll(() => customers(first).inputValue()).toBe('Neighbours')
    expect(await business(first).inputValue()).toBe('Cakes for weddings')
    await first.locator('.lost-answer q', { hasText: 'Sourdough' }).waitFor()
    await first.getByRole('button', { name: 'Use the older answer' }).click()
    expect(await business(first).inputValue()).toBe('Sourdough')
    expect(await first.locator('.lost-answer').count()).toBe(0)
    await isKept(client, 'Sourdough')
    await comeBack(second)
    await expect.poll(() => business(second).inputValue()).toBe('Sourdough')
  })

  it('open on two devices makes one project', async () => {
    const client = await server.client()
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
    await says(first, 'You already sent your answers from another device.')
    await expect.poll(() => first.getByRole('button', { name: /Send answers|Try again/ }).count()).toBe(0)
    await first.getByRole('button', { name: 'Go to your projects' }).click()
    await says(first, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('keeps what is being typed, also when the other device was heard of meanwhile', async () => {
    const client = await server.client()
    const page = await device(client)
    await client.put('/api/save-draft', { answers: [{ id: 1, answer: 'Cakes for weddings', age: 0 }] })
    await business(page).pressSequentially('Sourdough, and only that')
    await isKept(client, 'Sourdough, and only that')
    expect(await business(page).inputValue()).toBe('Sourdough, and only that')
    await page.locator('.lost-answer q', { hasText: 'Cakes for weddings' }).waitFor()
  })

  /** Turns to a page that was left for another device. */
  const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
})

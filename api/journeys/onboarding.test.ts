import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import { loseAnswers } from './browsing.ts'
import { onboardingScene } from './onboarding-scene.ts'
import { hasFocus } from './order-scene.ts'

const scene = onboardingScene()
const { device, says, picture, business, customers, send, ordersOf, fillIn } = scene

describe('the questionnaire', () => {
  // spec: 5.14
  it('is loaded anew by “Try again” where what checks its answers did not come', async () => {
    const page = await device(await scene.server.client('Uma Nair'))
    await page.route('**/assets/_zod*', (route) => route.fulfill({ status: 404 }))
    await page.reload()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/assets/_zod*')
    const reloaded = page.waitForEvent('domcontentloaded')
    await again.click()
    await reloaded
    await page.getByRole('form', { name: 'Questionnaire' }).waitFor()
  })

  it('takes every type of answer, and shows each on the order', async () => {
    const client = await scene.server.client('Rohini Iyer')
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

  it('lets a choice that may be left out be taken back, and takes white for a colour', async () => {
    const admin = await scene.server.admin()
    const ask = (questions: unknown) =>
      admin.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) })
    onTestFinished(async () => void (await ask(defaultQuestions)))
    await ask(defaultQuestions.map((each) => (each.id === 5 ? { ...each, required: false } : each)))
    const page = await device(await scene.server.client())
    const job = page.getByRole('radiogroup', { name: 'What is the most important job of your new website?' })
    const chosen = job.getByRole('radio', { name: 'Take bookings' })
    await chosen.check()
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await chosen.isChecked()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('question-5')
    // Its words open it too: an empty box does not look as if it could be pressed.
    const colour = page.getByLabel(/^What is your brand colour/)
    await page.getByText('Choose a colour', { exact: true }).click()
    await hasFocus(colour)
    await colour.fill('#ffffff')
    await says(page, '#ffffff')
    expect(await page.getByText('Choose a colour', { exact: true }).count()).toBe(0)
  })

  it('asks in place what an answer makes worth asking, and not any more when it changes', async () => {
    const page = await device(await scene.server.client())
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
    const page = await device(await scene.server.client())
    expect(await business(page).getAttribute('aria-required')).toBe('true')
    expect(await page.getByLabel(/^When would you like to launch/).getAttribute('aria-required')).toBe('false')
    await page.getByLabel(/^Which email address/).fill('nobody')
    await send(page)
    await says(page, 'Please check 7 answers.')
    await hasFocus(business(page))
    expect(await page.getByLabel(/^Which email address/).getAttribute('aria-invalid')).toBe('true')
    const described = (await page.getByLabel(/^Which email address/).getAttribute('aria-describedby'))!.split(' ')[0]
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('Please enter an email address')
    await business(page).fill('Bread')
    await says(page, 'Please check 6 answers.')
  })

  it('takes a web address without what stands in front, and the first press after it', async () => {
    const page = await device(await scene.server.client(), { viewport: { width: 360, height: 780 } })
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByRole('radio', { name: 'Manage daily work' }).check()
    await send(page)
    const site = page.getByLabel(/^What is its URL/)
    await site.fill('saffronlane.example')
    expect(await site.getAttribute('aria-invalid')).toBeNull()
    // What is wrong no longer goes as the field is left: the page moves under no pointer.
    await page.getByRole('checkbox', { name: 'Stock' }).check()
    expect(await site.inputValue()).toBe('https://saffronlane.example')
  })

  it('is not sent with a day or a time that is typed by half', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    for (const name of [/^When would you like to launch/, /^When is a good time/]) {
      const field = page.getByLabel(name)
      const answer = await field.inputValue()
      await field.fill('')
      await field.focus()
      await page.keyboard.type('1')
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true)
      await send(page)
      await hasFocus(field)
      await field.fill(answer)
    }
    expect(await ordersOf(client)).toBe(0)
    await send(page)
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  // spec: 5.18
  it('says at once that a file will not do, and takes another in its place', async () => {
    const page = await device(await scene.server.client())
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
    const client = await scene.server.client()
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
    const client = await scene.server.client()
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
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    await page.locator('input[type=file]').setInputFiles(picture())
    const gate = await held(page)
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        send.call(this, body)
        this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 996, total: 1_000 }))
      }
    })
    await send(page)
    const bar = page.getByRole('progressbar', { name: 'Sending your answers' })
    await bar.waitFor()
    await says(page, 'Sending your answers: 99%') // not before all has gone out is it being saved
    expect((await bar.boundingBox())!.y).toBe(0)
    const [percent, style] = await bar.evaluate((shown) => [
      shown.getAttribute('aria-valuenow'),
      shown.querySelector('i')!.getAttribute('style'),
    ])
    expect(style).toBe(`width: ${percent}%;`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await says(page, 'Cancelled. Your answers and files are still here.')
    // Who goes on by Tab goes on there, and not at the top of the page.
    await hasFocus(page.getByRole('button', { name: 'Send answers' }))
    await says(page, 'the-door.png')
    gate.resolve()
    await page.unroute('**/api/submit-answer')
    await send(page)
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('can be stopped no more once all of them has gone out', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    // The browser sends it itself: only then does it say how far it is.
    const devtools = await page.context().newCDPSession(page)
    const held = Promise.withResolvers<string>()
    devtools.on('Fetch.requestPaused', ({ requestId }) => held.resolve(requestId))
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/submit-answer', requestStage: 'Response' }] })
    await send(page)
    await says(page, 'Saving your answers…')
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    await devtools.send('Fetch.continueRequest', { requestId: await held.promise })
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('is over where it is stopped after the server has them all the same', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    await scene.untilSaved(client, '04:30 PM')
    const gate = await held(page)
    await send(page)
    await page.getByRole('progressbar', { name: 'Sending your answers' }).waitFor()
    await client.order()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await says(page, 'You already sent your answers. Your project has started.')
    expect(await page.getByText('Cancelled.').count()).toBe(0)
    gate.resolve()
  })

  it('leaves who has gone on meanwhile where they go', async () => {
    const page = await device(await scene.server.client())
    await fillIn(page)
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/get-sessions*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await send(page)
    await page.locator('.toast').waitFor()
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/settings"]')!.click())
    await page.locator('.toast').waitFor({ state: 'detached' })
    gate.resolve()
    await page.waitForURL('**/settings', { timeout: 8_000 })
  })

  // spec: 4.27
  it('is tried again after a failure, with nothing lost and nothing twice', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    // The answers arrive, and the line breaks before the page hears of it.
    const answersCome = await loseAnswers(page, '/api/submit-answer')
    await send(page)
    await says(page, 'Not sent. Your answers are still here.')
    await answersCome()
    await page.getByRole('button', { name: 'Try again' }).click()
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })

  it('is over once the page hears that it was sent, though the answer was lost', async () => {
    const client = await scene.server.client()
    const page = await device(client)
    await fillIn(page)
    const answersCome = await loseAnswers(page, '/api/submit-answer')
    await send(page)
    await says(page, 'Not sent. Your answers are still here.')
    await answersCome()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await says(page, 'You already sent your answers. Your project has started.')
    await page.getByRole('button', { name: 'Go to your projects' }).click()
    await says(page, 'Current Projects')
    expect(await ordersOf(client)).toBe(1)
  })
})

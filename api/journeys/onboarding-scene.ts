import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { readSettings } from '#infra/settings.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

/** The questionnaire on a server of its own, and what a client does there. To be called at the top of a file. */
export function onboardingScene() {
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
  const untilSaved = (client: Visitor, answer: string) =>
    expect.poll(async () => JSON.stringify((await client.get('/api/get-draft')).body.data)).toContain(answer)
  const ordersOf = async (client: Visitor) => (await client.get('/api/user-order')).body.data.length

  /** Fills in the required answers. */
  async function fillIn(page: Page) {
    await business(page).fill('Sourdough and bun maska')
    await customers(page).fill('Neighbours')
    await page.getByRole('radio', { name: 'No' }).check()
    await page.getByRole('radio', { name: 'Get more enquiries' }).check()
    await page.getByLabel(/^Which email address/).fill('hello@saffronlane.example')
    await page.getByLabel(/^Which phone number/).fill('+91 98450 31177')
    await page.getByLabel(/^When is a good time/).fill('16:30')
  }

  return {
    get server() {
      return server
    },
    ...{ device, says, picture, business, customers, send, untilSaved, ordersOf, fillIn },
  }
}

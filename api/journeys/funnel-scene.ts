import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { fitQuestions } from '#domain/site/fit-test.ts'
import { openBrowser, person } from './browsing.ts'

type Answers = Record<number, 'Yes' | 'No'>

/** The funnel of a server of its own, in a new browser for each test, and what a visitor does there. To be called at the top of a file. */
export function funnelScene() {
  let server: TestServer
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    const opened = await person(browser, server.url, { reducedMotion: 'reduce' })
    page = opened.page
    onTestFinished(() => opened.context.close())
  })

  const passing: Answers = { 1: 'Yes', 2: 'Yes', 3: 'Yes', 4: 'Yes', 5: 'No' }

  const funnel = () => page.locator('#test-container')
  const press = (name: string) => funnel().getByRole('button', { name }).click()
  const isOn = (title: RegExp | string) => funnel().getByRole('heading', { level: 2, name: title }).waitFor()
  const field = (label: string) => funnel().getByLabel(label, { exact: true })

  async function answer(answers: Answers) {
    for (const { id, question } of fitQuestions) {
      const choice = answers[id]
      if (choice) await funnel().getByRole('group', { name: question }).getByLabel(choice).check()
    }
    await press('Next')
  }
  async function start() {
    await page.goto('/')
    await press('Step 1 - Start The Test')
    await isOn(/5 questions, 2 minutes/)
  }
  async function fillDetails(email: string) {
    for (const [label, value] of [
      ['Years in business', '14'],
      ['Employees', '9'],
      ['Different job roles', '4'],
      ['Customers per month', '1,200'],
      ['Full Name', 'Rohini Iyer'],
      ['Phone Number', '98450 31177'],
      ['Email Address', email],
    ] as const)
      await field(label).fill(value)
  }
  /** From the first screen past the wait. */
  async function goToThePrices(email: string) {
    await start()
    await answer(passing)
    await press('Step 2 - See Pricing')
    await fillDetails(email)
    await press('Step 3 - See Your Pricing')
    await isOn(/Calculating your prices/)
    await page.keyboard.press('Enter')
  }
  /** The same screen is there after a reload. */
  async function survivesReload(title: RegExp | string) {
    await isOn(title)
    await page.reload()
    await isOn(title)
  }
  return {
    get page() {
      return page
    },
    get server() {
      return server
    },
    ...{ passing, funnel, press, isOn, field, answer, start, fillDetails, goToThePrices, survivesReload },
  }
}

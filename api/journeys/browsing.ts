import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'

/** A real Chromium, without a window; one that shows notifications only where they are asked for, since it is slower. */
export const openBrowser = ({ notifications = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[notifications ? 'CHROMIUM_PATH' : 'HEADLESS_SHELL_PATH']!,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
      '--js-flags=--min-semi-space-size=32', // MB: axe fills the usual one many times a second, to be swept each time
    ],
  })

/** The pages that people look at. */
export const openPages = new Set<Page>()

/**
 * A browser context of its own, on the pages of one server. It asks for less motion unless told otherwise: drawing what
 * moves takes a sixth of a processor for each page that is open.
 */
export async function person(browser: Browser, url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context: BrowserContext = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  // Shorter than a test may take, so that what was waited for is named.
  context.setDefaultTimeout(20_000)
  const page: Page = await context.newPage()
  openPages.add(page)
  page.once('close', () => openPages.delete(page))
  return { context, page }
}

/** Gives a browser a session that exists already. */
export async function resumeSession(context: BrowserContext, { url, cookie }: { url: string; cookie: string }) {
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string])
  // As the server gives them: the page reads none but the hint that there is a session.
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url, httpOnly: name !== 'signed-in' })))
}

/** Logs in through the page, as people do. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/(dashboard|orders)$/)
}

/** Waits until a page follows what happens: from then on it has all that it shows, and hears what is pressed and written. */
export const isLive = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor()

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Waits until a page holds back what it sends where a test has just routed it. A key that is pressed comes to a page before
 * that does: what it sent would be neither held nor seen.
 */
export const isRouted = (page: Page): Promise<void> => page.evaluate(() => {})

/**
 * From now on what a page sends to a path of the API reaches the server, and its answer does not come back. Returns what
 * ends this. The browser sends it itself: a route of Playwright’s may not have the files.
 */
export async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {}) // its page has gone
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}`, requestStage: 'Response' }] })
  return () => devtools.detach()
}

/** Holds back the next answer to what a page sends to `path`, which the server has done by then. Returns what lets it through. */
export async function holdAnswer(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  }
  await page.route(path, hold, { times: 1 })
  await isRouted(page)
  return held.resolve
}

/**
 * Returns what WCAG 2.2 AA and good practice have against a page as it is, each with its places. All rules of axe are
 * checked, on everything but the insides of frames, which is Figma's. The page keeps axe until it is left, so that looking
 * again is cheap.
 */
export async function violations(page: Page): Promise<string[]> {
  // Colours are judged where they come to rest: a toast that fades in has none of its own yet.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const found = await axe.run({
      iframes: false,
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: true } }, // one of WCAG 2.5.3, that axe leaves out by itself
    })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
    )
  })
}

/** Returns the obstacles to using a page, light on a desk and dark on a phone: axe’s, and scrolling sideways. */
export async function obstacles(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const all = await violations(page)
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    if (await page.evaluate(isWider)) all.push('is read by scrolling sideways')
    found.push(...all.map((each) => `${colorScheme}, ${width} px: ${each}`))
  }
  return found
}

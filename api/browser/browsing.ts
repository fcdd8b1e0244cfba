import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** A real Chromium, without a window. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })

/** A line to a server that can be cut, as a cable can: what is under way breaks off, and nothing gets through. */
export async function cuttableLine(to: number) {
  const open = new Set<Socket>()
  let cut = false
  const proxy = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {}).on('close', () => open.delete(end))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (cut) near.destroy()
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://localhost:${(proxy.address() as { port: number }).port}`,
    cut() {
      cut = true
      for (const end of open) end.destroy()
    },
    mend() {
      cut = false
    },
    close() {
      this.cut()
      proxy.close()
    },
  }
}

/** Somebody with a browser of their own, who sees the pages of one server. */
export async function person(browser: Browser, url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context: BrowserContext = await browser.newContext({ baseURL: url, ...options })
  // Shorter than a test may take, so that what was waited for is named.
  context.setDefaultTimeout(12_000)
  const page: Page = await context.newPage()
  return { context, page }
}

/** Gives a browser the session that somebody has already. */
export async function carryOn(context: BrowserContext, { url, cookie }: { url: string; cookie: string }) {
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url }])
}

/** Logs in through the page, as people do. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/(dashboard|orders)$/)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { clientWithOrder, logIn, seedOrders, setCookies } from './people.ts'

// npm run lighthouse [path…]: three runs a page on a telephone as Lighthouse emulates it, and what the median one says. The
// pages of people who are logged in are `client:/dashboard`, `client:order` (an order's page) and `admin:/orders`, with 125.

const root = new URL('../../..', import.meta.url).pathname
const rounds = 3
const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        ...['/', '/work/1', '/terms-and-conditions', '/register', '/login'],
        ...['client:/dashboard', 'client:order', 'admin:/orders'],
      ]

/** So many orders stand in the admin's list. */
const listed = 125
const admin = { email: 'lighthouse@example.com', password: 'a-light-at-the-harbour' }

/** The scores that each page has to reach, of 100. */
const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = Object.keys(goals) as (keyof typeof goals)[]
/** Of people who are logged in; search engines see none of them. */
const portalGoals = { ...goals, performance: 95, seo: 0 }

/** Not counted where the specification asks for the opposite: search engines leave out /register. */
const wanted: Record<string, string[]> = { '/register': ['is-crawlable'] }

const port = await freePort()
const url = `http://localhost:${port}`
const dataDir = await mkdtemp(join(tmpdir(), 'atelier-lighthouse-'))
await seedOrders(dataDir, listed - 1)
const server = await startServer()
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH!,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})
let missed = 0
try {
  console.log(`Lighthouse on ${url}, mobile, the median of ${rounds}`)
  await fetch(url, { headers: { Accept: 'text/html' } }) // the first request renders
  const asAdmin = await logIn(url, admin)
  const { client, orderId } = await clientWithOrder(url, asAdmin)
  for (const page of pages) {
    const [, who, path = ''] = /^(client|admin):(.*)$/.exec(page) ?? [undefined, undefined, page]
    if (who) await setCookies(chrome.port, url, who === 'admin' ? asAdmin : client)
    await measure(path === 'order' ? `/order-detail/${orderId}` : path, who ? portalGoals : goals)
  }
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0

async function measure(path: string, wants: typeof portalGoals | typeof goals): Promise<void> {
  const results: Result[] = []
  for (let round = 0; round < rounds; round += 1) {
    const run = await lighthouse(url + path, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: [...categories],
      skipAudits: wanted[path] ?? null,
    })
    const { finalDisplayedUrl } = run!.lhr
    if (finalDisplayedUrl !== url + path) throw new Error(`${path} led to ${finalDisplayedUrl}`)
    results.push(run!.lhr)
  }
  const score = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100)
  const median = results.sort((a, b) => score(a, 'performance') - score(b, 'performance'))[Math.floor(rounds / 2)]!
  const value = (audit: string) => median.audits[audit]?.displayValue ?? '?'
  const shift = median.audits['cumulative-layout-shift']?.numericValue ?? 1
  const script = (median.audits['network-requests']?.details as { items?: NetworkItem[] } | undefined)?.items ?? []
  const bytes = (kind?: string) =>
    script
      .filter(({ resourceType }) => !kind || resourceType === kind)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  console.log(
    `${path}  ${categories.map((category) => `${category} ${score(median, category)}`).join('  ')}\n` +
      `  FCP ${value('first-contentful-paint')}  LCP ${value('largest-contentful-paint')}  TBT ${value('total-blocking-time')}  ` +
      `CLS ${shift.toFixed(3)}  ${(bytes() / 1000).toFixed(0)} kB, of them script ${(bytes('Script') / 1000).toFixed(1)} kB`,
  )
  for (const category of categories) if (score(median, category) < wants[category]) missed += 1
  if (shift > 0.0005) missed += 1
  for (const id of failed(median)) console.log(`  - ${id}`)
}

type NetworkItem = { resourceType?: string; transferSize?: number }

/** Lists the audits that count and are not perfect, in a line each. */
function failed({ categories: found, audits }: Result): string[] {
  return categories.flatMap((category) =>
    (found[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.98)
      .map(({ id }) => `${category}: ${audits[id]?.title} (${audits[id]?.displayValue ?? audits[id]?.score})`),
  )
}

/** The product as in production, with nothing in it. */
async function startServer(): Promise<ChildProcess> {
  const started = spawn(process.execPath, [...nodeFlags, join(root, 'api/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  })
  for await (const line of createInterface(started.stdout!)) if (line.startsWith('Atelier is running')) return started
  throw new Error('The server ended before it was open')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port: found } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return found
}

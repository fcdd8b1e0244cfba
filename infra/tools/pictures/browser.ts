import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { Picture } from './picture.ts'

const root = new URL('../../..', import.meta.url).pathname
/** No such host exists: everything is answered from this repository, so that a picture cannot depend on the network. */
const host = 'http://pictures.invalid'
const types: Record<string, string> = { '.css': 'text/css', '.woff2': 'font/woff2' }

/** The document of a picture, whose style sheets and fonts are fetched from `host`. */
const documentOf = ({ styles, body }: Picture): string => `<!doctype html><meta charset="utf-8">
${styles.map((path) => `<link rel="stylesheet" href="/${path}">`).join('\n')}
<body>${body}`

/** Opens a page of 1600 by 1000 in a Chromium of its own. `show` puts a picture on it and waits for its fonts. */
export async function openBrowserForPictures() {
  const browser = await chromium.launch({
    executablePath: process.env.HEADLESS_SHELL_PATH!,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
  let shown: Picture | undefined
  await page.route('**/*', async (route) => {
    const { pathname, origin } = new URL(route.request().url())
    if (origin !== host) return route.abort()
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: documentOf(shown!) })
    const body = await readFile(join(root, decodeURIComponent(pathname)))
    await route.fulfill({ contentType: types[extname(pathname)] ?? 'application/octet-stream', body })
  })
  const missing: string[] = []
  page.on('requestfailed', (request) => missing.push(request.url()))
  return {
    page,
    async show(picture: Picture): Promise<Page> {
      shown = picture
      missing.length = 0
      await page.goto(`${host}/`)
      await page.evaluate(() => document.fonts.ready)
      if (missing.length > 0) throw new Error(`Not found: ${missing.join(', ')}`)
      return page
    },
    close: () => browser.close(),
  }
}

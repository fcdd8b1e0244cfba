// npm run previews: draws the pictures that messengers and search engines show of the site (web/public/previews), 1200 by
// 630 pixels: its headline, and the cover of each project. They name no agency: each has its own.
import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { works } from '#domain/site/works.ts'

const web = new URL('../../../web/', import.meta.url)
const [width, height] = [1200, 630]

const face = async (name: string): Promise<string> =>
  `url(data:font/woff2;base64,${(await readFile(new URL(`styles/faces/${name}.woff2`, web))).toString('base64')})`

const headline = async (): Promise<string> => `<!doctype html><style>
@font-face { font-family: N; src: ${await face('newsreader-roman-display')}; font-weight: 300 399 }
@font-face { font-family: N; src: ${await face('newsreader-roman')}; font-weight: 400 }
@font-face { font-family: N; src: ${await face('newsreader-italic-display')}; font-weight: 300 399; font-style: italic }
@font-face { font-family: N; src: ${await face('newsreader-italic')}; font-weight: 400; font-style: italic }
body { margin: 0; padding: 92px 84px; background: #f9f7f0; color: #191511; font: 330 136px/1 N; letter-spacing: -.038em;
  box-shadow: inset 44px 0 #f9f7f0, inset 46px 0 #c3d1d3, inset 50px 0 #f9f7f0, inset 52px 0 #c3d1d3; box-sizing: border-box; height: ${height}px }
span, ins { display: block } del { color: #746f67; text-decoration: none; position: relative; display: inline-block }
svg { position: absolute; fill: none; stroke: #c73a17; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; overflow: visible }
del svg { left: -2%; top: 38%; width: 104%; height: 48% } ins { font-style: italic; text-decoration: none; position: relative; padding: 44px 0 0 72px }
ins svg { left: 8px; top: 74px; width: 48px; height: 60px }
</style><span>Websites</span><del>generated<svg viewBox="0 0 400 60" preserveAspectRatio="none"><path vector-effect="non-scaling-stroke"
d="M3 38C58 27 118 33 176 27S300 24 397 17M9 47C92 36 178 42 262 34S352 32 392 27"/></svg></del>
<ins><svg viewBox="0 0 40 44"><path vector-effect="non-scaling-stroke" d="M4 41C11 29 16 16 20 3 25 17 30 29 37 40"/></svg>written by hand.</ins>`

const browser = await chromium.launch({ executablePath: process.env.HEADLESS_SHELL_PATH!, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(await headline())
await page.evaluate(() => document.fonts.ready)
await sharp(await page.screenshot())
  .png({ palette: true, colours: 64 })
  .toFile(new URL('public/previews/site.png', web).pathname)
await browser.close()

for (const { id, images } of works) {
  await sharp(await readFile(new URL(`public${images[0]}-1200.webp`, web)))
    .resize(width, height, { position: 'top' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(new URL(`public/previews/work-${id}.jpg`, web).pathname)
}

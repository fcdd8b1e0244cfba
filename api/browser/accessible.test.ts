import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser, violations } from './browsing.ts'
import { openDemoAgency, screens } from './screens.ts'

let browser: Browser
let agency: Awaited<ReturnType<typeof openDemoAgency>>
beforeAll(async () => {
  browser = await openBrowser()
  agency = await openDemoAgency(browser)
})
afterAll(async () => {
  await browser?.close()
  await agency?.close()
})

const isWiderThanTheWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

it('finds what is too pale for its ground, in either theme', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const style = `:root { color-scheme: light dark }
    body { background: light-dark(#fff, #000); color: light-dark(#000, #fff) }
    p { color: light-dark(#ccc, #333) }`
  const words = '<main><h1>Black on white</h1><p>Too pale</p></main>'
  await page.setContent(`<!doctype html><html lang="en"><title>Pale</title><style>${style}</style>${words}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([expect.stringMatching(/^color-contrast: p\n/)])
  }
})

describe('every screen', () => {
  it.each(screens)('$name is for everyone: light on a desk, dark on a phone', async (screen) => {
    const page = await agency.show(screen)
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await violations(page), `${colorScheme}, ${width} px`).toEqual([])
      expect(await isWiderThanTheWindow(page), `${width} px: reads without scrolling sideways`).toBe(false)
    }
  })
})

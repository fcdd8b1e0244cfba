import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

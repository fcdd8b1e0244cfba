import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { obstacles, openBrowser, violations } from './browsing.ts'
import { mainScreens, openDemoAgency, screens } from './screens.ts'

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
  it.each(screens.filter(({ name }) => !mainScreens.has(name)))(
    '$name is for everyone: light on a desk, dark on a phone',
    async (screen) => expect(await obstacles(await agency.show(screen))).toEqual([]),
  )
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { obstacles, openBrowser } from './browsing.ts'
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

const main = screens.filter(({ name }) => mainScreens.has(name))

it('knows the main screens', () => expect(main).toHaveLength(mainScreens.size))
it.each(main)('$name is for everyone: light on a desk, dark on a phone', async (screen) =>
  expect(await obstacles(await agency.show(screen))).toEqual([]),
)

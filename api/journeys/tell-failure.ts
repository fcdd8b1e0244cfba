// Says at a test that failed where every open page stood: not what was waited for, but what was there instead.
import { afterEach } from 'vitest'
import { openPages } from './browsing.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages) {
    const shown = await page
      .locator('main')
      .innerText({ timeout: 1_000 })
      .catch((error: Error) => error.message)
    console.error(`${page.url()}\n${shown.slice(0, 1_000)}\n`)
  }
})

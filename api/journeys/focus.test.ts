import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './browsing.ts'
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

const pages = screens.filter(({ plain, after }) => !plain && !after)
const sizes = [
  { width: 1280, height: 600 },
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** The focused element, and the bar over a part of it. `name` is undefined once the page has been gone through. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return {}
    const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}”`
    const box = element.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (right - left < 8 || bottom - top < 8) return { name, under: 'the edge of the window' }
    const isBar = (other: Element | null): boolean =>
      other !== null && (/sticky|fixed/.test(getComputedStyle(other).position) || isBar(other.parentElement))
    // What is higher than there is room for shows its beginning.
    const parts =
      box.height > innerHeight / 2 ? [top + 4, top + innerHeight / 3] : [top + 4, (top + bottom) / 2, bottom - 4]
    const covers = parts
      .map((down) => document.elementFromPoint((left + right) / 2, down))
      .filter((other) => other && !element.contains(other) && !other.contains(element) && isBar(other))
    const [cover] = covers
    return { name, under: cover && `${cover.tagName.toLowerCase()}.${cover.className}` }
  })

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))

/** Goes through a page by a key, at each size of the window. Returns what lies under a bar then. */
async function hiddenBy(screen: (typeof screens)[number], key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const page = await agency.show(screen)
  const back = key === 'Tab' ? 'Shift+Tab' : 'Tab'
  const hidden = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      getSelection()?.collapse(document.body, 0)
      scrollTo(0, 0)
    })
    for (let tabs = 0; tabs < 400; tabs++) {
      await page.keyboard.press(key)
      let { name, under } = await focused(page)
      if (name === undefined) break
      if (under) {
        // What has come in meanwhile has moved it: it is reached again.
        await page.keyboard.press(back)
        await page.keyboard.press(key)
        await nextFrame(page)
        under = (await focused(page)).under
      }
      if (under) hidden.push(`${size.width} × ${size.height}: ${name} lies under ${under}`)
    }
  }
  return hidden
}

describe('by Tab no control that takes the focus lies under a bar', () => {
  it.each(pages)('$name', async (screen) => {
    expect(await hiddenBy(screen, 'Tab')).toEqual([])
  })

  // Dates and times, and what plays a sound.
  it.each(pages.filter(({ name }) => ['questionnaire', 'order-files'].includes(name)))(
    'backwards: $name',
    async (screen) => {
      expect(await hiddenBy(screen, 'Shift+Tab')).toEqual([])
    },
  )
})

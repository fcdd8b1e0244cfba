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

const show = (name: string): Promise<Page> => agency.show(screens.find((screen) => screen.name === name)!)

/** What in the bar lies over something else in it, or is cut off by the window or by the place of the connection. */
const faultsInBar = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxOf = (each: Element) => each.getBoundingClientRect()
    const parts = [
      ...document.querySelectorAll('.bar :is(.menu-line, .menu-toggle, button, time, b, .bar-who, .bar-home)'),
    ]
      .map((each) => ({
        each,
        name: each.textContent!.trim(),
        box: boxOf(each),
        line: each.closest('time')?.parentElement,
      }))
      .filter(({ each, box }) => each.checkVisibility() && box.width > 1)
      // A time that has no room stands below the line that is shown.
      .filter(({ box, line }) => !line || box.top < boxOf(line).bottom)
    const isCut = ({ each, box }: (typeof parts)[number]) => {
      const slot = each.closest('.bar-slot')
      return (
        box.left < 0 ||
        box.right > innerWidth ||
        (slot && (box.left < boxOf(slot).left - 1 || box.right > boxOf(slot).right + 1))
      )
    }
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    return [
      ...parts.filter(isCut).map(({ name }) => `“${name}” is cut off`),
      ...parts.flatMap((one, at) =>
        parts
          .slice(at + 1)
          .filter(({ each, box }) => !one.each.contains(each) && isOver(one.box, box))
          .map(({ name }) => `“${one.name}” lies over “${name}”`),
      ),
    ]
  })

describe('the bar of an admin', () => {
  const widths = [360, 480, 768, 848, 860, 960, 1120, 1200, 1240, 1440]

  it('has each of its parts beside the others, however wide the window is', async () => {
    const page = await show('orders')
    const found: string[] = []
    const look = async (state: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 720 })
        found.push(...(await faultsInBar(page)).map((fault) => `${state}, ${width} px: ${fault}`))
      }
    }
    await look('live')
    let isAway = true
    await page.routeWebSocket(/./, (socket) => void (isAway ? socket.close() : socket.connectToServer()))
    await page.reload()
    await page.locator('.bar').getByText('Reconnecting').waitFor({ state: 'attached' })
    await look('reconnecting')
    isAway = false
    expect(found).toEqual([])
  })
})

/** Makes the text of a page as large as a browser’s settings do: 16 px is usual. */
async function setTextSize(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: px } })
}

/** The words and fields that stick out of the window, where nothing scrolls to them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isReached = (each: Element | null): boolean => {
      if (!each) return false
      const { overflowX, clipPath, textOverflow } = getComputedStyle(each)
      const isMeant = clipPath.startsWith('inset(50') || textOverflow === 'ellipsis'
      return isMeant || /auto|scroll/.test(overflowX) || isReached(each.parentElement)
    }
    const sticksOut = ({ left, right, width }: DOMRect) => width > 1 && (left < -1 || right > innerWidth + 1)
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = new Range()
      range.selectNodeContents(text)
      const { parentElement } = text
      if (!text.textContent!.trim() || !sticksOut(range.getBoundingClientRect())) continue
      if (parentElement!.checkVisibility() && !isReached(parentElement))
        found.push(text.textContent!.trim().slice(0, 60))
    }
    for (const field of document.querySelectorAll('input, select, textarea, button')) {
      if (!sticksOut(field.getBoundingClientRect()) || !field.checkVisibility() || isReached(field)) continue
      found.push(`the field ${field.getAttribute('aria-label') ?? field.getAttribute('name')}`)
    }
    return found
  })

const pages = [
  ...['order-open', 'order-payment', 'order-invoice', 'order-history', 'order-travel', 'dashboard'],
  ...['order-open-admin', 'orders', 'activity', 'agency'],
]

describe('on a telephone, with text half as large again', () => {
  it.each(pages)('nothing is cut off: %s', async (name) => {
    const page = await show(name)
    await page.setViewportSize({ width: 360, height: 740 })
    await setTextSize(page, 24)
    const found = [...(await cutOff(page)), ...(await faultsInBar(page))]
    await setTextSize(page, 28)
    found.push(...(await faultsInBar(page)))
    await setTextSize(page, 16)
    expect(found).toEqual([])
  })
})

describe('where a page is enlarged four times', () => {
  it.each(['questions', 'orders', 'order-open-admin'])('nothing stays over what is read: %s', async (name) => {
    const page = await show(name)
    await page.setViewportSize({ width: 320, height: 256 })
    if (name === 'orders') await page.locator('tbody input[type=checkbox]').first().check()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3))
    const room = await page.evaluate(() => {
      const isBar = (each: Element | null): boolean =>
        each !== null && (/sticky|fixed/.test(getComputedStyle(each).position) || isBar(each.parentElement))
      const rows = Array.from({ length: innerHeight }, (_, down) => document.elementFromPoint(innerWidth / 2, down))
      return rows.filter((each) => !isBar(each)).length
    })
    expect(room).toBeGreaterThan(200)
  })
})

describe('the orders', () => {
  // spec: 2.62
  it.each([360, 768, 1440])('have their number, name, date and age in each row, at %i pixels', async (width) => {
    const page = await show('orders')
    await page.setViewportSize({ width, height: 900 })
    const row = page.locator('.orders tbody tr').first()
    expect(await row.locator('.orders-no').innerText()).toBe('1')
    expect(await row.getByRole('link').innerText()).toMatch(/\w/)
    expect(await row.locator('.orders-date').isVisible()).toBe(true)
    expect(await row.locator('.orders-date').innerText()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    expect(await row.locator('.orders-ago').innerText()).toMatch(/^\d+ |now|yesterday/)
  })

  it('have names of their columns that are all as large', async () => {
    const page = await show('orders')
    await page.setViewportSize({ width: 1440, height: 900 })
    const names = page.locator('.orders thead').first().locator('th')
    const sizes = await names.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
    expect(new Set(sizes).size).toBe(1)
  })
})

describe('a project in a client’s list', () => {
  it('has its number apart from how much is unread in it', async () => {
    const page = await agency.show({ name: 'farhan', as: 'farhan', path: '/dashboard', has: 'Current Projects' })
    const unread = page.getByRole('listitem').filter({ hasText: 'unread' })
    expect(await unread.first().textContent()).toMatch(/#\d+ \d+ unread/)
  })
})

describe('in high contrast', () => {
  it('a colour that a client answered is seen beside its name', async () => {
    const page = await show('order-open')
    await page.emulateMedia({ forcedColors: 'active' })
    const colour = page.locator('.answer-colour').first()
    expect(await colour.evaluate((swatch) => getComputedStyle(swatch).backgroundColor)).toBe('rgb(122, 31, 61)')
    await page.emulateMedia({ forcedColors: 'none' })
  })
})

import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startTestServer, type Visitor } from '#api/testing/test-server.ts'
import { isLive, openBrowser, person, resumeSession } from './browsing.ts'

/** The views of an order's page, as the address names them. */
export const tabs = ['overview', 'design', 'payment', 'terms', 'invoice', 'proposal', 'agreements', 'history'] as const

/** A client and an admin with an order between them, each in a browser of their own. */
export async function orderScene() {
  const server = await startTestServer()
  const [client, admin] = await Promise.all([server.client('Asha Rao'), server.admin()])
  const id = await client.order()
  const browser = await openBrowser()
  /** The errors of the pages, and what their own policy forbade. */
  const complaints: string[] = []

  /** A browser that is logged in already. */
  async function opened(visitor: Visitor, options: Parameters<Browser['newContext']>[0] = {}) {
    const { context, page } = await person(browser, server.url, options)
    await resumeSession(context, visitor)
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (said) => {
      if (/Content Security Policy/.test(said.text())) complaints.push(said.text())
    })
    // Figma is not to be reached from a test.
    await page.route('https://www.figma.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Figma</title>' }),
    )
    return { context, page }
  }

  return {
    server,
    client,
    admin,
    id,
    opened,
    /** Opens the order, and waits until it is followed. */
    async show(page: Page, tab: string = 'overview', order = id) {
      await page.goto(`/order-detail/${order}?tab=${tab}`)
      await isLive(page)
    },
    async close() {
      await browser.close()
      await server.close()
      expect(complaints).toEqual([])
    },
  }
}

export type OrderScene = Awaited<ReturnType<typeof orderScene>>

/** How long a page may take to be as it should. */
export const soon = { timeout: 12_000 }

/** Waits until a control has the focus. */
export const hasFocus = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement), soon).toBe(true)

/** Fails where a page is wider than its window, naming what sticks out. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    return [...document.querySelectorAll('main *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => `${each.tagName}.${each.className}`)
  })
  expect(wide).toEqual([])
}

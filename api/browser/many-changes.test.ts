import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
})
afterAll(() => scene?.close())

/** What the page did since it was opened. */
type Kept = {
  /** The texts of the lines in the order in which they came into the page. */
  texts: string[]
  /** How many animations ran at once at most, of which properties and how long in ms. */
  animations: number
  properties: string[]
  longest: number
  /** How often the page was asked what is at a place of the window. */
  asked: number
}

function keep() {
  const kept: Kept = { texts: [], animations: 0, properties: [], longest: 0, asked: 0 }
  Object.assign(window, { kept })
  const ask = document.elementFromPoint
  document.elementFromPoint = (...place) => {
    kept.asked++
    return ask.apply(document, place)
  }
  const look = () => {
    const all = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
    const running = all.filter(({ target }) => target?.closest('.talk'))
    kept.animations = Math.max(kept.animations, running.length)
    for (const effect of running) {
      kept.longest = Math.max(kept.longest, Number(effect.getComputedTiming().endTime))
      const named = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      kept.properties.push(...named.filter((name) => !/offset|easing|composite/i.test(name)))
    }
  }
  new MutationObserver((changes) => {
    const lines = changes.flatMap(({ addedNodes }) =>
      [...addedNodes].filter((node) => (node as Element).matches?.('.talk-line')),
    )
    if (lines.length === 0) return
    kept.texts.push(...lines.map((line) => (line as Element).querySelector('.talk-text')!.textContent))
    queueMicrotask(look) // after what is drawn with them
  }).observe(document, { childList: true, subtree: true })
}

const opened = async (options = {}) => {
  const { page, context } = await scene.opened(scene.client, { viewport: { width: 390, height: 844 }, ...options })
  onTestFinished(() => context.close())
  await page.addInitScript(keep)
  await scene.show(page)
  await page.evaluate(() => Object.assign((window as unknown as { kept: Kept }).kept, { texts: [], asked: 0 }))
  return page
}
const kept = (page: Page) => page.evaluate(() => (window as unknown as { kept: Kept }).kept)
const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const atTheEnd = (page: Page) => talk(page).getByRole('textbox').scrollIntoViewIfNeeded()
/** What an admin says: so many things of a kind, so many of them at a time. */
async function say(kind: string, count: number, atATime = count): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, n) => `${kind} ${n + 1}.`)
  for (let n = 0; n < count; n += atATime) {
    await Promise.all(
      texts.slice(n, n + atATime).map((text) => scene.admin.post('/api/send-message', { orderId: scene.id, text })),
    )
  }
  return texts
}

/** Takes up the page's time while something is done, so that all of it waits for the page at once. */
async function whileBusy(page: Page, work: () => Promise<unknown>): Promise<void> {
  const busy = page.evaluate(() => {
    const until = performance.now() + 2_000
    while (performance.now() < until);
  })
  await work()
  await busy
}

describe('the open page of an order that changes again and again', () => {
  // spec: 7.39
  it('misses nothing of a hundred messages at once, and asks no place of the window what is there', async () => {
    const page = await opened({ reducedMotion: 'no-preference' })
    await atTheEnd(page)
    let said: string[] = []
    await whileBusy(page, async () => {
      said = await say('At once', 100)
    })
    await expect.poll(async () => [...(await kept(page)).texts].sort(), soon).toEqual([...said].sort())
    const { asked, animations } = await kept(page)
    expect(asked).toBe(0)
    expect(animations).toBeLessThanOrEqual(3)
    expect(await page.getByRole('log').locator('p').count()).toBeLessThanOrEqual(20)
  })
})

describe('what comes in', () => {
  // spec: 7.39
  it('fades in by its opacity alone, for a moment, where it is in sight', async () => {
    const page = await opened({ reducedMotion: 'no-preference' })
    await page.evaluate(() => scrollTo(0, 0))
    await say('Out of sight', 1)
    await expect.poll(async () => (await kept(page)).texts, soon).toHaveLength(1)
    expect((await kept(page)).animations).toBe(0)
    await atTheEnd(page)
    await say('In sight', 1)
    await expect.poll(async () => (await kept(page)).texts, soon).toHaveLength(2)
    const { animations, properties, longest } = await kept(page)
    expect([animations, new Set(properties)]).toEqual([1, new Set(['opacity'])])
    expect(longest).toBeLessThanOrEqual(600)
  })

  it('does not move for who asked for less motion', async () => {
    const page = await opened({ reducedMotion: 'reduce' })
    await atTheEnd(page)
    await say('At rest', 1)
    await expect.poll(async () => (await kept(page)).texts, soon).toHaveLength(1)
    expect((await kept(page)).animations).toBe(0)
  })
})

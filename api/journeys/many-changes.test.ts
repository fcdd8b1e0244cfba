import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

/** No more lines of a conversation are in the page at once. */
const mostLines = 200

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
})
afterAll(() => scene?.close())

/** A record of the page’s work since it was opened. */
type PageRecord = {
  /** The texts of the lines in the order in which they came into the page. */
  texts: string[]
  /** How many animations ran at once at most, of which properties and how long in ms. */
  animations: number
  properties: string[]
  longest: number
  /** How often the page looked up what is at a place of the window. */
  hitTests: number
}

function keep() {
  const pageRecord: PageRecord = { texts: [], animations: 0, properties: [], longest: 0, hitTests: 0 }
  Object.assign(window, { pageRecord })
  const ask = document.elementFromPoint
  document.elementFromPoint = (...place) => {
    pageRecord.hitTests++
    return ask.apply(document, place)
  }
  const look = () => {
    const all = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
    const running = all.filter(({ target }) => target?.closest('.talk'))
    pageRecord.animations = Math.max(pageRecord.animations, running.length)
    for (const effect of running) {
      pageRecord.longest = Math.max(pageRecord.longest, Number(effect.getComputedTiming().endTime))
      const named = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      pageRecord.properties.push(...named.filter((name) => !/offset|easing|composite/i.test(name)))
    }
  }
  new MutationObserver((changes) => {
    const lines = changes.flatMap(({ addedNodes }) =>
      [...addedNodes].filter((node) => (node as Element).matches?.('.talk-line')),
    )
    if (lines.length === 0) return
    pageRecord.texts.push(...lines.map((line) => (line as Element).querySelector('.talk-text')?.textContent ?? ''))
    queueMicrotask(look) // after what is drawn with them
  }).observe(document, { childList: true, subtree: true })
}

const shown = async (options = {}) => {
  const { page } = await scene.opened(scene.client, { viewport: { width: 390, height: 844 }, ...options })
  await page.addInitScript(keep)
  await scene.show(page)
  await forget(page)
  return page
}
const forget = (page: Page) =>
  page.evaluate(
    () => void Object.assign((window as unknown as { pageRecord: PageRecord }).pageRecord, { texts: [], hitTests: 0 }),
  )
const opened = async (options = {}) => {
  const page = await shown(options)
  onTestFinished(() => page.context().close())
  return page
}
const recordOf = (page: Page) => page.evaluate(() => (window as unknown as { pageRecord: PageRecord }).pageRecord)
const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const lines = (page: Page) => talk(page).locator('.talk-line')
const texts = (page: Page) => lines(page).locator('.talk-text').allTextContents()
const last = async (page: Page) => (await texts(page)).at(-1)
const atTheEnd = (page: Page) => talk(page).getByRole('textbox').scrollIntoViewIfNeeded()

/** Sends an admin’s messages: so many of a kind, so many of them at a time. */
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
    await expect.poll(async () => [...(await recordOf(page)).texts].sort(), soon).toEqual([...said].sort())
    const { hitTests, animations } = await recordOf(page)
    expect(hitTests).toBe(0)
    expect(animations).toBeLessThanOrEqual(3)
    expect(await page.getByRole('log').locator('p').count()).toBeLessThanOrEqual(20)
  })
})

describe('a conversation that grows while it is open', () => {
  let said: string[] = []
  let page: Page
  let composer: Locator
  beforeAll(async () => {
    page = await shown({ reducedMotion: 'no-preference' })
    composer = talk(page).getByRole('textbox')
  })
  afterAll(() => page?.context().close())

  /** The nodes that are held, and the bytes of the scripts' heap, once what nothing uses is given back. */
  async function held() {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((each) => each.name === name)!.value
    return { nodes: metric('Nodes'), heap: metric('JSHeapUsedSize') }
  }

  /** Once what is drawn is drawn. */
  const settled = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    })

  /** Takes step after step until it is done, and answers with all lines that were seen on the way, oldest first. */
  async function readOn(step: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<string[]> {
    let read = await texts(page)
    while (!(await isDone())) {
      await step()
      const now = await texts(page)
      expect(now.length).toBeLessThanOrEqual(mostLines)
      const [known, isUpwards] = [new Set(read), read.includes(now.at(-1)!)]
      const added = now.filter((text) => !known.has(text))
      read = isUpwards ? [...added, ...read] : [...read, ...added]
    }
    return read
  }

  // spec: 7.46
  it('has no more than 200 lines in the page after 1,500 more, holds little for each, and moves nothing for who types', async () => {
    await composer.fill('What I was about to say')
    const top = () =>
      composer.evaluate((box) => (box === document.activeElement ? box.getBoundingClientRect().top : Number.NaN))
    await settled()
    said = await say('Before', 250, 10)
    await expect.poll(() => last(page), soon).toMatch(/^Before 2[45]/)
    const [before, topBefore] = [await held(), await top()]
    said.push(...(await say('One of many', 1_500, 10)))
    await expect.poll(async () => new Set((await recordOf(page)).texts), soon).toEqual(new Set(said))
    await expect.poll(() => page.locator('.is-wet').count(), soon).toBe(0)
    await forget(page)
    const after = await held()
    console.log(
      `nodes ${before.nodes} → ${after.nodes}; heap ${((after.heap - before.heap) / 1_500).toFixed(0)} bytes a change`,
    )
    expect(await lines(page).count()).toBeLessThanOrEqual(mostLines)
    expect(after.nodes - before.nodes).toBeLessThan(1_500)
    expect((after.heap - before.heap) / 1_500).toBeLessThan(1_536)
    expect(Math.abs((await top()) - topBefore)).toBeLessThanOrEqual(1)
  }, 120_000)

  // spec: 7.46
  it('is read back to its beginning, and on to its end, without a line missed', async () => {
    const earlier = talk(page).getByRole('button', { name: /^Show \d+ of \d+ earlier/ })
    const up = await readOn(
      () =>
        earlier.evaluateAll(([button]) => {
          button?.scrollIntoView({ behavior: 'instant', block: 'center' })
          ;(button as HTMLElement | undefined)?.click()
        }),
      async () => (await earlier.count()) === 0,
    )
    expect(up.filter((text) => said.includes(text)).length).toBe(said.length)
    const down = await readOn(
      async () => {
        const before = await last(page)
        const isBelow = (line: Element) =>
          scrollBy({ top: line.getBoundingClientRect().top - innerHeight - 10, behavior: 'instant' })
        await lines(page).last().evaluate(isBelow)
        await expect.poll(() => last(page), soon).not.toBe(before)
      },
      async () => (await last(page)) === up.at(-1),
    )
    expect(down).toEqual(up)
  }, 120_000)

  // spec: 7.46
  it('leaves what is read where it is, however much comes, and shows the latest to who goes to its end', async () => {
    const read = lines(page).nth(20)
    const text = await read.locator('.talk-text').textContent()
    await read.evaluate((line) => line.scrollIntoView({ behavior: 'instant', block: 'center' }))
    const top = () =>
      lines(page)
        .filter({ has: page.getByText(text!, { exact: true }) })
        .evaluate((line) => line.getBoundingClientRect().top)
    await settled()
    const before = await top()
    const more = await say('Meanwhile', 250, 50)
    await expect.poll(() => page.getByRole('log').textContent(), soon).toContain('Meanwhile 2')
    await expect.poll(() => lines(page).count(), soon).toBe(mostLines)
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
    await composer.blur()
    // What still comes in stops a browser on its way to the end: then one presses it again.
    const goToEnd = async () => {
      await page.keyboard.press('End')
      return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
    }
    await expect.poll(async () => (await goToEnd()) && more.includes((await last(page))!), soon).toBe(true)
    await composer.fill('I have read enough.')
    await composer.press('Control+Enter')
    await expect.poll(() => last(page), soon).toBe('I have read enough.')
    expect(await composer.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  // spec: 7.46
  it('is printed whole', async () => {
    await page.evaluate(() => {
      const count = () => Object.assign(window, { printed: document.querySelectorAll('.talk-line').length })
      addEventListener('beforeprint', count)
    })
    await page.pdf()
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBeGreaterThan(1_500)
    await expect.poll(() => lines(page).count(), soon).toBeLessThanOrEqual(mostLines)
  })
})

describe('what comes in', () => {
  // spec: 7.39
  it('fades in by its opacity alone, for a moment, where it is in sight', async () => {
    const page = await opened({ reducedMotion: 'no-preference' })
    await page.evaluate(() => scrollTo(0, 0))
    await say('Out of sight', 1)
    await expect.poll(async () => (await recordOf(page)).texts, soon).toHaveLength(1)
    expect((await recordOf(page)).animations).toBe(0)
    await atTheEnd(page)
    await say('In sight', 1)
    await expect.poll(async () => (await recordOf(page)).texts, soon).toHaveLength(2)
    const { animations, properties, longest } = await recordOf(page)
    expect([animations, new Set(properties)]).toEqual([1, new Set(['opacity'])])
    expect(longest).toBeLessThanOrEqual(600)
  })

  it('does not move for who asked for less motion', async () => {
    const page = await opened({ reducedMotion: 'reduce' })
    await atTheEnd(page)
    await say('At rest', 1)
    await expect.poll(async () => (await recordOf(page)).texts, soon).toHaveLength(1)
    expect((await recordOf(page)).animations).toBe(0)
  })
})

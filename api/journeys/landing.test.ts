import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { howWeDo } from '#domain/site/content.ts'
import { ownWorks as works } from '#domain/site/testing.ts'
import { openBrowserForPictures } from '#infra/tools/pictures/browser.ts'
import { pictures } from '#infra/tools/pictures/pictures.ts'
import { openBrowser, person, resumeSession } from './browsing.ts'

type Seen = { ink: number; sketch: number; colour: number }

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), openBrowser()])
  await server.publishWorks()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

type Options = Parameters<typeof person>[2] & {
  /** Until when its scripts are on their way: it is not used before. */
  scripts?: Promise<void>
}

/** A visitor's page at an address, on a desk unless told otherwise. */
async function opened(path: string, { scripts, ...options }: Options = {}): Promise<Page> {
  const { context, page } = await person(browser, server.url, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  onTestFinished(() => context.close())
  await context.addInitScript(() =>
    document.addEventListener('drawn', () => document.documentElement.toggleAttribute('data-drawn', true)),
  )
  if (scripts) await page.route('**/assets/*.js', (route) => scripts.then(() => route.continue()))
  await page.goto(path)
  if (!scripts) await wake(page)
  return page
}
/** Uses a page for the first time, and waits until a script has it. */
async function wake(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.mouse.move(4, 4)
  await page.mouse.move(9, 9)
  await page.locator('html[data-drawn]').waitFor()
}
const topOf = (part: Locator) => part.evaluate((element) => Math.round(element.getBoundingClientRect().top))
const bar = (page: Page) => page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().height)

const isAtItsEnd = (page: Page) =>
  page.evaluate(() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2)

/** The page is scrolled to a part of it: that stands below the bar, or as near to it as the end of the page lets it. */
async function isScrolledTo(page: Page, id: string) {
  const height = await bar(page)
  await expect
    .poll(async () => {
      const top = await topOf(page.locator(`#${id}`))
      return top >= 0 && (top < height + 120 || (await isAtItsEnd(page)))
    })
    .toBe(true)
}

// WCAG 1.4.12
it.each([768, 1440])('is not read by scrolling sideways where its letters are spaced, at %i px', async (width) => {
  const page = await opened('/', { viewport: { width, height: 900 } })
  const content =
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }'
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, content)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

describe('the work slider', () => {
  const work = (page: Page) => page.getByRole('region', { name: 'Work' })
  const place = (page: Page) => work(page).getByRole('status')
  const says = (page: Page, words: string) => expect.poll(() => place(page).textContent()).toBe(`Project ${words}`)
  const turn = (page: Page, name: 'Next' | 'Previous') => work(page).getByRole('button', { name: `${name} project` })
  /** How far a card is from where the first one stood. */
  const offset = (page: Page, index: number) =>
    work(page)
      .getByRole('listitem')
      .nth(index)
      .evaluate((card) => {
        const first = card.parentElement!
        return Math.abs(card.getBoundingClientRect().left - Number.parseFloat(getComputedStyle(first).paddingLeft))
      })

  // spec: 1.3, 2.1, 9.13
  it('shows the six projects, and goes on by one card a click, until it is shut at either end', async () => {
    const page = await opened('/')
    expect(await work(page).getByRole('listitem').count()).toBe(6)
    expect(await turn(page, 'Previous').getAttribute('aria-disabled')).toBe('true')
    for (let index = 1; index < 6; index++) {
      await turn(page, 'Next').click()
      await says(page, `${index + 1} of 6`)
      expect(await offset(page, index)).toBeLessThan(2)
    }
    expect(await turn(page, 'Next').getAttribute('aria-disabled')).toBe('true')
    await turn(page, 'Next').press('Enter')
    await turn(page, 'Previous').click()
    await says(page, '5 of 6')
  })

  it('takes each of several clicks in a row, though it has not arrived yet', async () => {
    const page = await opened('/', { reducedMotion: 'no-preference' })
    await turn(page, 'Next').click({ clickCount: 3 })
    await says(page, '4 of 6')
  })

  // spec: 1.3
  it('goes by the arrow keys, and the focus goes along', async () => {
    const page = await opened('/')
    await work(page).getByRole('link').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await says(page, '3 of 6')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/work/3')
    await page.keyboard.press('End')
    await says(page, '6 of 6')
    await page.keyboard.press('Home')
    await says(page, '1 of 6')
  })

  it.each([320, 768])('shows each card whole that Tab leads to, at %d pixels', async (width) => {
    const page = await opened('/', { viewport: { width, height: 800 } })
    await work(page).getByRole('link').first().focus()
    for (let index = 1; index < 6; index++) {
      await page.keyboard.press('Tab')
      const card = (await work(page).getByRole('listitem').nth(index).elementHandle())!
      const sides = () =>
        card.evaluate((it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().right - innerWidth])
      await expect
        .poll(async () => (await sides()).map((each, at) => (at === 0 ? each >= 0 : each <= 0)))
        .toEqual([true, true])
    }
  })

  // spec: 1.3
  it('goes by a finger, and comes to rest at a card', async () => {
    const page = await opened('/', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })
    await work(page).getByRole('listitem').first().scrollIntoViewIfNeeded()
    const { x, y } = (await work(page).getByRole('listitem').first().boundingBox())!
    const input = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      input.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: x + at, y: y + 60 }] })
    await touch('touchStart', 260)
    for (let at = 245; at > 40; at -= 15) await touch('touchMove', at)
    await touch('touchEnd')
    await says(page, '2 of 6')
    await expect.poll(() => offset(page, 1)).toBeLessThan(2)
  })

  it('goes on from where it was scrolled to, also where a browser does not tell that the scrolling has ended', async () => {
    const page = await opened('/')
    await page.evaluate(() => addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true))
    await page.clock.install()
    /** Says so once the row has been at rest for long. */
    const comesToRest = (words: string) =>
      expect.poll(() => page.clock.runFor(1_000).then(() => place(page).textContent())).toBe(`Project ${words}`)
    await work(page)
      .getByRole('list')
      .evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }))
    await comesToRest('6 of 6')
    await turn(page, 'Previous').click()
    await comesToRest('5 of 6')
  })

  // spec: 2.6, 3.1
  it('tells the projects as the agency does', async () => {
    const admin = await server.admin()
    await admin.put('/api/update-work', { id: 1, displayHeading: 'Poured at noon, drunk at one.' })
    onTestFinished(() => void admin.put('/api/update-work', { id: 1, displayHeading: works[0]!.displayHeading }))
    const page = await opened('/')
    await work(page).getByText('Poured at noon, drunk at one.').waitFor()
    await work(page).getByRole('link', { name: 'Nilgiri and Daughters' }).click()
    await page.getByRole('heading', { level: 1, name: 'Poured at noon, drunk at one.' }).waitFor()
  })
})

describe('the comparison', () => {
  // spec: 1.5
  it('has one picture of the page as it was, over one of the page as it is', async () => {
    const page = await opened('/')
    const pictures = page.getByRole('region', { name: 'Before, after' }).getByRole('img')
    const each = await pictures.evaluateAll((all) =>
      all.map((img) => [img.getAttribute('src'), (img as HTMLImageElement).alt]),
    )
    expect(each).toEqual([
      [expect.stringContaining('/pictures/after-'), expect.stringMatching(/^After: .*booking button/)],
      [expect.stringContaining('/pictures/before-'), expect.stringMatching(/^Before: .*scrolling banner/)],
    ])
  })

  // spec: 1.5
  it('is pulled by the arrow keys, and says how much of the page before is seen', async () => {
    const page = await opened('/')
    const line = page.getByRole('slider', { name: 'Compare before and after' })
    const seen = () => page.locator('.comparison-line').evaluate((element: HTMLElement) => element.offsetLeft)
    await line.focus()
    const half = await seen()
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
    expect(await line.getAttribute('aria-valuetext')).toBe('55% of the old page')
    expect(await seen()).toBeGreaterThan(half)
    await page.keyboard.press('Home')
    expect(await seen()).toBe(0)
  })

  // spec: 1.5
  it('is pulled by the mouse', async () => {
    const page = await opened('/')
    const line = page.getByRole('slider', { name: 'Compare before and after' })
    await line.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await line.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 3)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.8, y + height / 2)
    await page.mouse.up()
    expect(Number(await line.inputValue())).toBeGreaterThan(75)
  })
})

describe('a hash in the address', () => {
  /** Notes, on every frame, where the window is scrolled to, from the moment that another address stands above it. */
  const record = (page: Page) =>
    page.evaluate(() => {
      const seen: { ms: number; y: number }[] = []
      let begun = 0
      const push = history.pushState.bind(history)
      history.pushState = (...given) => {
        push(...given)
        begun = performance.now()
      }
      requestAnimationFrame(function note() {
        if (begun) seen.push({ ms: performance.now() - begun, y: scrollY })
        requestAnimationFrame(note)
      })
      Object.assign(window, { seen })
    })
  const recorded = (page: Page) =>
    page.evaluate(() => (window as unknown as { seen: { ms: number; y: number }[] }).seen)

  // spec: 1.2, 2.2, 2.3
  it.each([
    ['See Work, on the page itself', '/', 'See Work', 'work'],
    ['Work, from another page', '/terms-and-conditions', 'Work', 'work'],
    ['Take A Quick Test, from a project', '/work/2', 'Take A Quick Test', 'test-container'],
  ])('is scrolled to, smoothly and after 100 ms: %s', async (_, from, link, id) => {
    const page = await opened(from, { reducedMotion: 'no-preference' })
    await record(page)
    const there = page.getByRole('link', { name: link, exact: true })
    await there.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await there.click()
    await isScrolledTo(page, id)
    const frames = await recorded(page)
    // Where it was left until the page has come, then at its top.
    const early = frames.filter(({ ms }) => ms < 95).map(({ y }) => y)
    expect(early.filter((y) => y !== left && y !== 0)).toEqual([])
    expect(new Set(frames.map(({ y }) => y)).size).toBeGreaterThan(4)
  })

  // spec: 2.3
  it.each([
    ['See Work by touch', (page: Page) => page.getByRole('link', { name: 'See Work' }).tap()],
    ['See Work by Tab and Enter', (page: Page) => page.getByRole('link', { name: 'See Work' }).press('Enter')],
    ['the page that is opened with it', (page: Page) => page.goto('/#work')],
  ])('is scrolled to smoothly before any script has come: %s', async (_, goes) => {
    const page = await opened('/terms-and-conditions', { reducedMotion: 'no-preference', hasTouch: true })
    const never = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => never.promise.then(() => route.continue()))
    onTestFinished(() => never.resolve())
    await page.addInitScript(() => {
      const seen = new Set<number>()
      requestAnimationFrame(function note() {
        seen.add(scrollY)
        requestAnimationFrame(note)
      })
      Object.assign(window, { seen })
    })
    await page.goto('/')
    await goes(page)
    await isScrolledTo(page, 'work')
    expect(await page.locator('html[data-drawn]').count()).toBe(0)
    expect(await page.evaluate(() => (window as unknown as { seen: Set<number> }).seen.size)).toBeGreaterThan(4)
  })

  // spec: 2.3
  it('is scrolled to when the page is opened with it, again by the same link, and not by Back', async () => {
    const page = await opened('/#work')
    await isScrolledTo(page, 'work')
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('link', { name: 'See Work' }).click()
    await isScrolledTo(page, 'work')
    await page.evaluate(() => scrollTo(0, 3000))
    await page.getByRole('contentinfo').evaluate(() => new Promise(requestAnimationFrame))
    const left = await page.evaluate(() => scrollY)
    await page.getByRole('link', { name: 'T&C' }).click()
    await page.waitForURL(/terms-and-conditions$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'How We Do' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
    await page.evaluate(() => new Promise((done) => setTimeout(done, 150)))
    expect(await page.evaluate(() => scrollY)).toBe(left)
  })

  it('takes no visitor back who has read on before the scripts had come', async () => {
    const coming = Promise.withResolvers<void>()
    const page = await opened('/#work', { scripts: coming.promise })
    await isScrolledTo(page, 'work')
    await page.evaluate(() => scrollTo(0, 3000))
    coming.resolve()
    await wake(page)
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    expect(await page.evaluate(() => scrollY)).toBe(3000)
  })

  it('is where Tab goes on from', async () => {
    const page = await opened('/')
    await page.getByRole('link', { name: 'See Work' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('work')
  })
})

describe('the film', () => {
  const video = (page: Page) => page.locator('video')
  const isPaused = (page: Page) => video(page).evaluate((film: HTMLVideoElement) => film.paused)

  // spec: 1.1
  it('plays without a sound when it is in view, and stops when it is told to', async () => {
    const page = await opened('/', { reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Pause video' }).click()
    await page.getByRole('button', { name: 'Play video' }).waitFor()
    expect(await isPaused(page)).toBe(true)
    expect(await video(page).evaluate((film: HTMLVideoElement) => film.muted && film.loop && !film.controls)).toBe(true)
    // And does not go on by itself, when it has been out of view.
    await page.evaluate(() => scrollTo(0, 4000))
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('slider', { name: 'Position in the video' }).press('End')
    await expect
      .poll(() => page.getByRole('list', { name: 'Steps in the video' }).locator('[aria-current]').textContent())
      .toContain('Design finished')
    expect(await isPaused(page)).toBe(true)
  })

  // spec: 1.1
  it('is not even fetched where less motion is asked for, until the visitor plays it', async () => {
    const fetched: string[] = []
    const page = await opened('/login')
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto('/')
    await wake(page)
    await page.getByRole('button', { name: 'Play video' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(fetched.filter((path) => /^\/pictures\/hero\.\w+$/.test(path))).toEqual([])
    await page.getByRole('button', { name: 'Play video' }).click()
    await page.getByRole('button', { name: 'Pause video' }).waitFor()
  })

  it('is paused by its button also where it played before the page had a script', async () => {
    const coming = Promise.withResolvers<void>()
    const page = await opened('/', { scripts: coming.promise })
    await video(page).evaluate((film: HTMLVideoElement) => film.play())
    coming.resolve()
    await wake(page)
    await page.getByRole('button', { name: 'Pause video' }).click()
    await page.getByRole('button', { name: 'Play video' }).waitFor()
    expect(await isPaused(page)).toBe(true)
  })

  /** The shares of the film’s pixels that are ink, sketch and coloured, once its frame has come. */
  const look = async (page: Page): Promise<Seen> => {
    await expect
      .poll(() => video(page).evaluate((film: HTMLVideoElement) => film.readyState > 1 && !film.seeking))
      .toBe(true)
    return video(page).evaluate((film: HTMLVideoElement) => {
      const canvas = new OffscreenCanvas(640, 400).getContext('2d')!
      canvas.drawImage(film, 0, 0, 640, 400)
      const { data } = canvas.getImageData(0, 0, 640, 400)
      const seen = { ink: 0, sketch: 0, colour: 0 }
      for (let at = 0; at < data.length; at += 4) {
        const [least, , most] = [data[at]!, data[at + 1]!, data[at + 2]!].sort((a, b) => a - b) as [
          number,
          number,
          number,
        ]
        if (most - least > 40) seen.colour++
        else if (most < 90) seen.ink++
        else if (most < 215) seen.sketch++
      }
      const share = (count: number) => count / (data.length / 4)
      return { ink: share(seen.ink), sketch: share(seen.sketch), colour: share(seen.colour) }
    })
  }

  it('shows at each moment of its day what the line of that moment says', async () => {
    const page = await opened('/')
    const list = page.getByRole('list', { name: 'Steps in the video' }).getByRole('listitem')
    const slider = page.getByRole('slider', { name: 'Position in the video' })
    const minutes = (clock: string) => {
      const [, hour, minute, half] = /(\d+):(\d+) (am|pm)/.exec(clock)!
      return ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)
    }
    const lines = await list.allTextContents()
    const [first, last] = [minutes(lines[0]!), minutes(lines.at(-1)!)]
    const shown = []
    for (const [index, line] of lines.entries()) {
      await slider.fill(String(Math.ceil(((minutes(line) - first) / (last - first)) * 100) * 10))
      await list.nth(index).and(page.locator('[aria-current]')).waitFor()
      shown.push(await look(page))
    }
    const [blank, guides, pencilled, inked, coloured, signed] = shown as [Seen, Seen, Seen, Seen, Seen, Seen]
    for (const { ink } of [blank, guides, pencilled]) expect(ink).toBeLessThan(0.006)
    for (const { colour } of [blank, guides, pencilled, inked]) expect(colour).toBeLessThan(0.02)
    expect(blank.sketch).toBeLessThan(0.002)
    expect(guides.sketch).toBeGreaterThan(blank.sketch)
    expect(pencilled.sketch).toBeGreaterThan(2 * guides.sketch)
    expect(inked.ink).toBeGreaterThan(0.02)
    for (const { colour } of [coloured, signed]) expect(colour).toBeGreaterThan(0.75)
  })

  it('is the original of its day while a blank sheet is laid over the page, and at no other time', async () => {
    const page = await opened('/', { reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Pause video' }).waitFor()
    await video(page).evaluate((film: HTMLVideoElement) => {
      film.playbackRate = 0.1 // the sheet lies there for as long as it is looked at
      film.currentTime = 13.8
    })
    expect((await look(page)).colour).toBeLessThan(0.02)
    const clocks = await page.evaluate(async () => {
      const found: string[] = []
      const slider = document.querySelector('.film-line input')!
      for (let frame = 0; frame < 30; frame++) {
        await new Promise(requestAnimationFrame)
        found.push(slider.getAttribute('aria-valuetext')!)
      }
      return found.slice(2) // the first frames are those of the seek
    })
    expect(clocks.filter((clock) => !/^9:\d\d am$/.test(clock))).toEqual([])
  })
})

describe('the page before', () => {
  it('has its rings around what their notes speak of', async () => {
    const browser = await openBrowserForPictures()
    onTestFinished(() => browser.close())
    const picture = await browser.show(pictures.before!)
    const drawn = await picture.evaluate(() => {
      const boxOf = (find: string) => {
        const within = document.evaluate(`//*[contains(text(),"${find}")]`, document.body, null, 9).singleNodeValue!
        const range = document.createRange()
        range.selectNodeContents(within)
        const { x, y, width, height } = range.getBoundingClientRect()
        return { x, y, width, height, lines: new Set([...range.getClientRects()].map(({ top }) => top)).size }
      }
      return [boxOf('DOCTOR PROFILE'), boxOf('leading multi speciality'), boxOf('00048213')]
    })
    const page = await opened('/')
    const paths = page.locator('.comparison-before path')
    const rings = await paths.evaluateAll((all) =>
      (all as SVGPathElement[]).map((path) => {
        const { x, y, width, height } = path.getBBox()
        return { x, y, width, height }
      }),
    )
    expect(rings).toHaveLength(3)
    for (const [index, ring] of rings.entries()) {
      const box = drawn[index]!
      // Around all of it, and around little else.
      expect(ring.x < box.x && ring.x + ring.width > box.x + box.width).toBe(true)
      expect(ring.y < box.y && ring.y + ring.height > box.y + box.height).toBe(true)
      expect(ring.width < box.width + 90 && ring.height < box.height + 90).toBe(true)
    }
    const notes = await page.locator('.comparison-notes li').allTextContents()
    expect(notes[1]).toMatch(/^10 lines/)
    expect(drawn[1]!.lines).toBe(10)
    expect(notes[0]).toMatch(/^13 links/)
    expect((await picture.locator('[data-ring]').first().textContent())!.split('|')).toHaveLength(13)
  })
})

// spec: 1.4
it('says each thing that the agency does, with its terms', async () => {
  const page = await opened('/')
  const what = page.getByRole('region', { name: 'What We Do' })
  expect(await what.getByRole('term').allTextContents()).toEqual(['Websites', 'Dashboards', 'Live progress', 'Support'])
  const said = await what.locator('dl > div').evaluateAll((rows) => rows.map((row) => row.textContent))
  for (const [at, words] of [
    [/business/, /3 to 4 weeks/],
    [/Orders/, /included in the price/],
    [/project/, /live/],
    [/hosting/i, /free for life/],
  ].entries()) {
    for (const each of words) expect(said[at]).toMatch(each)
  }
})

it('has its sections in their order, each with something in it, the funnel last', async () => {
  const page = await opened('/')
  const main = page.getByRole('main')
  await main.getByText('Step 1 - Start The Test').waitFor()
  const sections = await main
    .getByRole('region')
    .evaluateAll((all) =>
      all.map((each) => [
        each.getAttribute('aria-label') ?? each.querySelector('h2')?.textContent,
        each.textContent!.length > 100,
      ]),
    )
  expect(sections.filter(([name]) => name !== undefined)).toEqual(sections)
  const names = sections.map(([name]) => name)
  const wanted = ['Work', 'What We Do', 'How We Do', 'Fit test and prices']
  expect(names.filter((name) => wanted.includes(String(name)))).toEqual(wanted)
  for (const [name, isFilled] of sections) expect([name, isFilled]).toEqual([name, true])
})

describe('How We Do', () => {
  const open = (page: Page) => page.locator('li[data-open]').count()

  // spec: 1.6, 2.1
  it('has the eight steps, signed as they are scrolled to', async () => {
    const page = await opened('/', { reducedMotion: 'no-preference' })
    const how = page.getByRole('region', { name: 'How We Do' })
    expect(await how.getByRole('heading', { level: 3 }).allTextContents()).toEqual(howWeDo.map(({ title }) => title))
    await expect.poll(() => open(page)).toBe(8)
    await how.getByText('Final handover').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => open(page)).toBe(0)
  })

  it('stands signed where less motion is asked for', async () => {
    const page = await opened('/')
    await page.getByRole('region', { name: 'How We Do' }).waitFor()
    expect(await open(page)).toBe(0)
  })
})

describe('the page of a project', () => {
  // spec: 2.6, 2.7, 2.8, 6.3
  it('shows who it was for, the second and the third picture of three, and five points', async () => {
    const work = works[1]!
    const page = await opened(`/work/${work.id}`)
    const piece = page.getByRole('article')
    await piece.getByRole('heading', { level: 1, name: work.displayHeading }).waitFor()
    for (const text of [work.title, work.description, work.client, work.role]) {
      expect(await piece.getByText(text, { exact: true }).count()).toBe(1)
    }
    expect(await piece.getByRole('link').getAttribute('href')).toBe(work.website)
    const pictures = await piece.getByRole('img').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
    expect(pictures).toEqual(work.images.slice(1).map((image) => `${image}-800.webp`))
    const points = await piece.getByRole('listitem').allTextContents()
    expect(points.map((point) => point.slice(1)).sort()).toEqual([...work.points].sort())
    expect(points.map((point) => point[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it.each([1, 2, 3, 4, 5, 6])('rules each point into its picture at the height of its words: %i', async (id) => {
    const page = await opened(`/work/${id}`)
    const heights = await page.locator('.plate').evaluateAll((plates) =>
      plates.flatMap((plate) => {
        const tops = (parts: string) => [...plate.querySelectorAll(parts)].map((part) => part.getBoundingClientRect())
        const circles = tops('circle').map(({ top, height }) => top + height / 2)
        return tops('.plate-note').map(({ top }, index) => Math.abs(top - circles[index]!))
      }),
    )
    expect(heights).toHaveLength(5)
    expect(Math.max(...heights)).toBeLessThan(3)
  })

  it('has the notes of a picture below it when one is too long to stand beside its point', async () => {
    const admin = await server.admin()
    const long = 'Who stitched it, and for how long, stands beside the price. '.repeat(5).trim()
    await admin.put('/api/update-work', { id: 4, points: [works[3]!.points[0], long, ...works[3]!.points.slice(2)] })
    onTestFinished(() => void admin.put('/api/update-work', { id: 4, points: works[3]!.points }))
    const page = await opened('/work/4')
    const plate = page.locator('.plate').first()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const picture = (await plate.getByRole('img').boundingBox())!
      const note = (await plate.getByText(long).boundingBox())!
      expect(note.y).toBeGreaterThan(picture.y + picture.height)
      expect(note.x + note.width).toBeLessThanOrEqual(width)
      const letters = await plate
        .locator('svg text')
        .evaluateAll((all) => all.map((letter) => letter.checkVisibility()))
      expect(letters).toEqual([true, true, true])
    }
  })

  // spec: 2.8
  it('leads to the test, and to the others', async () => {
    const page = await opened('/work/1')
    const sheet = page.getByRole('region', { name: 'More work' })
    expect(await sheet.getByRole('link').count()).toBe(6)
    expect(await sheet.locator('[aria-current=page]').textContent()).toContain('Nilgiri and Daughters')
    await sheet.getByRole('link', { name: 'Zoya' }).click()
    await page.getByRole('heading', { level: 1, name: works[3]!.displayHeading }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByRole('link', { name: 'Take A Quick Test' }).click()
    await isScrolledTo(page, 'test-container')
  })

  // spec: 2.9
  it.each(['/work/7', '/work/zoya', '/work/01'])('%s is not there', async (path) => {
    const page = await opened(path)
    await page.getByRole('heading', { level: 1, name: 'Error Page Not Found' }).waitFor()
  })
})

describe('a page that is not there', () => {
  it('names the one that was probably meant, and leads to it', async () => {
    const page = await opened('/wrok/1')
    await page.getByText('You tried to open /wrok/1.').waitFor()
    await page.getByRole('link', { name: 'Did you mean project 1 of our work?' }).click()
    await page.getByRole('heading', { level: 1, name: works[0]!.displayHeading }).waitFor()
  })
})

describe('the path of a page that is not there', () => {
  it.each([
    ['/लूम', '/लूम'],
    ['/%E0%A4', '/%E0%A4'],
  ])('%s is written as people write it', async (path, said) => {
    const page = await opened(path)
    await page.getByText(`You tried to open ${said}.`).waitFor()
  })
})

describe('the navigation', () => {
  const links = (page: Page) => page.getByRole('navigation', { name: 'Site' }).getByRole('listitem').allTextContents()

  // spec: 2.26
  it('has the work section, and is on it on the page of a project', async () => {
    const page = await opened('/work/3')
    const work = page.getByRole('link', { name: 'Work', exact: true })
    expect(await work.getAttribute('aria-current')).toBe('true')
    await work.click()
    await isScrolledTo(page, 'work')
    expect(await work.getAttribute('aria-current')).toBeNull()
  })

  // spec: 2.26
  it('is the one of specification section 2, on a phone too', async () => {
    const page = await opened('/', { viewport: { width: 360, height: 780 } })
    const menu = page.getByRole('button', { name: 'Atelier menu' })
    await menu.click()
    await page.getByRole('link', { name: 'Register' }).waitFor()
    expect(await links(page)).toEqual(['Home', 'Dashboard', 'Work', 'T&C', 'Register', 'Login'])
    await resumeSession(page.context(), await server.client())
    await page.reload()
    await menu.click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    expect(await links(page)).toEqual(['Home', 'Dashboard', 'History', 'Work', 'T&C', 'Settings', 'Logout'])
    await page.getByRole('link', { name: 'Work', exact: true }).click()
    await isScrolledTo(page, 'work')
    expect(await page.getByRole('link', { name: 'Work', exact: true }).isVisible()).toBe(false)
  })
})

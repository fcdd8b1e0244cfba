import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let page: Page
/** How often each thing was done: whatever is done has words of its own. */
let done = 0
beforeAll(async () => {
  scene = await orderScene()
  const { admin, client, id: orderId } = scene
  for (let line = 1; line <= 24; line++) {
    await (line % 3 === 1 ? client : admin).post('/api/send-message', {
      orderId,
      text: `Line ${line} of what was said`,
    })
  }
  for (const progressId of [1, 2]) await admin.put('/api/update-progress-status', { orderId, progressId, status: 0 })
  ;({ page } = await scene.opened(client))
  await page.addInitScript(() => {
    const measured = window as unknown as { shifts: { value: number; of: string[] }[] }
    measured.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const of = entry.sources.map(({ node, previousRect: was, currentRect: is }) =>
          [`${node?.nodeName}.${node?.className ?? ''}`, was.y, was.height, is.y, is.height].join(' '),
        )
        measured.shifts.push({ value: entry.value, of })
      }
    }).observe({ type: 'layout-shift' })
  })
})
afterAll(() => scene?.close())

const talk = () => page.getByRole('region', { name: 'Conversation' })
const composer = () => talk().getByRole('textbox', { name: /^Write to/ })
const lines = () => talk().getByRole('listitem')
const line = (text: string) => lines().filter({ hasText: text })
const steps = () => page.getByRole('list', { name: 'Project progress' }).getByRole('listitem')
const top = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top)
const height = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().height)

/** The actions of another person meanwhile, each done once it is seen. */
const actions = {
  async sign() {
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 1, status: 1 })
    await expect.poll(() => steps().first().textContent(), soon).toContain('Done')
  },
  async reopen() {
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 1, status: 0 })
    await expect.poll(() => steps().first().textContent(), soon).not.toContain('Done')
  },
  async message() {
    const text = `Said meanwhile, ${++done}: it is long enough to take two lines on a telephone`
    await scene.admin.post('/api/send-message', { orderId: scene.id, text })
    await line(text).waitFor()
  },
  async 'two images'() {
    const names = [`door-${++done}.png`, `porch-${done}.png`] as const
    const tall = new File([await logoPicture(600, 800)], names[0])
    await scene.admin.share(scene.id, [tall, new File([await logoPicture(1600, 900)], names[1])])
    for (const name of names) await line(name).first().waitFor()
    // Those that are near are loaded, and all of them have come.
    await expect
      .poll(
        () =>
          page.evaluate(() =>
            [...document.querySelectorAll<HTMLImageElement>('.talk img')].every((image) => {
              const { top, bottom } = image.getBoundingClientRect()
              return bottom < 0 || top > innerHeight || (image.complete && image.naturalWidth > 0)
            }),
          ),
        soon,
      )
      .toBe(true)
  },
  async rename() {
    const name = `Kanchen Homestay ${++done}`
    await scene.admin.put('/api/rename-order', { orderId: scene.id, title: name })
    await expect.poll(() => page.title(), soon).toContain(name)
  },
}

/** Where the reader is, and what stays where it is: brings it about, and answers that. */
const places: Record<string, () => Promise<Locator>> = {
  async 'reading at the top'() {
    await page.evaluate(() => scrollTo(0, 0))
    return steps().first()
  },
  async 'reading in the conversation'() {
    await bring(line('Line 8 of what was said'), 0.4)
    return line('Line 8 of what was said')
  },
  async 'reading at its end'() {
    await bring(composer(), 0.6)
    return composer()
  },
  async 'typing in the conversation'() {
    await composer().fill('What I was about to say')
    await bring(composer(), 0.6)
    await composer().focus()
    return composer()
  },
}

/** Brings something to a place in the window: 0 is its upper edge, 1 its lower. */
const bring = (element: Locator, part: number) =>
  element.evaluate((each, part) => scrollBy(0, each.getBoundingClientRect().top - part * innerHeight), part)

/** Once what is drawn is drawn. */
const settled = () =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  })

/** Once every face is there, also one that only another tab has text in. */
const facesLoaded = () =>
  page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => {}))

const shifts = () =>
  page.evaluate(() => {
    const measured = window as unknown as { shifts: { value: number; of: string[] }[] }
    return measured.shifts.splice(0)
  })

const sumOf = (shifts: { value: number }[]) => shifts.reduce((sum, { value }) => sum + value, 0)

describe.each([1440, 360])('while another person works, in a window of %i px', (width) => {
  const moved: string[] = []

  // spec: 7.40
  it.each(Object.keys(places))('nothing moves under who is %s', async (place) => {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 740 })
    await scene.show(page)
    await lines().last().waitFor()
    await facesLoaded()
    await settled()
    const held = await places[place]!()
    await settled()
    await shifts()
    const bad: string[] = []
    for (const [action, act] of Object.entries(actions)) {
      const before = await top(held)
      await act()
      await settled()
      const found = await shifts()
      const shift = sumOf(found)
      const away = Math.round((await top(held)) - before)
      const said = `${width} px, ${place}, ${action}: layout shift ${shift.toFixed(4)}, moved by ${away} px`
      moved.push(said)
      if (shift > 0.01 || Math.abs(away) > 1) bad.push(`${said} ${JSON.stringify(found)}`)
    }
    expect(bad).toEqual([])
  })

  it('the steps and the sentence above take as much room, whichever step is the current one', async () => {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 740 })
    const sign = (progressId: number, status: number) =>
      scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId, status })
    for (const step of [1, 2]) await sign(step, 1) // as the questionnaire does
    await scene.show(page)
    await facesLoaded()
    const room: number[] = []
    for (let current = 3; current <= 8; current++) {
      await expect
        .poll(
          () =>
            steps()
              .nth(current - 1)
              .locator('[aria-current]')
              .count(),
          soon,
        )
        .toBe(1)
      await settled()
      const list = page.getByRole('list', { name: 'Project progress' })
      room.push((await height(page.locator('h1'))) + (await height(list)))
      await sign(current, 1)
    }
    for (let step = 1; step <= 8; step++) await sign(step, 0)
    await expect.poll(() => steps().first().locator('[aria-current]').count(), soon).toBe(1)
    expect(Math.max(...room) - Math.min(...room), room.join(', ')).toBeLessThanOrEqual(2)
  })

  it('nothing moves once their ink is dry', async () => {
    await shifts()
    await expect.poll(() => page.locator('.is-wet').count(), soon).toBe(0)
    await settled()
    const found = await shifts()
    moved.push(`${width} px, dried: layout shift ${sumOf(found).toFixed(4)}`)
    expect(sumOf(found), JSON.stringify(found)).toBeLessThanOrEqual(0.01)
  })

  // spec: 7.40
  it('what stands below a tab stays where it is while the tab loads', async () => {
    await scene.show(page)
    await lines().last().waitFor()
    await facesLoaded()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/get-timeline*', (route) => answer.promise.then(() => route.continue()))
    onTestFinished(() => page.unroute('**/api/get-timeline*'))
    await settled()
    await shifts()
    // Not by the mouse: what moves within half a second of that is not counted.
    await page.locator('a[href$="tab=history"]').evaluate((link: HTMLElement) => link.click())
    await page.getByText('Loading..').waitFor()
    await settled()
    answer.resolve()
    await page.locator('.fact').first().waitFor()
    await settled()
    const found = await shifts()
    moved.push(`${width} px, a tab that loads: layout shift ${sumOf(found).toFixed(4)}`)
    console.log(moved.join('\n'))
    expect(sumOf(found), JSON.stringify(found)).toBeLessThanOrEqual(0.01)
  })
})

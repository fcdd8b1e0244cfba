import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from '#api/testing/test-server.ts'
import { type OrderScene, orderScene, soon } from './order-scene.ts'

const messages = 1_000
const files = 300

let scene: OrderScene
beforeAll(async () => {
  scene = await orderScene()
  const { admin, client, id: orderId } = scene
  for (let sent = 0; sent < messages; sent += 20) {
    const by = sent % 40 === 0 ? admin : client
    const say = (_: unknown, at: number) => by.post('/api/send-message', { orderId, text: `Line ${sent + at + 1}` })
    await Promise.all(Array.from({ length: 20 }, say))
    if (sent % 80 !== 0) continue
    await by.share(
      orderId,
      Array.from({ length: 20 }, (_, at) => picture(`door-${sent}-${at}.png`)),
    )
  }
  const { data } = (await admin.get(`/api/get-shared-files?orderId=${orderId}`)).body
  for (let there = data.length; there < files; there += 20) {
    await client.share(
      orderId,
      Array.from({ length: Math.min(20, files - there) }, (_, at) => picture(`more-${there}-${at}.png`)),
    )
  }
})
afterAll(() => scene?.close())

// spec: 7.38
it('a conversation of 1,000 messages and 300 files is opened, read to its beginning and written in without a hitch', async () => {
  const { page } = await scene.opened(scene.client, { reducedMotion: 'reduce' })
  const began = performance.now()
  await scene.show(page)
  const talk = page.getByRole('region', { name: 'Conversation' })
  const lines = talk.getByRole('listitem')
  await lines.last().waitFor()
  const opened = performance.now() - began
  expect(await lines.count()).toBeGreaterThan(20)

  // All of it, a page at a time, and never too much at once; what is being read stays where it is.
  const earlier = talk.getByRole('button', { name: /^Show \d+ of \d+ earlier/ })
  const read = lines.filter({ hasText: /./ }).nth(8)
  await read.evaluate((line) => scrollTo(0, scrollY + line.getBoundingClientRect().top - innerHeight / 2))
  const handle = (await read.elementHandle())!
  const before = await handle.evaluate((line) => line.getBoundingClientRect().top)
  const count = await lines.count()
  await earlier.evaluate((button: HTMLElement) => button.click())
  await expect.poll(() => lines.count(), soon).toBeGreaterThan(count)
  expect(Math.abs((await handle.evaluate((line) => line.getBoundingClientRect().top)) - before)).toBeLessThanOrEqual(1)
  const all = new Set<string>()
  await expect
    .poll(
      async () => {
        const there = await lines.locator('.talk-text').allTextContents()
        expect(there.length).toBeLessThanOrEqual(200)
        for (const text of there) all.add(text)
        // Whether it is pressed or scrolled up to, more of it comes.
        await earlier.evaluateAll(([button]) => {
          button?.scrollIntoView({ block: 'center' })
          ;(button as HTMLElement | undefined)?.click()
        })
        return all.size
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(messages + files)

  // How fast this machine draws frames of this page now, while nothing moves on it.
  const idle = await page.evaluate(async () => {
    const gaps: number[] = []
    for (let frame = 0; frame < 60; frame++) {
      const before = performance.now()
      await new Promise(requestAnimationFrame)
      gaps.push(performance.now() - before)
    }
    return gaps.sort((a, b) => a - b)[30]!
  })

  // The time between two frames while all of it goes by, a window at a time.
  const frames = await page.evaluate(async () => {
    const gaps: number[] = []
    let before = performance.now()
    const height = document.documentElement.scrollHeight
    for (let y = 0; y < Math.min(height, 60 * innerHeight); y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
      gaps.push(performance.now() - before)
      before = performance.now()
    }
    return gaps.sort((a, b) => a - b)
  })
  const median = frames[Math.floor(frames.length / 2)]!
  const slow = frames[Math.floor(frames.length * 0.95)]!

  const box = talk.getByRole('textbox', { name: /^Write to/ })
  await box.focus()
  const typing = await page.evaluate(async () => {
    const area = document.activeElement as HTMLTextAreaElement
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!
    const gaps: number[] = []
    for (const text of Array.from('Written at the end of it all', (_, at) => 'x'.repeat(at + 1))) {
      const before = performance.now()
      set.call(area, text)
      area.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      gaps.push(performance.now() - before)
    }
    return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!
  })
  console.log(
    `${messages} messages and ${files} files: opened in ${opened.toFixed(0)} ms; scrolling ${median.toFixed(1)} ms a ` +
      `frame, 95 % under ${slow.toFixed(1)} ms; typing ${typing.toFixed(1)} ms a letter; at rest ${idle.toFixed(1)} ms a frame`,
  )
  // By what the machine does at rest, since others use it too: a page that draws all lines each time takes many times as long.
  expect(median).toBeLessThan(3 * idle)
  expect(slow).toBeLessThan(8 * idle)
  expect(typing).toBeLessThan(3 * idle)
})

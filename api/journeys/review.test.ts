import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logoPicture, pdf } from '#api/testing/files.ts'
import { isLive, loseAnswers, violations } from './browsing.ts'
import { expectNoOverflow, hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let client: Page
let phone: Page
let admin: Page
beforeAll(async () => {
  scene = await orderScene()
  ;({ page: client } = await scene.opened(scene.client, { viewport: { width: 1440, height: 900 } }))
  ;({ page: phone } = await scene.opened(scene.client, { viewport: { width: 390, height: 844 } }))
  ;({ page: admin } = await scene.opened(scene.admin, { viewport: { width: 1440, height: 900 } }))
})
afterAll(() => scene?.close())

const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
const points = (page: Page) => page.getByRole('list', { name: /^Points about version/ }).getByRole('listitem')
/** Where the middle of each pin is on its plate, in parts of its width and height. */
const pinsOn = (page: Page) =>
  page.locator('.review-plate').evaluate((plate) => {
    const { left, top, width, height } = plate.querySelector('img')!.getBoundingClientRect()
    return [...plate.querySelectorAll('.pin b')].map((pin) => {
      const box = pin.getBoundingClientRect()
      return [(box.left + box.width / 2 - left) / width, (box.top + box.height / 2 - top) / height]
    })
  })
const drawn = (page: Page) =>
  expect
    .poll(() => page.locator('.review-plate img').evaluate((image: HTMLImageElement) => image.naturalWidth), soon)
    .toBe(900)

/** The red, green, blue and opacity of a picture’s first pixel. */
const firstPixel = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const context = document.createElement('canvas').getContext('2d')!
    context.drawImage(image, 0, 0)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
/** What a page stores of unsent reviews, by key without the order’s id. */
const storedReview = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const stored = Object.entries(localStorage).filter(([key]) => key.startsWith('review-'))
    return Object.fromEntries(stored.map(([key, text]) => [key.split(':')[0], text]))
  })

describe('a draft is reviewed', () => {
  it('once an admin has uploaded it, and each side is told whose turn it is', async () => {
    await scene.admin.put('/api/update-pricing', { orderId: scene.id, paidAmount: '0', actualAmount: '65000' })
    await scene.show(client, 'design')
    await scene.show(phone, 'design')
    await scene.show(admin, 'design')
    expect(await title(client)).toContain('No design shared yet.')
    const upload = admin.getByRole('form', { name: 'Upload a design' })
    await upload
      .getByLabel('Pictures or PDF')
      .setInputFiles({ name: 'landing.png', mimeType: 'image/png', buffer: Buffer.from(await logoPicture(900, 700)) })
    await upload.getByLabel('Note (optional)').fill('The whole page')
    const sending = Promise.withResolvers<void>()
    const sheet = { name: 'landing.png', mimeType: 'image/png', buffer: Buffer.from(await logoPicture(900, 700)) }
    const files = upload.getByLabel('Pictures or PDF')
    await files.setInputFiles(Array.from({ length: 21 }, () => sheet))
    await upload.getByRole('button', { name: 'Share version 1' }).click()
    await upload.getByText('You can share up to 20 files at a time').waitFor()
    await files.setInputFiles(sheet)
    await admin.route('**/api/share-draft', () => {}, { times: 1 })
    await upload.getByRole('button', { name: 'Share version 1' }).click()
    await upload.getByRole('button', { name: 'Cancel upload' }).click()
    await admin.getByText('Upload cancelled').waitFor()
    await expect.poll(() => admin.evaluate(() => document.activeElement?.getAttribute('name')), soon).toBe('files')
    await admin.route('**/api/share-draft', async (route) => {
      await sending.promise
      await route.continue()
    })
    await upload.getByRole('button', { name: 'Share version 1' }).click()
    // Nothing is typed that would be cleared with what is sent.
    await expect.poll(() => upload.getByLabel('Note (optional)').isEditable(), soon).toBe(false)
    sending.resolve()
    await expect.poll(() => title(client), soon).toBe('The landing page, version 1. Approve it, or ask for changes.')
    await expect.poll(() => title(admin), soon).toContain('Version 1 is with the client.')
    await drawn(client)
  })

  it('with points pinned by mouse, which stay where they were at every size and after a reload', async () => {
    const plate = client.locator('.review-picture')
    const { width, height } = (await plate.boundingBox())!
    await plate.click({ position: { x: width * 0.9, y: height * 0.1 } })
    await client.getByLabel('Point a: what should change').fill('Make the telephone number larger')
    await client.getByRole('button', { name: 'Add a point' }).click()
    const text = client.getByLabel('Point b: what should change')
    await text.fill('Say that we are closed')
    // A large picture takes a while to be read, and what is typed meanwhile stays.
    const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(await logoPicture(5_000, 4_000)) }
    await client.getByLabel('Picture for point b').setInputFiles(photo)
    await text.fill('Say that we are closed on Mondays')
    await client.getByAltText('For point b').waitFor()
    expect(await text.inputValue()).toBe('Say that we are closed on Mondays')
    await client.getByRole('button', { name: 'Remove picture of point b' }).click()
    await client.reload()
    await drawn(client)
    expect(await client.getByLabel('Point b: what should change').inputValue()).toContain('Mondays')
    const [pin] = await pinsOn(client)
    expect(pin![0]).toBeCloseTo(0.9, 2)
    expect(pin![1]).toBeCloseTo(0.1, 2)
    expect(await violations(client)).toEqual([])
    await client.getByRole('button', { name: 'Ask for changes', exact: true }).click()
    await expect.poll(() => title(client), soon).toBe('Changes requested for version 1. We’ll share version 2 here.')
    // Nothing of it is left to be sent again.
    await client.reload()
    await drawn(client)
    expect(await points(client).count()).toBe(2)
    await expect.poll(() => points(phone).count(), soon).toBe(2)
    await drawn(phone)
    const [onPhone] = await pinsOn(phone)
    for (const axis of [0, 1]) expect(Math.abs(onPhone![axis]! - pin![axis]!)).toBeLessThan(0.01)
    await expectNoOverflow(phone)
    expect(await violations(phone)).toEqual([])
  })

  it('and the agency ticks its points off and answers them, live', async () => {
    await expect.poll(() => title(admin), soon).toBe('0 of 2 points done. Then share version 2.')
    await admin.getByRole('checkbox', { name: 'Done with point a' }).check()
    await expect.poll(() => points(client).first().textContent(), soon).toContain('Done by')
    await admin.getByRole('button', { name: 'Answer to point b' }).click()
    await admin.getByLabel('Answer to point b').fill('Which Mondays?')
    await admin.getByRole('button', { name: 'Save answer' }).click()
    await expect.poll(() => points(client).nth(1).textContent(), soon).toContain('Which Mondays?')
    expect(await title(admin)).toBe('1 of 2 points done. Then share version 2.')
    expect(await violations(admin)).toEqual([])
  })

  it('anew with each version, by keyboard alone', async () => {
    const file = new File([await logoPicture(900, 700)], 'landing 2.png')
    await scene.admin.upload('/api/share-draft', { orderId: scene.id }, [file])
    await expect.poll(() => title(phone), soon).toContain('The landing page, version 2.')
    await drawn(phone)
    expect(await points(phone).allTextContents()).toEqual([
      expect.stringContaining('Make the telephone number larger'),
      expect.stringContaining('Which Mondays?'),
    ])
    await phone.getByRole('button', { name: 'Add a point' }).focus()
    await phone.keyboard.press('Enter')
    await expect.poll(() => phone.locator(':focus').getAttribute('aria-describedby'), soon).not.toBeNull()
    await phone.keyboard.type('Show the shop')
    await phone.keyboard.press('Tab')
    await phone.keyboard.press('Enter')
    const pin = phone.getByRole('button', { name: /^Pin of point c/ })
    await expect.poll(() => pin.evaluate((each) => each === document.activeElement), soon).toBe(true)
    for (let n = 0; n < 3; n++) await phone.keyboard.press('ArrowRight')
    await phone.keyboard.press('Shift+ArrowDown')
    const [x, y] = (await pinsOn(phone)).at(-1)!
    expect([x, y]).toEqual([expect.closeTo(0.53, 2), expect.closeTo(0.6, 2)])
    await phone.keyboard.press('Backspace')
    await hasFocus(phone.getByLabel('Point c: what should change'))
    expect(await phone.getByLabel('Point c: what should change').inputValue()).toBe('Show the shop')
    await phone.getByRole('button', { name: 'Pin it on the picture of point c' }).press('Enter')
    expect(await violations(phone)).toEqual([])
    const answersCome = await loseAnswers(phone, '/api/request-changes')
    await phone.getByRole('button', { name: 'Ask for changes', exact: true }).press('Enter')
    await expect.poll(() => title(phone), soon).toContain('Changes requested for version 2.')
    await answersCome()
  })

  it('without the points that were sent before, although the answer to that got lost', async () => {
    await scene.admin.put('/api/upload-design', { orderId: scene.id, link: 'https://www.figma.com/design/one/Looms' })
    await expect.poll(() => title(phone), soon).toContain('version 3.')
    await phone.getByRole('button', { name: 'Add a point' }).waitFor()
    expect(await phone.getByLabel(/what should change$/).count()).toBe(0)
    await expect.poll(() => storedReview(phone), soon).toEqual({})
  })

  it('as a later version that has fewer pictures: a point about the one before is kept, without its pin', async () => {
    const orderId = await scene.client.order()
    const pictures = ['menu', 'shop'].map(async (name) => new File([await logoPicture(900, 700)], `${name}.png`))
    await scene.admin.upload('/api/share-draft', { orderId }, await Promise.all(pictures))
    const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'shop', exact: true }).click()
    await drawn(page)
    const plate = page.locator('.review-picture')
    const { width, height } = (await plate.boundingBox())!
    await plate.click({ position: { x: width - 2, y: height * 0.6 } })
    await expectNoOverflow(page) // with a pin at the very edge
    await page.getByLabel('Point a: what should change').fill('A warmer shop')
    await page.getByLabel('Your name').fill('Asha Rao')
    await scene.admin.upload('/api/share-draft', { orderId }, [await pictures[0]!])
    await page.getByText('A new version has arrived. Please read it first.').waitFor()
    expect(await page.getByRole('button', { name: 'Ask for changes', exact: true }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Answer version 2' }).click()
    expect(await page.getByLabel('Your name').inputValue()).toBe('')
    await page.getByText('Its pin was on a picture that this version doesn’t have.').waitFor()
    await page.getByRole('button', { name: 'Ask for changes', exact: true }).click()
    await expect.poll(() => title(page), soon).toContain('Changes requested for version 2.')
    expect(await points(page).first().textContent()).toContain('A warmer shop')
    await page.close()
  })

  it('as a later version that came before a word of a point was written: it is about that one', async () => {
    const orderId = await scene.client.order()
    const draft = async () => [new File([await logoPicture(900, 700)], 'landing.png')]
    await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'Add a point' }).click()
    await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    await expect.poll(() => title(page), soon).toContain('version 2.')
    await page.getByLabel('Point a: what should change').fill('Warmer')
    await page.getByRole('button', { name: 'Ask for changes', exact: true }).click()
    await expect.poll(() => title(page), soon).toContain('Changes requested for version 2.')
    await page.close()
  })

  it('again with as many points, after a round that had all there may be', async () => {
    const orderId = await scene.client.order()
    const draft = async () => [new File([await logoPicture(900, 700)], 'landing.png')]
    await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    const points = JSON.stringify(Array.from({ length: 50 }, () => ({ text: 'Warmer' })))
    await scene.client.upload('/api/request-changes', { orderId, version: '1', price: '0', points })
    await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'Add a point' }).waitFor()
    await page.close()
  })

  it('and not approved while points are not sent, unless these are discarded', async () => {
    const orderId = await scene.client.order()
    await scene.admin.upload('/api/share-draft', { orderId }, [new File([await logoPicture(900, 700)], 'landing.png')])
    const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'Write your first point' }).click() // from beside “Ask for changes”
    await hasFocus(page.getByLabel('Point a: what should change'))
    await page.getByRole('button', { name: 'Write your first point' }).click()
    await hasFocus(page.getByLabel('Point a: what should change')) // not another one, while it is empty
    await page.keyboard.type('Warmer')
    await page.getByRole('button', { name: 'Add a point' }).click()
    const buffer = Buffer.from(await logoPicture(4_000, 1, '#1d49a000'))
    await page.getByLabel('Picture for point b').setInputFiles({ name: 'line.png', mimeType: 'image/png', buffer })
    const picture = page.getByAltText('For point b')
    await picture.waitFor()
    expect(await firstPixel(picture)).toEqual([255, 255, 255, 255]) // what was transparent is no ink
    const name = page.getByLabel('Your name')
    await name.fill('Asha Rao')
    await name.press('Enter')
    await page.getByText('2 points aren’t sent, and an approval leaves them out.').waitFor()
    await page.getByRole('button', { name: 'Ask for changes', exact: true }).click()
    await page.getByText('Please write what should change').waitFor() // a picture alone is not dropped
    await page.reload()
    expect(await page.getByLabel('Point a: what should change').inputValue()).toBe('Warmer')
    await picture.waitFor()
    expect(await violations(page)).toEqual([])
    // A picture is not stored again with each letter of the draft.
    const stored = await storedReview(page)
    expect(stored['review-draft']).not.toContain('data:')
    expect(stored['review-picture']).toMatch(/^data:image/)
    await page.getByRole('button', { name: 'Discard 2 points' }).click()
    expect(await storedReview(page)).not.toHaveProperty('review-picture')
    await name.press('Enter')
    await expect.poll(() => title(page), soon).toBe('You approved version 1. ')
    await page.getByText('by you', { exact: true }).waitFor()
    await page.close()
  })

  it('with the picture of a draft that an earlier version stored within it', async () => {
    const orderId = await scene.client.order()
    await scene.admin.upload('/api/share-draft', { orderId }, [new File([await logoPicture(900, 700)], 'landing.png')])
    const { page } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page, 'design', orderId)
    const url = `data:image/png;base64,${Buffer.from(await logoPicture(9, 7)).toString('base64')}`
    const points = [{ id: 'one', text: 'Warmer', version: 1, picture: { name: 'sky.png', url } }]
    await page.evaluate(
      ([key, draft]) => localStorage.setItem(key!, draft!),
      [`review-draft:${orderId}`, JSON.stringify({ points, name: '' })],
    )
    await page.reload()
    await page.getByAltText('For point a').waitFor()
    await page.getByLabel('Point a: what should change').fill('Warmer still')
    expect((await storedReview(page))['review-draft']).not.toContain('data:')
    await page.reload()
    expect(await firstPixel(page.getByAltText('For point a'))).toEqual([0x1d, 0x49, 0xa0, 255])
    await page.getByRole('button', { name: 'Ask for changes', exact: true }).click()
    await expect.poll(() => title(page), soon).toContain('Changes requested for version 1.')
    await page.getByRole('link', { name: 'For point a' }).waitFor()
    expect(await storedReview(page)).toEqual({})
    await page.close()
  })

  it('with a picture that the browser has no room for: it says so, asks before the page is left, and is not loaded again', async () => {
    const orderId = await scene.client.order()
    await scene.admin.upload('/api/share-draft', { orderId }, [new File([await logoPicture(900, 700)], 'landing.png')])
    const { page, context } = await scene.opened(scene.client)
    const lines: WebSocketRoute[] = []
    await page.routeWebSocket('**/socket.io/**', (line) => {
      line.connectToServer()
      lines.push(line)
    })
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'Add a point' }).click()
    await page.getByLabel('Point a: what should change').fill('Warmer')
    await page.evaluate(() => {
      let filled = ''
      for (let size = 2 ** 23; size > 400; size /= 2) {
        try {
          localStorage.setItem('full', filled + 'x'.repeat(size))
          filled += 'x'.repeat(size)
        } catch {
          // As much as there is room for.
        }
      }
      localStorage.setItem('full', filled.slice(500)) // words still fit
    })
    const buffer = Buffer.from(await logoPicture(900, 700))
    await page.getByLabel('Picture for point a').setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer })
    await page.getByAltText('For point a').waitFor()
    const warning = page.getByText('This browser can’t save it. Send it before you close this page.')
    await warning.waitFor()
    expect(await violations(page)).toEqual([])
    // Also while another tab is looked at.
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await warning.waitFor({ state: 'hidden' })
    const dialog = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await dialog
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    // And loads no other page again meanwhile.
    await page.getByRole('link', { name: 'Back to your projects' }).click()
    await page.waitForURL('**/dashboard')
    await warning.waitFor({ state: 'detached' })
    lines.at(-1)!.send(`42${JSON.stringify(['epoch', 'another'])}`)
    await page.getByText('This page loads again once your work is saved.').waitFor()
    await page.goBack()
    await page.getByRole('navigation').getByRole('link', { name: 'Design' }).click()
    await warning.waitFor()
    const loaded = page.waitForEvent('load') // asks no more
    await page.getByRole('button', { name: 'Remove picture of point a' }).click()
    await warning.waitFor({ state: 'detached' })
    await page.getByLabel('Point a: what should change').blur()
    await loaded
    await page.getByLabel('Point a: what should change').waitFor()
    await context.close()
  })

  it('as another window has corrected it, while this one showed another tab', async () => {
    const orderId = await scene.client.order()
    await scene.admin.upload('/api/share-draft', { orderId }, [new File([await logoPicture(900, 700)], 'landing.png')])
    const { page, context } = await scene.opened(scene.client)
    await scene.show(page, 'design', orderId)
    await page.getByRole('button', { name: 'Add a point' }).click()
    const text = (page: Page) => page.getByLabel('Point a: what should change')
    await text(page).fill('The logo on the left')
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await text(page).waitFor({ state: 'hidden' })
    const other = await context.newPage()
    await scene.show(other, 'design', orderId)
    await text(other).fill('The logo in the middle')
    await other.close()
    await page.getByRole('navigation').getByRole('link', { name: 'Design' }).click()
    await text(page).waitFor()
    await expect.poll(() => text(page).inputValue(), soon).toBe('The logo in the middle')
    await context.close()
  })

  it('by its client who looks at an earlier version, led to the latest; what they did is not new to them', async () => {
    const orderId = await scene.client.order()
    const draft = async () => [new File([await logoPicture(900, 700)], 'landing.png')]
    for (let version = 1; version <= 2; version++) {
      await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    }
    const { page } = await scene.opened(scene.client)
    await scene.show(page, 'overview', orderId)
    await page.reload() // they were here before
    await isLive(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Design' }).click()
    await page.getByRole('button', { name: 'Version 1', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: 'Version 1' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('approve the design')
    await page.getByRole('option', { name: 'Approve the design', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await hasFocus(page.getByRole('button', { name: 'Answer version 2' }))
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const name = page.getByLabel('Your name')
    await hasFocus(name)
    await name.fill('Asha R')
    await scene.admin.upload('/api/share-draft', { orderId }, await draft())
    const newer = page.getByText('A new version has arrived. Please read it first.')
    await newer.waitFor()
    await page.getByRole('button', { name: 'Version 1', exact: true }).click()
    await newer.waitFor({ state: 'detached' })
    const latest = page.getByRole('button', { name: 'Answer version 3' })
    await latest.press('Enter')
    await newer.waitFor()
    await hasFocus(latest)
    await latest.press('Enter')
    await name.fill('Asha Rao')
    await name.press('Enter')
    await expect.poll(() => title(page), soon).toBe('You approved version 3. ')
    await page.getByRole('link', { name: /^Overview/ }).click()
    const steps = page.getByRole('list', { name: 'Project progress' })
    await steps.getByRole('listitem').filter({ hasText: 'Asha Rao' }).first().waitFor()
    expect(await steps.getByText('New since your last visit.').count()).toBe(0)
    await page.close()
  })

  it('in two windows at once: the second is told what happened, and keeps what it wrote', async () => {
    const before = client
    await expect.poll(() => title(before), soon).toContain('version 3.')
    await before.getByRole('button', { name: 'Add a point' }).press('Enter')
    await before.getByLabel('Point d: what should change').fill('Warmer')
    await before.route('**/api/request-changes', async (route) => {
      await scene.client.post('/api/approve-draft', { orderId: scene.id, version: 3, name: 'Asha Rao' })
      await route.continue()
    })
    // The third round of a phase has its price on the button.
    await before.getByRole('button', { name: 'Ask for changes, ₹1,300' }).click()
    await before.getByText('Version 3 was already approved by Asha Rao').waitFor()
    await before.unroute('**/api/request-changes')
    expect(
      await before.evaluate(() => localStorage.getItem(`review-draft:${location.pathname.split('/').at(-1)}`)),
    ).toContain('Warmer')
  })

  it('as PDFs, of which one that does not come can be opened or tried again, and the others are shown', async () => {
    const orderId = await scene.client.order()
    const files = ['menu', 'shop'].map((name, at) => new File([pdf(at + 2)], `${name}.pdf`))
    await scene.admin.upload('/api/share-draft', { orderId }, files)
    const { body } = await scene.client.get(`/api/get-single-order?id=${orderId}`)
    const menu = `**/${body.data[0].designs[0].files[0].filename}`
    await client.route(menu, (route) => route.abort())
    await scene.show(client, 'design', orderId)
    await client.getByRole('link', { name: 'Open the PDF' }).waitFor()
    await client.getByRole('button', { name: 'shop', exact: true }).click()
    await client.getByRole('img', { name: 'Page 1 of 3' }).waitFor()
    await client.getByRole('button', { name: 'menu', exact: true }).click()
    await client.getByRole('link', { name: 'Open the PDF' }).waitFor()
    await client.unroute(menu)
    await client.getByRole('button', { name: 'Try again' }).click()
    await client.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
    expect(await client.getByLabel(/what should change$/).count()).toBe(0)
  })

  it('and approved by a typed name, which completes its step on both pages', async () => {
    const file = new File([await logoPicture(900, 700)], 'all pages.png')
    await scene.admin.upload('/api/share-draft', { orderId: scene.id }, [file])
    await expect.poll(() => title(phone), soon).toContain('The full design, version 4.')
    const approve = phone.getByRole('form', { name: 'Approve the design' })
    await approve.getByRole('button', { name: 'Approve version 4' }).click()
    await approve.getByText('Please type your name').waitFor()
    await approve.getByLabel('Your name').fill('Asha Rao')
    await phone.reload()
    await drawn(phone)
    expect(await approve.getByLabel('Your name').inputValue()).toBe('Asha Rao')
    await approve.getByRole('button', { name: 'Approve version 4' }).click()
    await expect.poll(() => title(phone), soon).toBe('You approved version 4. ')
    expect(await phone.getByText('No points.').count()).toBe(0)
    await expect.poll(() => phone.evaluate(() => document.activeElement?.tagName), soon).toMatch(/^H\d$/)
    await expect.poll(() => title(admin), soon).toBe('Version 4 is approved. ')
    await admin.getByRole('link', { name: 'Overview' }).click()
    await admin.getByRole('button', { name: 'Reopen step: Full design approval' }).waitFor()
    await scene.show(phone, 'history')
    const entry = phone.getByRole('listitem').filter({ hasText: 'Version 4 of the design approved by Asha Rao' })
    await expect.poll(() => entry.locator('del').allTextContents(), soon).toEqual(['not done'])
  })
})

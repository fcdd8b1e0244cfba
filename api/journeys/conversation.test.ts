import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf, wave } from '#api/testing/files.ts'
import { picture } from '#api/testing/test-server.ts'
import { isLive, loseAnswers } from './browsing.ts'
import { hasFocus, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
let client: Page
let admin: Page
let setOffline: (offline: boolean) => Promise<void>
beforeAll(async () => {
  scene = await orderScene()
  const { page, context } = await scene.opened(scene.client)
  client = page
  setOffline = (offline) => context.setOffline(offline)
  ;({ page: admin } = await scene.opened(scene.admin))
  await Promise.all([scene.show(client), scene.show(admin)])
})
afterAll(() => scene?.close())

const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' })
const line = (page: Page, text: string) =>
  talk(page).getByRole('listitem').and(page.locator(':not(.is-waiting)')).filter({ hasText: text })
const write = (page: Page) => talk(page).getByRole('textbox', { name: /^Write to/ })
const waiting = (page: Page, text: string) =>
  talk(page).getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem').filter({ hasText: text })
const say = async (page: Page, text: string) => {
  await write(page).fill(text)
  await talk(page).getByRole('button', { name: 'Send' }).click()
}
type Chosen = { name: string; mimeType: string; buffer: Buffer }
const choose = (page: Page, ...files: Chosen[]) => talk(page).getByLabel('Files to share').setInputFiles(files)
const caption = (page: Page, name: string, text: string) => talk(page).getByLabel(`Caption of ${name}`).fill(text)
const share = (page: Page) =>
  talk(page)
    .getByRole('button', { name: /^Share (file|\d+ files)$/ })
    .click()
const note = (name: string, text = 'six to ten'): Chosen => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

describe('two people in one conversation', () => {
  // spec: 2.99
  it('see each other’s words at once, each under the right name', async () => {
    await say(client, 'The number must be at the top.')
    const received = line(admin, 'The number must be at the top.')
    await received.waitFor()
    expect(await received.textContent()).toMatch(/ClientAsha Rao/)
    expect(await line(client, 'The number must be at the top.').textContent()).toContain('You')

    await say(admin, 'It is there now.')
    const answer = line(client, 'It is there now.')
    await answer.waitFor()
    expect(await answer.textContent()).toContain('Atelier')
    expect(await client.getByRole('log').textContent()).toContain('“It is there now.”')
    await expect.poll(() => write(admin).inputValue()).toBe('')
  })

  it('see which messages a program wrote, with which API key, also under their own name', async () => {
    const { body } = await scene.admin.post('/api/create-api-key', { name: 'Month-end', scopes: ['orders:write'] })
    await fetch(`${scene.server.url}/api/send-message`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${body.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderId: scene.id, text: 'The month is closed.' }),
    })
    for (const page of [client, admin]) {
      const written = line(page, 'The month is closed.')
      await written.waitFor()
      expect(await written.textContent()).toContain('(API key “Month-end”)')
    }
  })

  // spec: 2.90, 2.101, 2.102, 5.32, 7.45
  it('share files of each kind, shown where they stand', async () => {
    const png = Buffer.from(await picture().arrayBuffer())
    // The beginning of a film is enough to be taken in. A browser that cannot play it says so.
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)])
    const document = '<w:document><w:p><w:r><w:t>Dear Asha</w:t></w:r></w:p></w:document>'
    const letter = Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8(
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
        'word/document.xml': strToU8(document),
      }),
    )
    const kinds: [Chosen, string][] = [
      [{ name: 'door.png', mimeType: 'image/png', buffer: png }, 'Our door'],
      [{ name: 'bell.wav', mimeType: 'audio/wav', buffer: wave() }, 'The bell over it'],
      [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: film }, 'A film of nothing'],
      [{ name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(2) }, 'What we agreed'],
      [note('hours.txt', 'open from six to ten'), 'When we are open'],
      [{ name: 'letter.docx', mimeType: 'application/zip', buffer: letter }, 'A letter'],
      [note('rows.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'A drawing'],
    ]
    await choose(client, ...kinds.map(([file]) => file))
    for (const [{ name }, text] of kinds) await caption(client, name, text)
    await share(client)
    for (const [, text] of kinds) await line(admin, text).waitFor()

    const image = line(admin, 'Our door').getByRole('img', { name: 'Our door' })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth), soon).toBe(1)
    const bell = line(admin, 'The bell over it').locator('audio')
    await bell.scrollIntoViewIfNeeded()
    await expect.poll(() => bell.evaluate((audio: HTMLAudioElement) => audio.duration), soon).toBeGreaterThan(0)
    await line(admin, 'A film of nothing').getByText('does not support preview').waitFor()
    await line(admin, 'A drawing').getByText('does not support preview').waitFor()

    const report = line(admin, 'What we agreed')
    await report.getByRole('button', { name: /^Preview/ }).click()
    await report.locator('canvas[data-drawn]').first().waitFor()
    expect(await report.getByRole('img').count()).toBe(2)
    const hours = line(admin, 'When we are open')
    await hours.getByRole('button', { name: /^Preview/ }).click()
    await hours.getByText('open from six to ten').waitFor()
    const written = line(admin, 'A letter')
    await written.getByRole('button', { name: /^Preview/ }).click()
    await written.getByText('Dear Asha').waitFor()

    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      report.getByRole('link', { name: 'Download report.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('report.pdf')
    expect(readFileSync(await download.path())).toEqual(pdf(2))
  })

  // spec: 5.22, 5.32
  it('are told what cannot be shared before anything is sent', async () => {
    await choose(client, note('setup.exe'), note('menu.txt'))
    await talk(client).getByText('This file type isn’t supported').waitFor()
    await share(client)
    await talk(client).getByText('Please write a caption for each file').waitFor()
    for (const name of ['setup.exe', 'menu.txt']) {
      await talk(client)
        .getByRole('button', { name: `Remove ${name}` })
        .click()
    }
  })

  it('paste the text of cells, though there is a picture of them beside it, and files as what they are', async () => {
    /** Pastes a picture with texts of some types beside it. Returns whether the text is left to be written. */
    const paste = (types: string[]) =>
      write(client).evaluate((field, types) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['picture'], 'pasted.png', { type: 'image/png' }))
        for (const type of types) clipboardData.setData(type, 'Silk')
        return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, types)
    expect(await paste(['text/plain', 'text/html'])).toBe(true) // cells, as of a spreadsheet
    expect(
      await talk(client)
        .getByRole('button', { name: /^Remove pasted/ })
        .count(),
    ).toBe(0)
    expect(await paste(['text/html'])).toBe(false) // a picture, as of a website
    expect(await paste(['text/plain'])).toBe(false) // a file with its name, as of a Mac
    const remove = talk(client).getByRole('button', { name: 'Remove pasted.png' })
    await remove.nth(1).click()
    await remove.click()
  })

  // spec: 5.27
  it('replace what they shared, keep the earlier version, and delete it when they say so twice', async () => {
    await choose(client, note('first.txt'))
    await caption(client, 'first.txt', 'The price list')
    await share(client)
    const shown = line(client, 'The price list')
    const [picker] = await Promise.all([
      client.waitForEvent('filechooser'),
      shown.getByRole('button', { name: 'Replace first.txt' }).click(),
    ])
    await picker.setFiles(note('second.txt'))
    await share(client)
    const theirs = line(admin, 'The price list')
    await theirs.getByText('second.txt').first().waitFor()
    await theirs.getByText('1 earlier version').click()
    await theirs.getByRole('link', { name: 'first.txt' }).waitFor()
    expect(await theirs.getByRole('button', { name: /^Replace/ }).count()).toBe(0)

    await shown.getByRole('button', { name: 'Delete second.txt' }).click()
    const dialog = client.getByRole('dialog', { name: 'Are You Sure You Want To Delete This File' })
    await dialog.getByRole('button', { name: 'No, go back' }).click()
    await theirs.waitFor()
    await shown.getByRole('button', { name: 'Delete second.txt' }).click()
    await dialog.getByRole('button', { name: 'Delete file' }).click()
    await theirs.waitFor({ state: 'detached' })
  })

  // spec: 7.31
  it('cancel an upload, try one again that failed, and lose nothing by it', async () => {
    await choose(client, note('slow.txt'))
    await choose(client, note('later.txt'))
    await caption(client, 'slow.txt', 'Slowly on its way')
    await caption(client, 'later.txt', 'Behind it')
    const stuck = '**/api/share-files'
    await client.route(stuck, () => {}) // neither arrives nor fails
    await share(client)
    await talk(client).getByRole('progressbar', { name: 'Sharing slow.txt' }).waitFor()
    await talk(client).getByRole('progressbar', { name: 'Sharing later.txt' }).waitFor()
    await talk(client).getByRole('button', { name: 'Cancel later.txt' }).click()
    await talk(client).getByRole('button', { name: 'Remove later.txt' }).click()
    await talk(client).getByRole('button', { name: 'Cancel slow.txt' }).click()
    expect(await talk(client).getByLabel('Caption of slow.txt').inputValue()).toBe('Slowly on its way')

    await client.unroute(stuck)
    await client.route(stuck, (route) => route.abort())
    await share(client)
    await talk(client).getByRole('button', { name: 'Try again slow.txt' }).waitFor()
    await client.unroute(stuck)
    await talk(client).getByRole('button', { name: 'Try again slow.txt' }).click()
    await line(admin, 'Slowly on its way').waitFor()
    expect(await line(admin, 'Slowly on its way').count()).toBe(1)
  })

  it('are asked before they leave files that they have not shared, and stay with them', async () => {
    const { page, context } = await scene.opened(scene.client, { viewport: { width: 360, height: 740 } })
    await scene.show(page)
    await choose(page, note('kept.txt'))
    await caption(page, 'kept.txt', 'Not to be lost')
    // From another tab, too, where the files are out of sight.
    for (const tab of ['Overview', 'Terms & Conditions']) {
      await page.getByRole('link', { name: tab }).click()
      await page.getByRole('link', { name: /^Back/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.getByText('Files that you haven’t shared yet will be lost.').waitFor()
      await dialog.getByRole('button', { name: 'No, go back' }).click()
    }
    const opened = page.waitForEvent('dialog')
    const reloading = page.reload().catch(() => {})
    const question = await opened
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await reloading
    await page.getByRole('link', { name: 'Overview' }).click()
    expect(await talk(page).getByLabel('Caption of kept.txt').inputValue()).toBe('Not to be lost')
    // Shared while it is asked: nothing is left to lose, and the way goes on.
    const upload = new Promise<Route>((held) => void page.route('**/api/share-files', held))
    await share(page)
    const sent = await upload
    await page.getByRole('link', { name: /^Back/ }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await sent.continue()
    await page.waitForURL('**/dashboard')
    await line(admin, 'Not to be lost').waitFor()
    await context.close()
  })

  it('are told to choose a file again that was changed or deleted since', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chosen-'))
    const paths = ['edited.txt', 'deleted.txt'].map((name) => join(folder, name))
    for (const path of paths) {
      writeFileSync(path, 'six to ten')
      await talk(client).getByLabel('Files to share').setInputFiles(path)
      await caption(client, basename(path), 'Not as it was')
    }
    writeFileSync(paths[0]!, 'seven to eleven')
    utimesSync(paths[0]!, 0, 0) // browsers compare whole seconds
    rmSync(paths[1]!)
    await share(client)
    for (const path of paths) {
      const name = basename(path)
      await talk(client).getByText(`Please choose ${name} again: it was changed or moved.`).waitFor()
      await talk(client)
        .getByRole('button', { name: `Remove ${name}` })
        .click()
    }
    rmSync(folder, { recursive: true })
  })

  it('write on while a file fails, which is said beside that', async () => {
    await choose(client, note('lost.txt'))
    await caption(client, 'lost.txt', 'On its way, too')
    const upload = new Promise<Route>((held) => void client.route('**/api/share-files', held))
    await share(client)
    const sent = await upload
    await write(client).press('a')
    await sent.abort()
    await talk(client).getByRole('button', { name: 'Try again lost.txt' }).waitFor()
    await hasFocus(write(client))
    expect(await talk(client).getByLabel('Caption of lost.txt').getAttribute('aria-invalid')).toBeNull()
    await client.unroute('**/api/share-files')
    await talk(client).getByRole('button', { name: 'Remove lost.txt' }).click()
  })

  it('take back what is wrong with a message as they write it', async () => {
    await say(client, ' ')
    await talk(client).locator('.field-error').waitFor()
    await write(client).fill('Now there is one')
    expect(await talk(client).locator('.field-error').count()).toBe(0)
    expect(await talk(client).getByText('Not sent').count()).toBe(0)
    await write(client).fill('')
  })

  it('write on when the line is gone: it waits in sight, and is sent once, in order, when the line is back', async () => {
    await setOffline(true)
    await client.getByText('Offline', { exact: true }).waitFor()
    await say(client, 'Written in the dark')
    await waiting(client, 'Written in the dark').getByText('waiting for connection').waitFor()
    await expect.poll(() => write(client).inputValue(), soon).toBe('')
    await say(client, 'A mistake')
    await waiting(client, 'A mistake').getByRole('button', { name: 'Edit message' }).click()
    await expect.poll(() => write(client).inputValue(), soon).toBe('A mistake')
    await hasFocus(write(client))
    await say(client, 'And a second line')
    await waiting(client, 'And a second line').waitFor()
    // Another tab and back: it is still there.
    await client.getByRole('link', { name: 'Terms & Conditions' }).click()
    await client.getByRole('link', { name: /^Overview/ }).click()
    await waiting(client, 'Written in the dark').waitFor()
    await client.getByText('Files need a connection.').waitFor()

    await setOffline(false)
    await line(admin, 'And a second line').waitFor()
    expect(await line(admin, 'Written in the dark').count()).toBe(1)
    expect(await line(admin, 'And a second line').count()).toBe(1)
    const order = await talk(admin).getByRole('listitem').allTextContents()
    const place = (text: string) => order.findIndex((each) => each.includes(text))
    expect(place('Written in the dark')).toBeLessThan(place('And a second line'))
    await expect.poll(() => waiting(client, 'And a second line').count(), soon).toBe(0)
    await expect.poll(() => line(client, 'And a second line').count(), soon).toBe(1)
  })

  it('find what waits again after a reload; an answer that got lost makes no second message of it', async () => {
    const answersCome = await loseAnswers(client, '/api/send-message')
    await say(client, 'Said once')
    await waiting(client, 'Said once').getByText('may have been sent').waitFor()
    await client.getByText('This may have been sent. We’ll make sure.').waitFor()
    await client.reload()
    await waiting(client, 'Said once').getByText('may have been sent').waitFor()
    // Written anew it would be a second message.
    expect(await waiting(client, 'Said once').getByRole('button').count()).toBe(0)
    await answersCome()
    await client.reload()
    // A page that is not drawn yet has none that waits either, and one that is just drawn has it twice.
    const here = async () => [await waiting(client, 'Said once').count(), await line(client, 'Said once').count()]
    await expect.poll(here, soon).toEqual([0, 1])
    await line(admin, 'Said once').waitFor()
    expect(await line(admin, 'Said once').count()).toBe(1)
  })

  it('keep what they write while their message is on its way', async () => {
    await isLive(client) // it was reloaded just now
    const sends = '**/api/send-message'
    const released = Promise.withResolvers<void>()
    await client.route(sends, async (route) => {
      await released.promise
      await route.continue()
    })
    await say(client, 'Both doors')
    await write(client).fill('Both doors, and the window')
    released.resolve()
    await line(admin, 'Both doors').waitFor()
    await expect.poll(() => write(client).inputValue(), soon).toBe(', and the window')
    await client.unroute(sends)
    await write(client).fill('')
  })

  it('keep the page where the code of a preview does not come', async () => {
    const { page, context } = await scene.opened(scene.client)
    await page.route('**/assets/TextPage*', (route) => route.abort())
    await scene.show(page)
    const hours = line(page, 'When we are open')
    await hours.getByRole('button', { name: 'Preview' }).click()
    await hours.getByText('This part of the page couldn’t be loaded.').waitFor()
    await page.unroute('**/assets/TextPage*')
    await hours.getByRole('button', { name: 'Try again' }).click()
    await hours.getByText('open from six to ten').waitFor()
    await context.close()
  })

  it('load the page again where the code of a preview does not come a second time, as after an update', async () => {
    const { page, context } = await scene.opened(scene.client)
    await page.route('**/assets/TextPage*', (route) => route.fulfill({ status: 404 }))
    await scene.show(page)
    const hours = line(page, 'When we are open')
    await hours.getByRole('button', { name: 'Preview' }).click()
    const answer = page.waitForResponse('**/assets/TextPage*')
    await hours.getByRole('button', { name: 'Try again' }).click()
    await answer
    await choose(page, note('doors.txt'))
    const chosen = page.getByRole('form', { name: 'Share files' })
    await chosen.getByText('doors.txt').first().waitFor()
    await hours.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This page loads again once your work is saved.').waitFor()
    const loaded = page.waitForEvent('load')
    await chosen.getByRole('button', { name: /^Remove/ }).click()
    await loaded
    await context.close()
  })

  it('keep the page where the code to share files does not come', async () => {
    const { page, context } = await scene.opened(scene.client)
    await page.route('**/assets/UploadList*', (route) => route.abort())
    await scene.show(page)
    await write(page).fill('Here is our door')
    await choose(page, note('doors.txt'))
    const missing = page.getByRole('alert').filter({ hasText: 'This part of the page couldn’t be loaded.' })
    await missing.waitFor()
    await page.unroute('**/assets/UploadList*')
    await missing.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('form', { name: 'Share files' }).getByText('doors.txt').first().waitFor()
    expect(await write(page).inputValue()).toBe('Here is our door')
    await write(page).fill('')
    await context.close()
  })

  it('see pictures that did not come while the line was down as soon as it is back', async () => {
    const { page, context } = await scene.opened(scene.client)
    await page.route('**/uploads/**', (route) => route.abort())
    await scene.show(page)
    const door = line(page, 'Our door')
    await door.scrollIntoViewIfNeeded()
    await door.getByText('does not support preview').waitFor()
    await door.getByRole('button', { name: 'Try again' }).waitFor()
    await context.setOffline(true)
    await door.getByText('preview available when you’re online').waitFor()
    await page.unroute('**/uploads/**')
    await context.setOffline(false)
    const image = door.getByRole('img', { name: 'Our door' })
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth), soon).toBe(1)
    await context.close()
  })

  it('leave nothing that waits in a browser that they log out of', async () => {
    const { page } = await scene.opened(scene.admin)
    await scene.show(page)
    await page.route('**/api/send-message', (route) => route.abort())
    await say(page, 'Not for others')
    await waiting(page, 'Not for others').waitFor()
    await choose(page, note('mine.txt'))
    await caption(page, 'mine.txt', 'Nor this')
    const questions: string[] = []
    page.on('dialog', async (question) => {
      questions.push(question.type())
      await question.dismiss()
    })
    const storedKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:')))
    expect(await storedKeys()).toHaveLength(1)
    const login = page.waitForRequest('**/login')
    // As the logout of another window tells this one.
    await page.evaluate(() => {
      localStorage.removeItem('account')
      new BroadcastChannel('logout').postMessage('left')
    })
    await expect.poll(storedKeys, soon).toEqual([])
    await login
    expect(questions).toEqual([])
    await page.context().close()
  })

  it('find what waits where a page hears of a logout only after the next login', async () => {
    const { page } = await scene.opened(scene.admin)
    await scene.show(page)
    await page.route('**/api/send-message', (route) => route.abort())
    await say(page, 'Written after the login')
    await waiting(page, 'Written after the login').waitFor()
    const left = page.waitForURL('**/orders')
    await page.evaluate(() => new BroadcastChannel('logout').postMessage('left'))
    await left
    await scene.show(page)
    await waiting(page, 'Written after the login').waitFor()
    await page.context().close()
  })

  it('see why a message that waited was not sent, once the project is closed', async () => {
    const { page, context } = await scene.opened(scene.client)
    await scene.show(page)
    await page.route('**/api/send-message', (route) => route.abort())
    await say(page, 'Too late')
    await waiting(page, 'Too late').waitFor()
    await scene.admin.put('/api/complete-or-cancell', { orderId: scene.id, status: 'complete' })
    await page.unroute('**/api/send-message')
    await waiting(page, 'Too late').getByText('Order Either Completed Or Cancelled').waitFor()
    await scene.admin.put('/api/reopen-order', { orderId: scene.id, reason: 'Not done yet' })
    await context.close()
  })

  // spec: 9.24
  it('choose what is shown, and find it so again', async () => {
    await talk(client).getByRole('button', { name: 'Shared files' }).click()
    await line(client, 'It is there now.').waitFor({ state: 'detached' })
    await client.reload()
    await line(client, 'Our door').waitFor()
    expect(await line(client, 'It is there now.').count()).toBe(0)
    // What is not shown is not read, however long it is there.
    await scene.admin.post('/api/send-message', { orderId: scene.id, text: 'The flour has come.' })
    await expect.poll(() => client.title(), soon).toMatch(/^\(1\) /)
    await write(client).scrollIntoViewIfNeeded()
    const justNow = line(admin, 'The flour has come.').getByText('just now')
    await justNow.waitFor()
    await justNow.waitFor({ state: 'detached' })
    expect(await client.title()).toMatch(/^\(1\) /)
    await talk(client).getByRole('button', { name: 'All', exact: true }).click()
    await write(client).scrollIntoViewIfNeeded()
    await expect.poll(() => client.title(), soon).not.toMatch(/^\(/)
    await line(client, 'It is there now.').waitFor()
  })
})

describe('a person who comes back', () => {
  it('sees what is unread in the title and the conversation, and what changed on top', async () => {
    const { page } = await scene.opened(scene.client)
    await scene.show(page)
    await page.goto('/dashboard')
    // The other page of this client must not read it for them.
    await client.goto('about:blank')
    await scene.admin.post('/api/send-message', { orderId: scene.id, text: 'While you were out' })
    await scene.admin.put('/api/update-progress-status', { orderId: scene.id, progressId: 3, status: 1 })
    await page.goto(`/order-detail/${scene.id}?tab=terms`)
    await expect.poll(() => page.title(), soon).toMatch(/^\(\d+\) Terms & Conditions – Asha Rao #1/)
    await page.getByRole('link', { name: /^Overview.*unread/ }).click()
    const changed = page.getByText('1 message · Business report and strategy call is done')
    expect(await changed.textContent()).toMatch(/^Since your last visit on/)
    await talk(page)
      .getByText(/\d+ unread/)
      .waitFor()
    await page.getByRole('textbox', { name: /^Write to/ }).scrollIntoViewIfNeeded()
    await expect.poll(() => page.title(), soon).toMatch(/^Asha Rao #1/)
  })

  it('is told what came while their page was in the background, also where it was closed there', async () => {
    const { page } = await scene.opened(scene.client)
    await scene.show(page)
    // A browser without a window has no background: the page is told as a browser tells it.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await scene.admin.post('/api/send-message', { orderId: scene.id, text: 'While it was in the background' })
    await talk(page).getByText('While it was in the background').waitFor()
    await scene.show(page)
    await page.getByText(/^Since your last visit on .* 1 message\./).waitFor()
    await page.close()
  })

  it.each([-6, 6])(
    'sees which steps are new to them, though the clock of their device is %i hours off',
    async (hours) => {
      const orderId = await scene.client.order()
      const { page } = await scene.opened(scene.client)
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000)
      await scene.show(page, 'overview', orderId)
      await page.goto('/dashboard')
      await scene.admin.put('/api/update-progress-status', { orderId, progressId: 3, status: 1 })
      await scene.show(page, 'overview', orderId)
      await page.getByText(/^Since your last visit on .* is done/).waitFor()
      const steps = page.getByRole('list', { name: 'Project progress' }).getByRole('listitem')
      const fresh = steps.filter({ hasText: 'New since your last visit.' })
      expect(await fresh.locator('.step-name').allTextContents()).toEqual(['Business report and strategy call'])
      await page.close()
    },
  )
})

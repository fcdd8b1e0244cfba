import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Visitor } from '#api/testing/test-server.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { expectNoOverflow, type OrderScene, orderScene, soon } from './order-scene.ts'

let scene: OrderScene
/** Another admin beside the first. */
let devika: Visitor
beforeAll(async () => {
  scene = await orderScene()
  const email = 'devika@longhand.example'
  await scene.admin.post('/api/invite-admin', { email })
  const token = /\/invitation\/([\w.-]+)/.exec(await scene.server.mailTo(email))![1]
  devika = scene.server.visitor()
  const person = { name: 'Devika Menon', phone: '98450 54321', password: 'thirty-two-columns' }
  await devika.post('/api/accept-invitation', { token, ...person })
})
afterAll(() => scene?.close())

const packaged = async () => {
  const { questions, progress } = (await scene.admin.get('/api/get-single-package?packageId=1')).body.data[0]
  return { questions: JSON.parse(questions) as Question[], progress: JSON.parse(progress) as { value: string }[] }
}
const ask = (by: Visitor, questions: unknown) =>
  by.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) })
const withText = (id: number, question: string) =>
  defaultQuestions.map((each) => (each.id === id ? { ...each, question } : each))

beforeEach(async () => {
  await ask(scene.admin, defaultQuestions)
  await scene.admin.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(defaultSteps) })
})

/** An editor's page of the first admin, on a desk unless it is said otherwise. */
async function editor(path: string, { viewport = { width: 1440, height: 900 }, live = true } = {}): Promise<Page> {
  const { page, context } = await scene.opened(scene.admin, { viewport, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  if (!live) await page.routeWebSocket('**/socket.io/**', (line) => line.close())
  await page.goto(path)
  await page.getByRole('button', { name: /^Update/ }).waitFor()
  if (live) await page.getByText('Live', { exact: true }).waitFor()
  return page
}
const says = (page: Page | Locator, words: string | RegExp) => page.getByText(words).first().waitFor()
const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const line = (page: Page, place: number) => page.getByRole('button', { name: `Question ${place}:` })
/** The texts of the questions in their order, that of the open line from its input. */
const texts = (page: Page) =>
  page
    .locator('.q-line')
    .evaluateAll((lines) =>
      lines.map((each) => each.querySelector('textarea')?.value ?? each.querySelector('.q-text')?.textContent),
    )
const when = (page: Page) => page.getByRole('group', { name: 'Ask When' })
const update = (page: Page, name = 'Update') => page.getByRole('button', { name, exact: true })

describe('the questions editor', () => {
  // spec: 1.16, 2.15, 2.75, 2.76, 2.77, 5.29, 5.30, 5.31, 6.12, 7.22
  it('writes a question by the keyboard, shows it as a client sees it, and saves it for new orders', async () => {
    const page = await editor('/questions')
    await page.getByRole('button', { name: '+ Add Question' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Do you deliver?')
    const proof = page.getByRole('region', { name: 'Client preview' })
    await says(proof, 'Do you deliver?')
    expect(await update(page).isEnabled()).toBe(true)

    await page.getByLabel('Answer type').selectOption('Radio')
    await says(page, 'A Radio question needs exactly 2 options.')
    expect(await update(page).isDisabled()).toBe(true)
    expect(await page.getByRole('textbox', { name: /^Option \d/ }).count()).toBe(2)
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Yes')
    await page.getByRole('textbox', { name: 'Option 2' }).fill('No')
    await press(page, '+ Add Question')
    await page.keyboard.type('How far?')
    await when(page).getByLabel('Question').selectOption({ label: '14. Do you deliver?' })
    await when(page).getByLabel('Answer').selectOption('Yes')
    await page.getByLabel('Not compulsory').check()
    await says(page, 'Unsaved: 14 and 15 added.')

    expect(await proof.getByLabel('How far?').count()).toBe(0)
    await proof
      .getByRole('radiogroup', { name: /Do you deliver/ })
      .getByLabel('Yes')
      .check()
    await proof.getByLabel('How far?').fill('Ten miles')

    await update(page).click()
    await says(page, 'Questionnaire updated')
    await says(page, 'Added question 15: How far?')
    expect((await packaged()).questions.slice(13)).toMatchObject([
      { id: 14, question: 'Do you deliver?', answerObject: [{ opt: 'Yes' }, { opt: 'No' }], required: true },
      { id: 15, question: 'How far?', dependQuestion: 14, dependAnswer: 'Yes', required: false },
    ])
  })

  // spec: 2.76, 5.28
  it('refuses what could never be asked, shows where, and offers the ways out', async () => {
    const page = await editor('/questions')
    await line(page, 3).click()
    await says(page, 'Shows 4')
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Certainly')
    await says(page, '“Yes” is not an answer to “Do you have a website now?”.')
    await says(page, '1 needs fixing.')
    expect(await update(page).isDisabled()).toBe(true)
    await press(page, 'Show if 3 is “Certainly”')
    expect(await update(page).isEnabled()).toBe(true)

    await when(page)
      .getByLabel('Question')
      .selectOption({ label: '5. What is the most important job of your new website?' })
    await when(page).getByLabel('Answer').selectOption('Sell online')
    await page.getByRole('button', { name: 'Close' }).click()
    await line(page, 5).click()
    await when(page).getByLabel('Question').selectOption({ label: '3. Do you have a website now?' })
    await says(page, 'It depends on itself.')
    expect(await page.locator('.branches .is-thick').count()).toBeGreaterThan(0)
    await press(page, 'Stop 3 depending on 5')
    await when(page).getByLabel('Answer').selectOption('No')
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions[4]).toMatchObject({ dependQuestion: 3, dependAnswer: 'No' })
  })

  // spec: 2.77
  it('says what would break before something is removed, and takes every edit back', async () => {
    const page = await editor('/questions')
    await line(page, 5).click()
    await press(page, 'Remove option 4')
    await says(page, 'Without “Manage daily work”, 6 would never be shown.')
    await press(page, 'Remove, and show 6 if 5 is “Get more enquiries”')
    await press(page, 'Delete')
    await says(page, 'Without this question, 6 would never be shown.')
    await press(page, 'Delete, and always show 6')
    expect(await texts(page)).toHaveLength(12)
    await press(page, /^Restore /)
    expect(await texts(page)).toEqual(defaultQuestions.map(({ question }) => question))
    await line(page, 1).focus()
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Control+z')
    await says(page, 'No unsaved changes.')
    await page.keyboard.press('Control+Shift+z')
    await says(page, 'Unsaved: 5 and 6 changed.')
  })

  it('moves a question by keys, and by dragging it over lines of other heights', async () => {
    const page = await editor('/questions')
    const [one, two, three] = defaultQuestions.map(({ question }) => question)
    await page.getByRole('button', { name: 'Move question 1 down' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await texts(page)).slice(0, 3), soon).toEqual([two, one, three])
    await says(page, 'Moved to position 2 of 13')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await texts(page)).slice(0, 3), soon).toEqual([two, three, one])

    const grip = page.locator('.mover-grip')
    await grip.nth(2).dragTo(page.locator('.q-line').nth(0), { targetPosition: { x: 300, y: 4 } })
    await expect.poll(async () => (await texts(page)).slice(0, 3), soon).toEqual([one, two, three])
    await says(page, 'No unsaved changes.')
  })

  it('keeps what is moved by the keyboard above the foot of the page, to the last place', async () => {
    const page = await editor('/questions', { viewport: { width: 1280, height: 800 } })
    const down = page.getByRole('button', { name: /^Move question \d+ down$/ })
    await down.nth(6).focus()
    const foot = page.locator('.editor-foot')
    for (let place = 7; place < defaultQuestions.length; place++) {
      await page.keyboard.press('Enter')
      const moved = page.getByRole('button', { name: `Move question ${place + 1} down` }).and(page.locator(':focus'))
      const [button, bar] = [(await moved.boundingBox())!, (await foot.boundingBox())!]
      expect(button.y + button.height).toBeLessThan(bar.y)
    }
  })

  it('shows the question that is open in the proof, wherever that was scrolled to', async () => {
    const page = await editor('/questions', { viewport: { width: 1440, height: 800 } })
    const proof = page.getByRole('region', { name: 'Client preview' })
    for (const place of [12, 2]) {
      await line(page, place).click()
      await expect
        .poll(() =>
          proof.getByText(defaultQuestions[place - 1]!.question).evaluate((text) => {
            const { top, bottom } = text.getBoundingClientRect()
            const sheet = text.closest('.editor-sheet')!.getBoundingClientRect()
            return top >= sheet.top && bottom <= sheet.bottom && bottom <= innerHeight
          }),
        )
        .toBe(true)
    }
  })

  it('takes over what another admin writes, and has two hands on one line settled', async () => {
    const page = await editor('/questions')
    await line(page, 1).click()
    await page.getByLabel('Question', { exact: true }).first().fill('What do you make?')
    await ask(devika, withText(2, 'Who buys from you?'))
    await says(page, 'Devika Menon updated the questionnaire while you were editing.')
    await expect.poll(() => texts(page), soon).toContain('Who buys from you?')

    const theirs = withText(2, 'Who buys from you?').map((each) =>
      each.id === 1 ? { ...each, question: 'What is your trade?', description: 'In one word.' } : each,
    )
    await ask(devika, theirs)
    await says(page, 'You both edited 1 item.')
    await says(page, 'What is your trade?')
    expect(await update(page).isDisabled()).toBe(true)
    await press(page, 'Keep both, as 1 and 2')
    expect((await texts(page)).slice(0, 3)).toEqual(['What is your trade?', 'What do you make?', 'Who buys from you?'])
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions.slice(0, 3).map(({ question }) => question)).toEqual([
      'What is your trade?',
      'What do you make?',
      'Who buys from you?',
    ])
  })

  it('merges with what it has not heard of, and asks only where both wrote', async () => {
    const page = await editor('/questions', { live: false })
    await line(page, 1).click()
    await page.getByLabel('Question', { exact: true }).first().fill('What do you make?')
    await ask(devika, withText(2, 'Who buys from you?'))
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions.slice(0, 2).map(({ question }) => question)).toEqual([
      'What do you make?',
      'Who buys from you?',
    ])
    await page.getByLabel('Question', { exact: true }).first().fill('What do you sell?')
    await ask(devika, withText(1, 'What is your trade?'))
    await update(page).click()
    await says(page, 'Another admin edited the same item.')
    await press(page, 'Keep theirs')
    expect((await texts(page))[0]).toBe('What is your trade?')
  })

  it('saves once what is sent again because its answer was lost', async () => {
    const versions = async () => (await scene.admin.get('/api/get-package-versions?packageId=1&limit=100')).body.data
    const before = (await versions()).length
    const page = await editor('/questions', { live: false })
    await line(page, 1).click()
    await page.getByLabel('Question', { exact: true }).first().fill('What do you make?')
    await page.route('**/api/update-package', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await update(page).click()
    await says(page, 'We can’t reach the server.')
    await says(page, 'Unsaved: 1 changed.')
    await page.unroute('**/api/update-package')
    await update(page).click()
    await says(page, 'Questionnaire updated')
    await says(page, 'No unsaved changes.')
    expect((await versions()).length).toBe(before + 1)
  })

  it('keeps unsaved changes through a reload, and asks before it is left', async () => {
    const page = await editor('/questions')
    page.on('dialog', (dialog) => dialog.accept())
    await line(page, 1).click()
    await page.getByLabel('Question', { exact: true }).first().fill('What do you make?')
    await page.reload()
    await says(page, 'Unsaved: 1 changed.')
    expect((await texts(page))[0]).toBe('What do you make?')
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
    await press(page.getByRole('dialog'), 'No, go back')
    expect(new URL(page.url()).pathname).toBe('/questions')
    await page.getByRole('link', { name: 'Orders' }).click()
    await press(page.getByRole('dialog'), 'Leave without saving')
    await page.waitForURL('**/orders')
  })

  it('counts the projects that keep their own version as they are started, and shows a phone or a desktop', async () => {
    const page = await editor('/questions')
    const open = async () => (await devika.get('/api/get-single-package?packageId=1')).body.orders.open as number
    const before = await open()
    await (await scene.server.client()).order()
    await expect.poll(open, soon).toBe(before + 1)
    await page
      .getByText(
        before === 0 ? '1 open project keeps its own version.' : `${before + 1} open projects keep their own version.`,
      )
      .waitFor()
    const widthOf = () => page.locator('.proof-page').evaluate((each) => each.clientWidth)
    const onPhone = await widthOf()
    await press(page, 'Desktop')
    expect(await widthOf()).toBeGreaterThan(onPhone * 1.4)
  })

  it('restores an earlier version, not saved yet', async () => {
    await ask(devika, withText(1, 'What is your trade?'))
    const page = await editor('/questions')
    await says(page, 'Changed question 1')
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
    const numbers = await versions.getByText(/^Version \d+/).allTextContents()
    const [newest, before] = numbers.map((each) => Number(/\d+/.exec(each)))
    expect(newest).toBe(before! + 1)
    await press(page, new RegExp(`^Restore version ${before}\\b`))
    await says(page, 'Unsaved: 1 changed.')
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions).toEqual(defaultQuestions)
  })

  it('has its parts one at a time on a phone', async () => {
    const page = await editor('/questions', { viewport: { width: 360, height: 740 } })
    await line(page, 3).click()
    await says(page, 'Short description')
    await expectNoOverflow(page)
    await press(page, 'Client preview')
    await page.getByRole('radiogroup', { name: /Do you have a website/ }).waitFor()
    await expectNoOverflow(page)
    await press(page, 'Versions')
    await says(page, 'All versions are kept.')
  })
})

describe('the progress tracker', () => {
  // spec: 1.16, 2.15, 2.78, 2.79, 5.26, 6.12, 6.16, 7.23
  it('is written with phase, turn and payment, and is for new orders alone', async () => {
    const page = await editor('/progress-tracker')
    await page.getByRole('heading', { name: '2. Make Your Progress Tracker' }).waitFor()
    await says(page, /existing projects? keeps? (its|their) steps \(\d+ open, \d+ closed\)/)
    await press(page, 'Remove step 1')
    await press(page, '+ Add Step')
    const added = page.getByRole('textbox', { name: 'Step 8' })
    await expect.poll(() => added.evaluate((field) => field === document.activeElement), soon).toBe(true)
    expect(await update(page, 'Update Package').isDisabled()).toBe(true)
    await says(page, /Fix 8 first\./)
    await page.keyboard.type('Celebrate')
    await page.getByLabel('Phase of step 8').selectOption('Handover')
    await page.getByLabel('Whose turn step 8 is').selectOption('Client’s turn')
    await page.getByRole('checkbox', { name: 'Payment (step 8)' }).check()
    await page.getByRole('button', { name: 'Move step 8 up' }).click()
    await page.getByLabel('What completes step 2').selectOption('The design is approved')
    await page.getByLabel('Current step').fill('7')
    await says(page.getByRole('region', { name: 'Client preview' }), 'Waiting for you: Celebrate.')
    await update(page, 'Update Package').click()
    await says(page, 'Progress tracker updated')
    await says(page, 'Deleted step 1: Quick test')
    expect((await packaged()).progress[1]).toMatchObject({ completedOn: 'approval' })
    expect((await packaged()).progress.slice(5)).toMatchObject([
      { value: 'Launch' },
      { value: 'Celebrate', phase: 'handover', with: 'client', payment: true },
      { value: 'Final handover' },
    ])
    const { progress } = (await scene.admin.get(`/api/get-single-order?id=${scene.id}`)).body.data[0]
    expect(JSON.parse(progress).map(({ value }: { value: string }) => value)).toEqual(
      defaultSteps.map(({ value }) => value),
    )
  })

  it('is told what another admin writes, and keeps both', async () => {
    const page = await editor('/progress-tracker')
    await page.getByRole('textbox', { name: 'Step 4' }).fill('First payment')
    const theirs = defaultSteps.map((step) => (step.id === 7 ? { ...step, value: 'Going live' } : step))
    await devika.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(theirs) })
    await says(page, 'Devika Menon updated the progress tracker while you were editing.')
    await update(page, 'Update Package').click()
    await says(page, 'Progress tracker updated')
    const { progress } = await packaged()
    expect([progress[3]!.value, progress[6]!.value]).toEqual(['First payment', 'Going live'])
  })
})

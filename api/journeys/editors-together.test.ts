import { describe, expect, it } from 'vitest'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import { loseAnswers } from './browsing.ts'
import { editorScene } from './editor-scene.ts'
import { hasFocus, soon } from './order-scene.ts'

const scene = editorScene()
const { packaged, ask, withText, editor, says, press, line, texts, update } = scene

describe('the questions editor', () => {
  // spec: 1.16, 2.15, 2.75, 2.76, 2.77, 5.29, 5.30, 5.31, 6.12, 7.22
  // spec: 2.76, 5.28
  // spec: 2.77
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
    await ask(scene.devika, withText(2, 'Who buys from you?'))
    await says(page, 'Devika Menon updated the questionnaire while you were editing.')
    await expect.poll(() => texts(page), soon).toContain('Who buys from you?')

    const theirs = withText(2, 'Who buys from you?').map((each) =>
      each.id === 1 ? { ...each, question: 'What is your trade?', description: 'In one word.' } : each,
    )
    await ask(scene.devika, theirs)
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
    await ask(scene.devika, withText(2, 'Who buys from you?'))
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions.slice(0, 2).map(({ question }) => question)).toEqual([
      'What do you make?',
      'Who buys from you?',
    ])
    await page.getByLabel('Question', { exact: true }).first().fill('What do you sell?')
    await ask(scene.devika, withText(1, 'What is your trade?'))
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
    const answersCome = await loseAnswers(page, '/api/update-package')
    await update(page).click()
    await says(page, 'We can’t reach the server.')
    await says(page, 'Unsaved: 1 changed.')
    await answersCome()
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
    const open = async () => (await scene.devika.get('/api/get-single-package?packageId=1')).body.orders.open as number
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
    await ask(scene.devika, withText(1, 'What is your trade?'))
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

  it('gives the focus to what can be restored where its only step is removed', async () => {
    const one = JSON.stringify([{ id: 1, value: 'Everything' }])
    await scene.admin.put('/api/update-progress', { packageId: 1, progress: one })
    const page = await editor('/progress-tracker')
    await press(page, 'Remove step 1')
    await hasFocus(page.getByRole('button', { name: 'Restore Everything' }))
  })

  it('is told what another admin writes, and keeps both', async () => {
    const page = await editor('/progress-tracker')
    await page.getByRole('textbox', { name: 'Step 4' }).fill('First payment')
    const theirs = defaultSteps.map((step) => (step.id === 7 ? { ...step, value: 'Going live' } : step))
    await scene.devika.put('/api/update-progress', { packageId: 1, progress: JSON.stringify(theirs) })
    await says(page, 'Devika Menon updated the progress tracker while you were editing.')
    await update(page, 'Update Package').click()
    await says(page, 'Progress tracker updated')
    const { progress } = await packaged()
    expect([progress[3]!.value, progress[6]!.value]).toEqual(['First payment', 'Going live'])
  })
})

import { describe, expect, it } from 'vitest'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import { editorScene } from './editor-scene.ts'
import { expectNoOverflow, hasFocus, soon } from './order-scene.ts'

const scene = editorScene()
const { packaged, editor, says, press, line, texts, when, update } = scene

describe('the questions editor', () => {
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
    await press(page, 'Go to 14')
    await hasFocus(page.getByRole('textbox', { name: 'Question', exact: true }))
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

    // Dropped where it was: that is no edit, after which there would be nothing to redo.
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await texts(page)).slice(0, 3), soon).toEqual([two, three, one])
    await grip.nth(1).dragTo(page.locator('.q-line').nth(1))
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await texts(page)).slice(0, 3), soon).toEqual([one, two, three])
  })

  it('gives a new question no id of a deleted one, to which a draft may have an answer', async () => {
    const { businessName: _, ...another } = defaultQuestions[0]!
    await scene.ask(scene.admin, [...defaultQuestions, { ...another, id: 40 }])
    await scene.ask(scene.admin, defaultQuestions)
    const page = await editor('/questions')
    await press(page, '+ Add Question')
    await page.keyboard.type('Who bakes?')
    await update(page).click()
    await says(page, 'Questionnaire updated')
    expect((await packaged()).questions.at(-1)).toMatchObject({ id: 41, question: 'Who bakes?' })
  })

  it('has its parts one at a time on a phone', async () => {
    const page = await editor('/questions', { viewport: { width: 360, height: 740 } })
    expect(await page.getByRole('region', { name: 'Questions' }).ariaSnapshot()).toContain('Shown if 3 is Yes')
    await line(page, 3).click()
    await says(page, 'Short description')
    await expectNoOverflow(page)
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Certainly')
    await press(page, 'Client preview')
    await page.getByRole('radiogroup', { name: /Do you have a website/ }).waitFor()
    await expectNoOverflow(page)
    await press(page, 'Versions')
    await says(page, 'All versions are kept.')
    await press(page, 'Go to 4')
    expect(await page.locator(':focus').evaluate((field) => field.checkVisibility())).toBe(true)
    await page.getByRole('region', { name: 'Questions' }).waitFor()
  })
})

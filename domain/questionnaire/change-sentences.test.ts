import { describe, expect, it } from 'vitest'
import type { NewStep } from '#domain/step.ts'
import { questionChangeSentences, stepChangeSentences } from './change-sentences.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { withOptions, withType } from './editing.ts'
import type { Question } from './question.ts'
import { withCondition } from './repair.ts'

const questionsWith = (id: number, change: Partial<Question>) =>
  defaultQuestions.map((each) => (each.id === id ? { ...each, ...change } : each))
const sentencesFor = (after: readonly Question[]) => questionChangeSentences(defaultQuestions, after)
const stepsWith = (id: number, change: Partial<NewStep>) =>
  defaultSteps.map((each) => (each.id === id ? { ...each, ...change } : each))
const tracked = (after: readonly NewStep[]) => stepChangeSentences(defaultSteps, after)
const whats = (sentences: readonly { what: string }[]) => sentences.map(({ what }) => what)

describe('what was changed in a questionnaire', () => {
  it('is nothing between equals, whatever blanks and blank options they have', () => {
    const blanks = questionsWith(1, { question: `${defaultQuestions[0]!.question} ` })
    expect(sentencesFor(blanks)).toEqual([])
  })
  it('is what a question says, with the words before and after', () =>
    expect(sentencesFor(questionsWith(2, { question: 'Who buys?', required: false }))).toEqual([
      { what: 'Changed question 2', before: defaultQuestions[1]!.question, after: 'Who buys?' },
      { what: 'Question 2 is now optional' },
    ]))
  it('is what a question is answered with', () => {
    expect(sentencesFor(questionsWith(5, withOptions(defaultQuestions[4]!, [{ id: 1, text: 'Sell' }])))).toEqual([
      {
        what: 'Changed the options of question 5',
        before: 'Get more enquiries, Take bookings, Sell online, Manage daily work',
        after: 'Sell',
      },
    ])
    const typed = defaultQuestions.map((each) => (each.id === 3 ? withType(each, 'Date') : each))
    expect(sentencesFor(typed)).toEqual([
      { what: 'Changed the answer type of question 3', before: 'Radio', after: 'Date' },
    ])
  })
  it('is when a question is asked', () => {
    expect(whats(sentencesFor(withCondition(defaultQuestions, 9, 3, 'No')))).toEqual([
      'Question 9 is shown only if question 3 is “No”',
    ])
    expect(whats(sentencesFor(withCondition(defaultQuestions, 4, null, '')))).toEqual(['Question 4 is always shown'])
  })
  it('is what came, went and moved', () => {
    const [first, second, ...rest] = defaultQuestions as [Question, Question, ...Question[]]
    const added = { ...first, id: 20, question: 'And now?' }
    expect(whats(sentencesFor([second, first, ...rest.slice(1), added]))).toEqual([
      'Moved question 1 down to 2',
      'Added question 13: And now?',
      'Deleted question 3: Do you have a website now?',
    ])
  })
})

describe('what was changed in a progress tracker', () => {
  it('is each trait of a step', () => {
    expect(tracked(stepsWith(3, { value: 'Report' }))).toEqual([
      { what: 'Renamed step 3', before: 'Business report and strategy call', after: 'Report' },
    ])
    expect(whats(tracked(stepsWith(5, { payment: true })))).toEqual(['Step 5 is now a payment'])
    expect(tracked(stepsWith(5, { phase: 'handover', with: 'agency' }))).toEqual([
      { what: 'Changed the phase of step 5', before: 'landing page', after: 'handover' },
      { what: 'Changed whose turn step 5 is', before: 'client', after: 'agency' },
    ])
  })
  it('is what came and went', () =>
    expect(whats(tracked([...defaultSteps.slice(1), { id: 9, value: 'Celebrate' }]))).toEqual([
      'Added step 8: Celebrate',
      'Deleted step 1: Quick test',
    ]))
})

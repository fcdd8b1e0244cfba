import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid } from '#domain/command.ts'
import {
  answered,
  type DraftEntry,
  emptyDraft,
  maxAnswerLength,
  problemWith,
  withEntries,
  withoutSent,
} from './answers.ts'
import { defaultQuestions } from './default.ts'
import { type Answer, type Answers, type AnswerType, answerTypes, type Question } from './question.ts'

const questionOf = (type: AnswerType) => defaultQuestions.find(({ answerType }) => answerType === type)!
const file = (originalName: string) => ({ originalName, filename: 'k3x' })

/** Valid and invalid answers for each kind; the compiler asks for every kind. */
const cases: Record<AnswerType, { good: Answer[]; bad: unknown[]; message: string }> = {
  Line: { good: ['Saris'], bad: ['x'.repeat(maxAnswerLength + 1)], message: 'Please use at most 10000 characters' },
  Paragraph: { good: ['One.\n\nTwo.'], bad: [5, ['x'], file('a.pdf')], message: 'Please enter text' },
  Radio: { good: ['Yes', 'No'], bad: ['yes', 'Maybe', ['Yes'], 5], message: 'Please choose one of the options' },
  'Multiple Choice': {
    good: ['Sell online'],
    bad: ['Yes', '__proto__', 'toString', ['Sell online']],
    message: 'Please choose one of the options',
  },
  'Check Box': {
    good: [['Stock'], ['Stock', 'Staff']],
    bad: [['Stock', 'Cows'], ['']],
    message: 'Please choose one of the options',
  },
  File: {
    good: [file('logo.png'), file('LOGO.PNG')],
    bad: [file('logo.exe'), file('logo')],
    message: 'This file type isn’t supported',
  },
  Link: {
    good: ['https://neelgirilooms.example', 'http://x.example/a?b#c'],
    bad: ['neelgirilooms.example', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'https://a b'],
    message: 'Please enter a link that starts with https://',
  },
  Email: {
    good: ['orders@neelgirilooms.example'],
    bad: ['orders', 'orders@', 'a@b.example, c@d.example'],
    message: 'Please enter an email address',
  },
  Phone: {
    good: ['+91 90000 00021', '(0821) 400-0021'],
    bad: ['12345', '------', '+91 9000x', '1'.repeat(16), '9'.repeat(9000)],
    message: 'Please enter a phone number',
  },
  Color: {
    good: ['#7a1f3d', '#FFFFFF'],
    bad: ['red', '#fff', '7a1f3d', '#7a1f3d;'],
    message: 'Please choose a colour',
  },
  Date: {
    good: ['2028-02-29'],
    bad: ['2027-02-29', '29/02/2028', '2028-02-29T00:00'],
    message: 'Please choose a date',
  },
  Time: {
    good: ['02:05 PM', '12:00 AM', '11:59 PM'],
    bad: ['14:05', '00:05 AM', '13:00 PM', '02:05', '02:60 PM'],
    message: 'Please choose a time',
  },
}

describe.each(answerTypes)('a %s answer', (type) => {
  const { good, bad, message } = cases[type]
  const required = { ...questionOf(type), required: true }

  it.each(good.map((answer) => [answer]))('may be %j', (answer) =>
    expect(problemWith(required, answer)).toBeUndefined(),
  )
  // spec: 5.15
  it.each(bad.map((answer) => [answer]))('may not be %.60j', (answer) =>
    expect(problemWith(required, answer as Answer)).toBe(message),
  )
  // spec: 5.12
  it.each([[''], ['  \n'], ['\u200b'], [null], [undefined], [[]]])('is missing when it is %j', (answer) => {
    expect(problemWith(required, answer)).toBe('Please answer this question')
    expect(problemWith({ ...required, required: false }, answer)).toBeUndefined()
  })
})

describe('answers of the wrong kind', () => {
  it.each([5, true, {}, { length: 0 }, { originalName: 'a.pdf' }, 'logo.png'])('%j is no file', (answer) =>
    expect(problemWith(questionOf('File'), answer as Answer)).toBe('Please choose a file'),
  )
  // spec: 5.20
  it('are no choice, even when they look like an option', () =>
    expect(problemWith(questionOf('Check Box'), 'Stock')).toBe('Please choose from the options'))
})

describe('answering the questionnaire', () => {
  const answers: Answers = {
    1: 'Saris',
    2: 'Families',
    3: 'No',
    5: 'Sell online',
    9: 'orders@neelgirilooms.example',
    10: '+91 90000 00021',
    12: '11:00 AM',
  }
  const saved = (changes: Answers = {}) =>
    Object.fromEntries(answered(defaultQuestions, { ...answers, ...changes }).map(({ id, answer }) => [id, answer]))
  const problems = (questions: Question[], answers: Answers): Record<string, string> => {
    try {
      answered(questions, answers)
    } catch (error) {
      if (error instanceof Invalid) return error.fields
      throw error
    }
    return {}
  }

  it('keeps each question with its answer, and null where there is none or it was not asked', () =>
    expect(saved()).toEqual({ ...answers, 4: null, 6: null, 7: null, 8: null, 11: null, 13: null }))
  it('keeps all questions, in their order', () =>
    expect(answered(defaultQuestions, answers).map(({ id }) => id)).toEqual(defaultQuestions.map(({ id }) => id)))
  it('keeps the rest of the question as it was', () =>
    expect(answered(defaultQuestions, answers)[0]).toEqual({ ...defaultQuestions[0], answer: 'Saris' }))
  // spec: 5.13
  it('drops what was answered to a question that is not asked', () =>
    expect(saved({ 4: 'https://old.example', 6: ['Stock'] })).toEqual(saved()))
  it('does not check what it drops', () => expect(saved({ 4: 'not a link' })).toEqual(saved()))
  it('drops what was answered to no question at all', () => expect(saved({ 99: 'x', [-1]: 'y' })).toEqual(saved()))
  it('asks the conditional question once its condition holds', () => {
    expect(saved({ 3: 'Yes', 4: 'https://neelgirilooms.example' })).toMatchObject({
      4: 'https://neelgirilooms.example',
    })
    expect(problems(defaultQuestions, { ...answers, 3: 'Yes' })).toEqual({ 4: 'Please answer this question' })
  })
  it('says what is missing, by question', () => {
    const missing = Object.fromEntries([1, 2, 3, 5, 9, 10, 12].map((id) => [id, 'Please answer this question']))
    expect(problems(defaultQuestions, {})).toEqual(missing)
  })
  it('says what will not do, by question, all at once', () =>
    expect(problems(defaultQuestions, { ...answers, 8: 'red', 9: 'orders' })).toEqual({
      8: 'Please choose a colour',
      9: 'Please enter an email address',
    }))
  // spec: 3.10
  it('keeps what was checked: trimmed, each choice once, nothing beside a file', () =>
    expect(
      saved({
        1: `${' '.repeat(maxAnswerLength)}Saris `,
        5: 'Manage daily work',
        6: ['Stock', 'Stock', 'Staff'],
        7: { ...file('logo.png'), smuggled: 'x' } as Answer,
        9: ' orders@neelgirilooms.example ',
      }),
    ).toMatchObject({ 1: 'Saris', 6: ['Stock', 'Staff'], 7: file('logo.png'), 9: 'orders@neelgirilooms.example' }))
  it('comes to the same when it is done again with what was kept', () => {
    const once = answered(defaultQuestions, answers)
    expect(answered(defaultQuestions, Object.fromEntries(once.map(({ id, answer }) => [id, answer])))).toEqual(once)
  })
})

const bread = { id: 1, answer: 'Bread', at: 100 }
const cake = { id: 1, answer: 'Cake', at: 200 }
const neighbours = { id: 2, answer: 'Neighbours', at: 150 }

describe('a draft', () => {
  it('keeps the later of two answers, also when it arrives first', () => {
    expect(withEntries(withEntries(emptyDraft, [cake]), [bread]).answers).toEqual({ 1: cake })
    expect(withEntries(withEntries(emptyDraft, [bread]), [cake]).answers).toEqual({ 1: cake })
  })

  it('keeps what was written to other questions', () =>
    expect(withEntries(withEntries(emptyDraft, [bread]), [neighbours]).answers).toEqual({ 1: bread, 2: neighbours }))

  it('is the same when nothing is newer', () => {
    const draft = withEntries(emptyDraft, [cake])
    expect(withEntries(draft, [bread, cake])).toBe(draft)
  })

  it('is gone once its answers are sent, and what was written before does not come back', () => {
    const sent = withoutSent(withEntries(emptyDraft, [bread]), 160)
    expect(sent).toEqual({ answers: {}, sentAt: 160 })
    expect(withEntries(sent, [neighbours])).toBe(sent)
    expect(withEntries(sent, [cake]).answers).toEqual({ 1: cake })
  })

  it('keeps what was written after the sending for the next project', () =>
    expect(withoutSent(withEntries(emptyDraft, [cake, neighbours]), 160).answers).toEqual({ 1: cake }))

  it('comes out the same in whatever order devices are heard', () => {
    const written: fc.Arbitrary<DraftEntry> = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      answer: fc.string(),
      at: fc.integer({ min: 1, max: 50 }),
    })
    const some = fc.uniqueArray(written, { selector: ({ id, at }) => `${id} ${at}`, maxLength: 12 })
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 50 }), (all, sentAt) => {
        const forth = withoutSent(withEntries(emptyDraft, all), sentAt)
        const back = all
          .toReversed()
          .reduce((draft, each) => withEntries(draft, [each]), withoutSent(emptyDraft, sentAt))
        expect(back).toEqual(forth)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered } from './answers.ts'
import { applicableQuestions } from './applicable-questions.ts'
import {
  checkQuestions,
  checkSteps,
  maxFileQuestions,
  maxQuestions,
  maxSteps,
  questionsText,
  stepsText,
} from './check.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { questionList, sameList } from './list-changes.ts'
import { type Answer, type Answers, answerTypes, hasOptions, optionsOf, type Question } from './question.ts'

const messages = (questions: unknown) => checkQuestions(questions).issues.map(({ message }) => message)
const [line, , radio, link, choice, checkBox, file] = defaultQuestions
/** The default questionnaire with changes to some of its questions, by id. */
const with_ = (changes: Record<number, object>) => defaultQuestions.map((each) => ({ ...each, ...changes[each.id] }))

describe('a questionnaire', () => {
  it('that an agency begins with is fine as it is', () =>
    expect(checkQuestions(defaultQuestions)).toEqual({ items: defaultQuestions, issues: [] }))

  // spec: 5.28
  it.each<[string, object]>([
    ['Question 3 (“Do you have a website now?”): its id must be a whole number', { 3: { id: '3' } }],
    ['Question 3 (“Do you have a website now?”): its id must be 1 or more', { 3: { id: 0 } }],
    [
      'Question 5 (“What is the most important job of your new website?”): it has the same id as question 3',
      { 5: { id: 3 } },
    ],
    ['Question 1: its text is missing', { 1: { question: '  ' } }],
    ['Question 1 (“\u200b”): its text is missing', { 1: { question: '\u200b' } }],
    [
      'Question 6 (“What should your dashboard manage?”): it needs at least one option',
      { 6: { checkBoxArray: [{ id: 1, value: '\u200b' }] } },
    ],
    [
      `Question 1 (“${'x'.repeat(59)}…”): its text can have at most 500 characters`,
      { 1: { question: 'x'.repeat(501) } },
    ],
    [
      `Question 1 (“${'x'.repeat(58)}🙂…”): its id must be 1 or more`,
      { 1: { id: 0, question: `${'x'.repeat(58)}🙂🙂🙂` } },
    ],
    [
      'Question 4 (“What is its URL?”): its description can have at most 2000 characters',
      { 4: { description: 'x'.repeat(2001) } },
    ],
    ['Question 4 (“What is its URL?”): its answer type is invalid', { 4: { answerType: 'Slider' } }],
    ['Question 4 (“What is its URL?”): required must be true or false', { 4: { required: 'yes' } }],
    [
      'Question 3 (“Do you have a website now?”): a Radio question needs exactly 2 options',
      {
        3: {
          answerObject: [
            { id: 1, opt: 'Yes' },
            { id: 2, opt: ' ' },
          ],
        },
        4: { dependQuestion: null },
      },
    ],
    [
      'Question 3 (“Do you have a website now?”): the option “Yes” is there twice',
      {
        3: {
          answerObject: [
            { id: 1, opt: 'Yes' },
            { id: 2, opt: 'Yes ' },
          ],
        },
      },
    ],
    [
      'Question 3 (“Do you have a website now?”): two of its options have the same id',
      {
        3: {
          answerObject: [
            { id: 1, opt: 'Yes' },
            { id: 1, opt: 'No' },
          ],
        },
      },
    ],
    [
      'Question 5 (“What is the most important job of your new website?”): it needs at least one option',
      { 5: { multipleChoiceArray: [] }, 6: { dependQuestion: null } },
    ],
    ['Question 6 (“What should your dashboard manage?”): it needs at least one option', { 6: { checkBoxArray: null } }],
    [
      'Question 6 (“What should your dashboard manage?”): its options must be a list',
      { 6: { checkBoxArray: 'Stock' } },
    ],
    ['Question 4 (“What is its URL?”): the question it depends on was deleted', { 4: { dependQuestion: 99 } }],
    [
      'Question 4 (“What is its URL?”): it can depend only on a Radio or Multiple Choice question',
      { 4: { dependQuestion: 6 } },
    ],
    ['Question 4 (“What is its URL?”): it depends on itself', { 4: { dependQuestion: 4 } }],
    [
      'Question 4 (“What is its URL?”): “Maybe” is not an answer to “Do you have a website now?”',
      { 4: { dependAnswer: 'Maybe' } },
    ],
    [
      'Question 4 (“What is its URL?”): choose the answer to “Do you have a website now?” that shows it',
      { 4: { dependAnswer: '' } },
    ],
  ])('is told: %s', (message, changes) => expect(messages(with_(changes as Record<number, object>))).toEqual([message]))

  // spec: 5.29
  it('takes no third option to a Radio, but a blank one is none', () => {
    const three = (third: string) =>
      with_({ 3: { answerObject: ['Yes', 'No', third].map((opt, at) => ({ id: at + 1, opt })) } })
    expect(messages(three('Maybe'))).toEqual([
      'Question 3 (“Do you have a website now?”): a Radio question needs exactly 2 options',
    ])
    expect(checkQuestions(three(' ')).items).toEqual(defaultQuestions)
  })
  it('is the same whatever the order of its fields', () => {
    const backwards = defaultQuestions.map((each) => Object.fromEntries(Object.entries(each).reverse()) as Question)
    const isSame = (questions: Question[]) => sameList(questionList, defaultQuestions, questions)
    expect([isSame(backwards), isSame(backwards.toReversed())]).toEqual([true, false])
  })
  it('is told every fault, each with its place', () =>
    expect(
      checkQuestions(with_({ 1: { question: '' }, 4: { answerType: 'Slider', required: 1 } })).issues,
    ).toMatchObject([{ path: [0, 'question'] }, { path: [3, 'answerType'] }, { path: [3, 'required'] }]))
  it('names a project by one answer alone', () =>
    expect(messages([line, { ...line, id: 20 }].map((each) => ({ ...each, businessName: true })))).toEqual([
      'Only one answer can be the project name',
    ]))
  it('does not ask in circles', () => {
    const circle = [
      { ...radio, dependQuestion: 5, dependAnswer: 'Take bookings' },
      { ...choice, dependQuestion: 3, dependAnswer: 'Yes' },
      { ...link, dependQuestion: 3, dependAnswer: 'Yes' },
    ]
    expect(checkQuestions(circle).issues.map(({ path }) => path)).toEqual([
      [0, 'dependQuestion'],
      [1, 'dependQuestion'],
    ])
  })
  it.each([null, 5, 'x', {}, { length: 1 }])('is a list, not %j', (given) =>
    expect(messages(given)).toEqual(['This must be a list of questions']),
  )
  it('has questions that can be read', () =>
    expect(messages([null, 5])).toEqual(['Question 1: it is invalid', 'Question 2: it is invalid']))
  it('has at least one question, and not too many', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ ...line, id: at + 1 }))
    expect(messages([])).toEqual(['Add at least one question'])
    expect(messages(lines(maxQuestions))).toEqual([])
    expect(messages(lines(maxQuestions + 1))).toEqual([`You can have up to ${maxQuestions} questions`])
  })
  it('of as many questions as are taken may have as many options each', () => {
    const checkBoxArray = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, value: `Option ${at}` }))
    const all = Array.from({ length: maxQuestions }, (_, at) => ({
      ...checkBox,
      id: at + 1,
      dependQuestion: null,
      checkBoxArray,
    }))
    expect(questionsText.parse(JSON.stringify(all))).toHaveLength(maxQuestions)
  })
  it('asks for no more files than one submission may bring', () => {
    const files = (count: number) => Array.from({ length: count }, (_, at) => ({ ...file, id: at + 1 }))
    expect(messages(files(maxFileQuestions))).toEqual([])
    expect(messages(files(maxFileQuestions + 1))).toEqual([`You can ask for at most ${maxFileQuestions} files`])
  })

  it('is kept in one shape: trimmed, without blank options, options of other types, and answers', () =>
    expect(
      checkQuestions([
        { id: 1, question: ' What? ', answerType: 'Line', answerObject: [{ id: 1, opt: 'x' }], answer: 'y', extra: 1 },
        {
          ...checkBox,
          id: 2,
          checkBoxArray: [
            { id: 1, value: ' Stock ' },
            { id: 2, value: '' },
          ],
          dependQuestion: null,
        },
      ]).items,
    ).toEqual([
      {
        id: 1,
        question: 'What?',
        description: '',
        answerType: 'Line',
        answerObject: null,
        required: true,
        dependQuestion: null,
        dependAnswer: '',
        answer: null,
      },
      { ...checkBox, id: 2, checkBoxArray: [{ id: 1, value: 'Stock' }], dependQuestion: null, dependAnswer: '' },
    ]))
})

describe('progress steps', () => {
  it('that an agency begins with are fine as they are', () =>
    expect(checkSteps(defaultSteps)).toEqual({ items: defaultSteps, issues: [] }))
  it('leave their status behind: it belongs to an order', () =>
    expect(checkSteps([{ id: 1, value: ' Launch ', status: 1 }]).items).toEqual([{ id: 1, value: 'Launch' }]))
  it('say what they are, if they do', () => {
    const steps = [
      { id: 1, value: 'First half', payment: true, with: 'client' },
      { id: 2, value: 'Launch', phase: 'development', with: 'agency' },
    ]
    expect(checkSteps(steps)).toEqual({ items: steps, issues: [] })
  })
  it.each<[string, unknown]>([
    ['Step 1: its text is missing', [{ id: 1, value: ' ' }]],
    ['Step 1 (“\u200b”): its text is missing', [{ id: 1, value: '\u200b' }]],
    [
      'Step 2 (“Launch”): it has the same id as step 1',
      [
        { id: 1, value: 'Payment' },
        { id: 1, value: 'Launch' },
      ],
    ],
    ['Step 1 (“Launch”): its id must be a whole number', [{ id: 1.5, value: 'Launch' }]],
    [
      'Step 1 (“Launch”): its phase must be one of landing page, full design, development, handover, or empty',
      [{ id: 1, value: 'Launch', phase: 'lunch' }],
    ],
    [
      'Step 1 (“Launch”): its phase must be one of landing page, full design, development, handover, or empty',
      [{ id: 1, value: 'Launch', phase: null }],
    ],
    ['Step 1 (“Launch”): payment must be true, or left out', [{ id: 1, value: 'Launch', payment: false }]],
    ['Step 1 (“Launch”): “with” must be agency or client, or left out', [{ id: 1, value: 'Launch', with: 'us' }]],
    ['Add at least one step', []],
    ['This must be a list of steps', 'Launch'],
    [
      `You can have up to ${maxSteps} steps`,
      Array.from({ length: maxSteps + 1 }, (_, at) => ({ id: at + 1, value: 'x' })),
    ],
  ])('are told: %s', (message, steps) =>
    expect(checkSteps(steps).issues.map(({ message }) => message)).toEqual([message]),
  )
})

const option = fc.constantFrom('Yes', 'No', 'Maybe', ' Yes', '', 'Sell', '__proto__')
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
/** Questions as an editor in trouble might send them: near enough to what is taken that many pass. */
const questionLike = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  question: fc.oneof(
    { weight: 9, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constant(' ') },
  ),
  answerType: fc.constantFrom(...answerTypes),
  answerObject: some(
    fc
      .uniqueArray(option, { minLength: 2, maxLength: 3 })
      .map((texts) => texts.map((opt, at) => ({ id: at + 1, opt }))),
  ),
  multipleChoiceArray: some(
    fc.uniqueArray(option, { maxLength: 4 }).map((texts) => texts.map((value, at) => ({ id: at + 1, value }))),
  ),
  checkBoxArray: some(
    fc.uniqueArray(option, { maxLength: 4 }).map((texts) => texts.map((value, at) => ({ id: at + 1, value }))),
  ),
  required: some(fc.boolean()),
  dependQuestion: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 8 }) },
  ),
  dependAnswer: option,
})

const goodAnswer: Record<string, Answer> = {
  Line: 'Saris',
  Paragraph: 'Saris.\nSilk ones.',
  File: { originalName: 'logo.png', filename: 'k3x' },
  Link: 'https://neelgirilooms.example',
  Email: 'orders@neelgirilooms.example',
  Phone: '+91 90000 00021',
  Color: '#7a1f3d',
  Date: '2028-02-29',
  Time: '02:05 PM',
}
const answerTo = (question: Question, nth: number): Answer => {
  if (!hasOptions(question.answerType)) return goodAnswer[question.answerType]!
  const options = optionsOf(question)
  const chosen = options[nth % options.length]!
  return question.answerType === 'Check Box' ? [chosen] : chosen
}

describe('whatever is sent as a template', () => {
  it('can be answered if it is taken, and each of its questions can be reached', () => {
    let taken = 0
    fc.assert(
      fc.property(
        fc.uniqueArray(questionLike, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        fc.nat(3),
        (sent, nth) => {
          const { items, issues: faults } = checkQuestions(sent)
          fc.pre(faults.length === 0)
          taken++
          const answers = Object.fromEntries(items.map((each) => [each.id, answerTo(each, nth)]))
          const given = answered(items, answers).filter(({ answer }) => answer !== null)
          expect(given.map(({ id }) => id)).toEqual(applicableQuestions(items, answers).map(({ id }) => id))
          for (const each of items) {
            const conditions: Answers = {}
            for (let one: Question | undefined = each; one && one.dependQuestion !== null; ) {
              const { dependQuestion, dependAnswer }: Question = one
              conditions[dependQuestion] = dependAnswer
              one = items.find(({ id }) => id === dependQuestion)
            }
            expect(applicableQuestions(items, conditions)).toContain(each)
          }
        },
      ),
    )
    expect(taken).toBeGreaterThan(50)
  })
  it('is taken as it is when it comes back', () =>
    fc.assert(
      fc.property(fc.array(questionLike, { maxLength: 5 }), (given) => {
        const { items, issues: faults } = checkQuestions(given)
        if (faults.length === 0) expect(checkQuestions(items)).toEqual({ items, issues: [] })
        else expect(items).toEqual([])
      }),
    ))
  it('is refused with a sentence, never with an error', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.array(fc.dictionary(fc.string(), fc.jsonValue())).map((each) => JSON.stringify(each)),
        ),
        (text) => {
          for (const schema of [questionsText, stepsText]) {
            for (const issue of schema.safeParse(text).error?.issues ?? []) expect(issue.message).toMatch(/\w{3}/)
          }
        },
      ),
    ))
  it.each([
    '['.repeat(100_000),
    '{"__proto__":[]}',
    '[{"__proto__":{"id":1}}]',
    '[{"id":1e999}]',
    `[${'{"id":1},'.repeat(20_000)}{}]`,
    '[{"id":1,"question":{"toString":1},"answerType":"constructor"}]',
    'null',
    '',
  ])('is refused although it is meant to hurt: %.40s', (text) => {
    expect(questionsText.safeParse(text).success).toBe(false)
    expect(stepsText.safeParse(text).success).toBe(false)
  })
})

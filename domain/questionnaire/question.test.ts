import { describe, expect, it } from 'vitest'
import { answerFileExtensions, hasExtension } from '#domain/file.ts'
import { answersOf, applicableQuestions, shownQuestions } from './applicable-questions.ts'
import { optionsOf, type Question, question, withAnswers } from './question.ts'

/** A Radio question, Yes or No, asked when another was answered Yes. */
const ask = (id: number, dependQuestion: number | null = null): Question => ({
  id,
  question: `Question ${id}`,
  description: '',
  answerType: 'Radio',
  answerObject: [
    { id: 1, opt: 'Yes' },
    { id: 2, opt: 'No' },
  ],
  required: true,
  dependQuestion,
  dependAnswer: dependQuestion === null ? '' : 'Yes',
  answer: null,
})
const ids = (questions: Question[]) => questions.map(({ id }) => id)

describe('the questions asked', () => {
  it('are all that have no condition', () => expect(ids(applicableQuestions([ask(1), ask(2)], {}))).toEqual([1, 2]))
  it('are those whose condition holds', () => {
    const questions = [ask(1), ask(2, 1)]
    expect(ids(applicableQuestions(questions, { 1: 'Yes' }))).toEqual([1, 2])
    expect(ids(applicableQuestions(questions, { 1: 'No' }))).toEqual([1])
    expect(ids(applicableQuestions(questions, {}))).toEqual([1])
  })
  it('follow a chain of conditions as far as it holds', () => {
    const questions = [ask(3, 2), ask(2, 1), ask(1)]
    expect(ids(applicableQuestions(questions, { 1: 'Yes', 2: 'Yes' }))).toEqual([3, 2, 1])
    expect(ids(applicableQuestions(questions, { 1: 'Yes', 2: 'No' }))).toEqual([2, 1])
  })
  it('are not those behind a question that is not asked, whatever was answered to it before', () =>
    expect(ids(applicableQuestions([ask(1), ask(2, 1), ask(3, 2)], { 1: 'No', 2: 'Yes' }))).toEqual([1]))
  it('are none of a circle of conditions, nor those behind it', () => {
    const circle = [ask(1, 3), ask(2, 1), ask(3, 2), ask(4, 1), ask(5)]
    expect(ids(applicableQuestions(circle, { 1: 'Yes', 2: 'Yes', 3: 'Yes' }))).toEqual([5])
    expect(ids(applicableQuestions(circle.toReversed(), { 1: 'Yes', 2: 'Yes', 3: 'Yes' }))).toEqual([5])
  })
  it('are not one that depends on itself', () => expect(applicableQuestions([ask(1, 1)], { 1: 'Yes' })).toEqual([]))
  it('are not those that depend on a deleted question', () =>
    expect(applicableQuestions([ask(2, 1)], { 1: 'Yes' })).toEqual([]))
  it('are found at the end of a very long chain', () => {
    const chain = Array.from({ length: 1000 }, (_, at) => ask(at, at === 0 ? null : at - 1))
    const answers = Object.fromEntries(chain.map(({ id }) => [id, 'Yes']))
    expect(applicableQuestions(chain.toReversed(), answers)).toHaveLength(1000)
  })
})

describe('questions that hold answers', () => {
  const held = (id: number, answer: string | null, dependQuestion: number | null = null) => ({
    ...ask(id, dependQuestion),
    answer,
  })
  it('tell them by their id', () => expect(answersOf([held(1, 'Yes'), held(2, null)])).toEqual({ 1: 'Yes', 2: null }))
  it('take some of them anew, and null for none', () => {
    const questions = [held(1, 'Yes'), held(2, 'Yes'), held(3, 'No')]
    expect(answersOf(withAnswers(questions, { 1: 'No', 2: null, 9: 'Yes' }))).toEqual({ 1: 'No', 2: null, 3: 'No' })
    expect(answersOf(questions)).toEqual({ 1: 'Yes', 2: 'Yes', 3: 'No' })
  })
  it('leave out what was not asked, by the answers they hold', () => {
    expect(ids(shownQuestions([held(1, 'Yes'), held(2, null, 1)]))).toEqual([1, 2])
    expect(ids(shownQuestions([held(1, 'No'), held(2, null, 1), held(3, null, 2)]))).toEqual([1])
  })
})

describe('the options of a question', () => {
  const choices = [
    { id: 1, value: 'Stock' },
    { id: 2, value: '  ' },
    { id: 3, value: 'Staff' },
  ]
  // spec: 3.8
  it('are those of its own kind', () => {
    const every = { ...ask(1), multipleChoiceArray: choices.slice(0, 1), checkBoxArray: choices.slice(2) }
    expect(optionsOf(every)).toEqual(['Yes', 'No'])
    expect(optionsOf({ ...every, answerType: 'Multiple Choice' })).toEqual(['Stock'])
    expect(optionsOf({ ...every, answerType: 'Check Box' })).toEqual(['Staff'])
  })
  // spec: 5.28
  it('leave the blank ones out', () =>
    expect(optionsOf({ ...ask(1), answerType: 'Check Box', checkBoxArray: choices })).toEqual(['Stock', 'Staff']))
  it('are none where none were written', () => {
    expect(optionsOf({ ...ask(1), answerObject: null })).toEqual([])
    expect(optionsOf({ ...ask(1), answerType: 'Multiple Choice' })).toEqual([])
  })
})

describe('a question over the wire', () => {
  // spec: 3.7
  it.each([
    { id: '1' },
    { id: 1.5 },
    { id: Number.NaN },
    { answerType: 'Signature' },
    { answerType: '__proto__' },
    { dependQuestion: undefined },
    { answer: 5 },
    { answer: { originalName: 'a.pdf' } },
    { answer: [['deep']] },
  ])('is not one with %o', (changes) => expect(question.safeParse({ ...ask(1), ...changes }).success).toBe(false))
})

describe('a name with an extension', () => {
  it.each(['menu.pdf', 'MENU.PDF', 'menu.2026.pdf', 'मेनू.pdf'])('is accepted: %s', (name) =>
    expect(hasExtension(name, answerFileExtensions)).toBe(true),
  )
  it.each(['pdf', 'menu', 'menu.', '', 'menu.pdf.exe', 'menu.pdf ', 'menu.pdf\u0000', 'menu.mp4', 'menu.__proto__'])(
    'is not accepted: %j',
    (name) => expect(hasExtension(name, answerFileExtensions)).toBe(false),
  )
  // spec: 5.16
  it('may have any of the twenty-eight that the specification lists', () =>
    expect(new Set(answerFileExtensions).size).toBe(28))
})

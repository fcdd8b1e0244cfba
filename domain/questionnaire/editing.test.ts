import { describe, expect, it } from 'vitest'
import { defaultQuestions } from './default.ts'
import {
  askWhen,
  nextId,
  optionInputs,
  withBusinessName,
  withDuplicate,
  withNewQuestion,
  withNotCompulsory,
  withOptions,
  withType,
} from './editing.ts'
import type { Question } from './question.ts'

const [line, , radio, link, choice, checkBox] = defaultQuestions as [
  Question,
  Question,
  Question,
  Question,
  Question,
  Question,
]

describe('a new question', () => {
  // spec: 5.30
  it('stands last, is a blank line, and has the id that it is given', () => {
    const questions = withNewQuestion([{ ...line, id: 7 }, radio], 8)
    expect(questions.map(({ id }) => id)).toEqual([7, 3, 8])
    expect(questions[2]).toMatchObject({ question: '', answerType: 'Line', required: true, dependQuestion: null })
  })
  it('has the highest id and one, or the first', () => {
    expect(nextId([{ id: 7 }], [{ id: 3 }])).toBe(8)
    expect(nextId([])).toBe(1)
  })
})

describe('a duplicate', () => {
  // spec: 2.77
  it('stands behind its original and differs from it by its id alone', () => {
    const questions = withDuplicate([radio, link, line], 4, 5)
    expect(questions).toEqual([radio, link, { ...link, id: 5 }, line])
  })
  it('of the question that names the project does not name it too', () => {
    const named = withDuplicate([withBusinessName(line, true)], line.id, 2)
    expect(named.map(({ businessName }) => businessName)).toEqual([true, undefined])
  })
})

describe('changing the answer type', () => {
  // spec: 4.34
  it.each([radio, choice, checkBox, link])('clears the options and the condition of a $answerType', (question) =>
    expect(withType({ ...question, dependQuestion: 3, dependAnswer: 'Yes' }, 'Date')).toEqual({
      id: question.id,
      question: question.question,
      description: question.description,
      answerType: 'Date',
      answerObject: null,
      required: question.required,
      dependQuestion: null,
      dependAnswer: '',
      answer: null,
    }),
  )
  it('to what it is clears nothing', () => expect(withType(checkBox, 'Check Box')).toBe(checkBox))
})

describe('the not-compulsory tick', () => {
  // spec: 2.75, 5.31
  it('ticked means that the question need not be answered', () => {
    expect(withNotCompulsory(line, true).required).toBe(false)
    expect(withNotCompulsory(line, false).required).toBe(true)
  })
})

describe('the inputs for options', () => {
  // spec: 5.29
  it('are exactly two for a Radio, whatever it has', () => {
    expect(optionInputs(withType(line, 'Radio'))).toEqual([
      { id: 1, text: '' },
      { id: 2, text: '' },
    ])
    expect(optionInputs({ ...radio, answerObject: [{ id: 2, opt: 'Yes' }] })).toEqual([
      { id: 2, text: 'Yes' },
      { id: 3, text: '' },
    ])
    expect(optionInputs({ ...radio, answerObject: [1, 2, 3].map((id) => ({ id, opt: 'x' })) })).toHaveLength(2)
  })
  it.each([radio, choice, checkBox])('of a $answerType go back where they came from', (question) =>
    expect(withOptions(question, optionInputs(question))).toEqual(question),
  )
  it('are none where nothing is chosen', () => {
    expect(optionInputs(line)).toEqual([])
    expect(withOptions(line, [{ id: 1, text: 'x' }])).toBe(line)
  })
})

describe('Ask When', () => {
  const ids = (question: Question, questions = defaultQuestions) => askWhen(question, questions).map(({ id }) => id)
  // spec: 2.76, 5.28
  it('points to Radio and Multiple Choice questions only', () => expect(ids(line)).toEqual([3, 5]))
  it('does not point to the question itself', () => expect(ids(radio)).toEqual([5]))
  it('does not point to a question that waits for it', () => {
    const after = { ...choice, dependQuestion: 3, dependAnswer: 'Yes' }
    expect(ids(radio, [radio, after])).toEqual([])
    expect(ids(after, [radio, after])).toEqual([3])
  })
  it('does not point to a question without options', () =>
    expect(ids(line, [line, { ...radio, answerObject: [{ id: 1, opt: ' ' }] }])).toEqual([]))
})

import { describe, expect, it } from 'vitest'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { formOf, problemsIn, timeOfDay, twelveHour, withScheme } from './answering.ts'

const logo = (size = 4) => new File([new Uint8Array(size)], 'logo.png', { type: 'image/png' })
const largest = 3 * 1024 * 1024
const questions: Question[] = defaultQuestions.filter(({ id }) => [3, 4, 7].includes(id))

describe('answering', () => {
  it('finds every question that is asked and not answered', () => {
    expect([...problemsIn(questions, {}, {}, largest).keys()]).toEqual([3])
    expect([...problemsIn(questions, { 3: 'Yes' }, {}, largest).keys()]).toEqual([4])
    expect([...problemsIn(questions, { 3: 'No' }, {}, largest).keys()]).toEqual([])
  })

  it('takes a chosen file for an answer', () => {
    const compulsory = questions.map((question) => ({ ...question, required: true }))
    expect([...problemsIn(compulsory, { 3: 'No' }, { 7: logo() }, largest).keys()]).toEqual([])
  })

  it('refuses a file that is empty, too large, or of another kind', () => {
    expect(problemsIn(questions, { 3: 'No' }, { 7: logo(0) }, largest).get(7)).toBe('This file is empty')
    expect(problemsIn(questions, { 3: 'No' }, { 7: logo(largest + 1) }, largest).get(7)).toBe(
      'This file is too large. The limit is 3 MB.',
    )
    const program = new File(['#!'], 'logo.exe')
    expect(problemsIn(questions, { 3: 'No' }, { 7: program }, largest).get(7)).toBe('This file type isn’t supported')
  })

  // spec: 3.11
  it('sends all questions with their answers, and each file after its question', () => {
    const form = formOf(questions, { 3: 'No' }, { 7: logo() })
    const sent = JSON.parse(String(form.get('answers'))) as Question[]
    expect(sent.map(({ id, answer }) => [id, answer])).toEqual([
      [3, 'No'],
      [4, null],
      [7, null],
    ])
    expect([...form.keys()]).toEqual(['answers', 'questionIds', 'files'])
    expect(form.get('questionIds')).toBe('7')
  })

  it('sends a web address with what stands in front, and finds nothing wrong with it', () => {
    const answers = { 3: 'Yes', 4: 'neelgirilooms.in' }
    expect([...problemsIn(questions, answers, {}, largest).keys()]).toEqual([])
    const sent = JSON.parse(String(formOf(questions, answers, {}).get('answers'))) as Question[]
    expect(sent.map(({ answer }) => answer)).toContain('https://neelgirilooms.in')
  })

  it('leaves out the file of a question that is not asked', () => {
    const hidden = questions.map((question) =>
      question.id === 7 ? { ...question, dependQuestion: 3, dependAnswer: 'Yes' } : question,
    )
    expect([...formOf(hidden, { 3: 'No' }, { 7: logo() }).keys()]).toEqual(['answers'])
  })
})

describe('a time of day', () => {
  it.each(['00:00', '00:05', '09:30', '12:00', '12:59', '13:00', '23:59'])('survives %s', (time) =>
    expect(timeOfDay(twelveHour(time))).toBe(time),
  )
  it('is empty when there is none', () => expect(timeOfDay('')).toBe(''))
})

describe('an address', () => {
  it.each([
    ['neelgirilooms.in', 'https://neelgirilooms.in'],
    [' www.looms.in/shop?x=1 ', 'https://www.looms.in/shop?x=1'],
    ['http://looms.in', 'http://looms.in'],
    ['looms', 'looms'],
    ['see looms.in', 'see looms.in'],
    ['', ''],
  ])('%j becomes %j', (said, written) => expect(withScheme(said)).toBe(written))
})

describe('a time of day in twelve hours', () => {
  // spec: 5.19
  it.each([
    ['00:00', '12:00 AM'],
    ['00:30', '12:30 AM'],
    ['01:05', '01:05 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['14:05', '02:05 PM'],
    ['23:59', '11:59 PM'],
    ['09:15:30', '09:15 AM'],
  ])('%s is %s', (time, text) => expect(twelveHour(time)).toBe(text))
  it.each(['', 'noon', '9'])('is nothing when there is none: %j', (time) => expect(twelveHour(time)).toBe(''))
})

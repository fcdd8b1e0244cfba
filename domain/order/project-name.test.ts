import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { asha, opened, proposed, renamed } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { businessOf, projectName } from './project-name.ts'
import { evolveRow, type OrderRow } from './row.ts'

/** The question for the name of the business, answered so. */
const asks = (answer: string | null): Question => ({
  id: 77,
  question: 'What is it called?',
  description: '',
  answerType: 'Line',
  answerObject: null,
  required: false,
  businessName: true,
  dependQuestion: null,
  dependAnswer: '',
  answer,
})
const openedBy = (answer: string | null): Sample<OrderEvent> => ({
  ...opened,
  data: { ...opened.data, questions: [...opened.data.questions.filter((each) => !each.businessName), asks(answer)] },
})
const amended = (answer: string | null): Sample<OrderEvent> => ({
  type: 'AnswersAmended',
  data: { answers: { 77: answer } },
  by: asha,
  at: '2026-11-20T05:00:00.000Z',
})

/** Returns the name of an order, on its page and in lists. */
function called(...samples: Sample<OrderEvent>[]) {
  const events = recorded('order-x1', samples)
  const order = fold(orders, events)
  const row = events.reduce(evolveRow, undefined as OrderRow | undefined)!
  const name = projectName(row)
  expect(projectName({ ...order, business: businessOf(order.questions) })).toEqual(name)
  return name
}

describe('a client’s project is called', () => {
  // spec: 4.38
  it('by the business of the answers, with its number beside it', () =>
    expect(called(openedBy('Neelgiri Looms'))).toEqual({ name: 'Neelgiri Looms', number: 'Asha Rao #3' }))
  it('by what the answer was changed to', () => {
    expect(called(openedBy(null), amended(' Neelgiri ')).name).toBe('Neelgiri')
    expect(called(openedBy('Neelgiri Looms'), amended(null))).toEqual({ name: 'Asha Rao #3' })
  })
  it('by the business that the proposal is for, where the answers name none', () => {
    const to = (receiverName: string) =>
      called(openedBy(null), { ...proposed, data: { ...proposed.data, receiverName } })
    expect(to('Asha Rao, Neelgiri Looms')).toEqual({ name: 'Neelgiri Looms', number: 'Asha Rao #3' })
    expect(to('Asha Rao')).toEqual({ name: 'Asha Rao #3' })
    expect(to('The looms')).toEqual({ name: 'Asha Rao #3' })
  })
  it('by its number, where nothing names the business', () =>
    expect(called(openedBy(null))).toEqual({ name: 'Asha Rao #3' }))
  it('by the name that the agency gave it', () =>
    expect(called(openedBy('Looms & Sons'), renamed)).toEqual({ name: 'Neelgiri Looms' }))
  it('by its business also in a row from before the name was known that it was opened under', () => {
    const business = { question: 13, name: 'Neelgiri Looms' }
    expect(projectName({ title: 'Asha Rao #3', business })).toEqual({ name: 'Neelgiri Looms', number: 'Asha Rao #3' })
  })
  it('by that name also where it ends like a number', () => {
    const to = (title: string) => called(openedBy('Looms & Sons'), { ...renamed, data: { title } })
    for (const title of ['Diwali Campaign #2', 'Diwali Campaign #3']) expect(to(title)).toEqual({ name: title })
    expect(to('Asha Rao #3')).toEqual({ name: 'Looms & Sons', number: 'Asha Rao #3' })
  })
})

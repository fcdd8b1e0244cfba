import { describe, expect, it } from 'vitest'
import { asha, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { reviseQuestions, reviseSteps } from './revise.ts'
import { type TemplateEvent, templates } from './template.ts'

const by = { by: meera, at: '2026-11-16T09:00:00.000Z' }
const fewer = defaultQuestions.slice(0, 3)
const revised: TemplateEvent = { type: 'QuestionsRevised', data: { questions: fewer } }
const shorter = defaultSteps.slice(4)
const shortened: TemplateEvent = { type: 'StepsRevised', data: { steps: shorter } }
const asking = (questions: unknown, packageId: string | number = 1) => ({
  packageId,
  questions: JSON.stringify(questions),
})
const tracking = (progress: unknown, packageId: string | number = 1) => ({
  packageId,
  progress: JSON.stringify(progress),
})
const backwards = (questions: object[]) => questions.map((each) => Object.fromEntries(Object.entries(each).reverse()))

describe('revising the questionnaire', () => {
  // `as never`: what comes over the wire is a text, what is decided on is a list
  const revise = (questions: unknown, ...before: TemplateEvent[]) =>
    given(templates, ...before.map((event) => ({ ...event, ...by }))).when(
      reviseQuestions,
      asking(questions) as never,
      meera,
    )

  it('asks other questions from now on', () => revise(fewer).then(revised))
  it('does nothing when nothing is different', () => {
    revise(defaultQuestions).then()
    revise(fewer, revised).then()
    revise(backwards(fewer), revised).then()
  })
  it('restores an earlier one as an event of its own', () =>
    revise(defaultQuestions, revised).then({ type: 'QuestionsRevised', data: { questions: defaultQuestions } }))
  it('takes a new order of the same questions for a change', () =>
    revise(fewer.toReversed(), revised).then({ type: 'QuestionsRevised', data: { questions: fewer.toReversed() } }))
  it('says by field what is wrong', () =>
    expect(reviseQuestions.input.safeParse(asking([{ ...fewer[0], question: '' }])).error?.issues).toMatchObject([
      { path: ['questions', 0, 'question'], message: 'Question 1: its text is missing' },
    ]))
  it('is not for clients', () =>
    given(templates)
      .when(reviseQuestions, asking(fewer) as never, asha)
      .thenRefused('Sorry Not Allowed'))
  // spec: 9.15
  it.each([2, '01', '', 'x', 1.5])('knows no package %j', (id) =>
    given(templates)
      .when(reviseQuestions, asking(fewer, id) as never, meera)
      .thenRefused('This package doesn’t exist'),
  )
})

describe('revising the progress steps', () => {
  const revise = (steps: unknown, ...before: TemplateEvent[]) =>
    given(templates, ...before.map((event) => ({ ...event, ...by }))).when(reviseSteps, tracking(steps) as never, meera)

  // spec: 2.79
  it('gives the next orders other steps', () => revise(shorter).then(shortened))
  it('does nothing when nothing is different', () => {
    revise(defaultSteps).then()
    revise(backwards(shorter), shortened).then()
  })
  it.each([{ phase: 'development' }, { payment: true }, { with: 'client' }])(
    'takes it for a change when a step only says something else of itself: %j',
    (more) => {
      const plain = [{ id: 1, value: 'Pay and build' }]
      const more1 = [{ id: 1, value: 'Pay and build', ...more }] as typeof defaultSteps
      const before: TemplateEvent = { type: 'StepsRevised', data: { steps: plain } }
      const after: TemplateEvent = { type: 'StepsRevised', data: { steps: more1 } }
      revise(more1, before).then(after)
      revise(more1, after).then()
      revise(plain, after).then(before)
    },
  )
  it('is not for clients', () =>
    given(templates)
      .when(reviseSteps, tracking(shorter) as never, asha)
      .thenRefused('Sorry Not Allowed'))
  it('knows one package', () =>
    given(templates)
      .when(reviseSteps, tracking(shorter, '2') as never, meera)
      .thenRefused('This package doesn’t exist'))
})

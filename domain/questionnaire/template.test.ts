import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { meera } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { type TemplateEvent, templates } from './template.ts'

const template = (...samples: Sample<TemplateEvent>[]) => fold(templates, recorded('template-1', samples))
const questions = defaultQuestions.slice(0, 1)
const steps = [{ id: 1, value: 'Measure the shop' }]
const by = { by: meera, at: '2026-11-16T09:00:00.000Z' }

describe('the template of an order', () => {
  it('is the default one until an admin revises it', () =>
    expect(template()).toEqual({
      questions: defaultQuestions,
      steps: defaultSteps,
      nextQuestionId: 14,
      revised: { questions: 0, progress: 0 },
    }))
  it('asks the revised questions, and keeps the steps', () =>
    expect(template({ type: 'QuestionsRevised', data: { questions }, ...by })).toEqual({
      questions,
      steps: defaultSteps,
      nextQuestionId: 14,
      revised: { questions: 1, progress: 0 },
    }))
  it('gives no id of a deleted question again', () => {
    const more = [...questions, { ...questions[0]!, id: 20 }]
    const [added, deleted] = [more, questions].map((all) => ({
      type: 'QuestionsRevised' as const,
      data: { questions: all },
      ...by,
    }))
    expect(template(added!, deleted!).nextQuestionId).toBe(21)
  })
  it('takes the revised steps, and keeps the questions', () =>
    expect(template({ type: 'StepsRevised', data: { steps }, ...by })).toEqual({
      questions: defaultQuestions,
      steps,
      nextQuestionId: 14,
      revised: { questions: 0, progress: 1 },
    }))
})

import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { NotFound } from '#domain/command.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { type NewStep, newStep } from '#domain/step.ts'
import { defaultQuestions, defaultSteps } from './default.ts'
import { nextId } from './editing.ts'
import { type Question, question } from './question.ts'

/** The template of a new order. */
export type Template = {
  questions: Question[]
  steps: NewStep[]
  /** The lowest id above those of all questions there ever were: a draft may still have an answer to a deleted one. */
  nextQuestionId: number
  /** How often each was revised. */
  revised: { questions: number; progress: number }
}

/** The one package there is. */
export const packageId = '1'

/** The id of a package in a request: the number or its text. */
export const packageIdInput = z.union([z.string().max(64), z.number()], 'The package is missing or invalid')

/** Throws `NotFound` for any package but the one there is. */
export function assertPackage(named: z.infer<typeof packageIdInput>): void {
  if (String(named) !== packageId) throw new NotFound('This package doesn’t exist')
}

export const QuestionsRevised = defineEvent('QuestionsRevised', allClear({ questions: z.array(question) }), {
  kind: 'templates.questions',
  sentence: 'Changed the questionnaire',
  apply: ({ revised, nextQuestionId, ...template }: Template, { questions }): Template => ({
    ...template,
    questions,
    nextQuestionId: Math.max(nextQuestionId, nextId(questions)),
    revised: { ...revised, questions: revised.questions + 1 },
  }),
})

export const StepsRevised = defineEvent('StepsRevised', allClear({ steps: z.array(newStep) }), {
  kind: 'templates.steps',
  sentence: 'Changed the progress tracker',
  apply: ({ revised, ...template }: Template, { steps }): Template => ({
    ...template,
    steps,
    revised: { ...revised, progress: revised.progress + 1 },
  }),
})

/** An event of the template, as answers and live updates have it. */
export const templateEvent = wireEvent('TemplateEvent', dataOf({ QuestionsRevised, StepsRevised }))

export const templates = defineAggregate({
  name: 'template',
  initial: {
    questions: defaultQuestions,
    steps: defaultSteps,
    nextQuestionId: nextId(defaultQuestions),
    revised: { questions: 0, progress: 0 },
  } as Template,
  events: { QuestionsRevised, StepsRevised },
  live: { to: 'admins', as: templateEvent },
})
export type TemplateEvent = EventsOf<typeof templates.events>

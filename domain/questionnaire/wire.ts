import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { counted } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import { questionChangeSentences, stepChangeSentences } from './change-sentences.ts'
import { packageId, type Template, type TemplateEvent, templates } from './template.ts'

type WirePackage = AnswerOf<Contract['getSinglePackage']>['data'][0]
type WireVersion = AnswerOf<Contract['getPackageVersions']>['data'][number]
type Texts = Pick<WirePackage, 'questions' | 'progress'>

const textOf = {
  questions: (questions: Template['questions']) => JSON.stringify(questions),
  // A step of a template is an order's step that is still open.
  progress: (steps: Template['steps']) => JSON.stringify(steps.map((step) => ({ ...step, status: 0 }))),
}

const textsOf = ({ questions, steps }: Template): Texts => ({
  questions: textOf.questions(questions),
  progress: textOf.progress(steps),
})

/** Both templates as JSON texts, the id of the next new question, and the revision for `If-Match`. */
export const packageToWire = (revision: number, template: Template): WirePackage => ({
  id: Number(packageId),
  ...textsOf(template),
  nextQuestionId: template.nextQuestionId,
  revision,
})

/**
 * One version of a package: what one event made of it, and the text that restores it. `before` is the template that the
 * event changed, in the part that it changed.
 */
export function versionToWire(
  { type, data, by, at, revision }: Recorded<TemplateEvent>,
  before: Template,
): WireVersion {
  const version = { revision, by: by.name, at }
  switch (type) {
    case 'QuestionsRevised': {
      const words = `Questionnaire with ${counted(data.questions.length, 'question')}`
      const changes = questionChangeSentences(before.questions, data.questions)
      return { ...version, words, changes, questions: textOf.questions(data.questions) }
    }
    case 'StepsRevised': {
      const words = `Progress tracker with ${counted(data.steps.length, 'step')}`
      const changes = stepChangeSentences(before.steps, data.steps)
      return { ...version, words, changes, progress: textOf.progress(data.steps) }
    }
  }
}

const initialTexts = textsOf(templates.initial)

/** The template before its first revision, or one part of it: without author and date. */
export const initialVersion = (part?: keyof Texts): WireVersion => ({
  ...(part ? { [part]: initialTexts[part] } : initialTexts),
  revision: -1,
  by: '',
  at: '',
  words: 'The original version',
  changes: [],
})

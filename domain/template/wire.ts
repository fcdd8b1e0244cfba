import { count } from '../count.ts'
import type { Recorded } from '../event.ts'
import { packageId, type Template, type TemplateEvent, templates } from './template.ts'

type Texts = { questions: string; progress: string }

/** A package as `get-single-package` answers it: both templates as JSON texts, and the revision for `If-Match`. */
export type WirePackage = Texts & { id: number; revision: number }

/** One version of a package: who changed what when, and the text that restores it. */
export type WireVersion = Partial<Texts> & { revision: number; by: string; at: string; words: string }

/** A page of versions, newest first; `next` is what to send as `after` for older ones. */
export type VersionsAnswer = { data: WireVersion[]; next?: string }

const textOf = {
  questions: (questions: Template['questions']) => JSON.stringify(questions),
  // A step of a template is an order's step that is still open.
  progress: (steps: Template['steps']) => JSON.stringify(steps.map((step) => ({ ...step, status: 0 }))),
}

const textsOf = ({ questions, steps }: Template): Texts => ({
  questions: textOf.questions(questions),
  progress: textOf.progress(steps),
})

export const packageToWire = (revision: number, template: Template): WirePackage => ({
  id: Number(packageId),
  ...textsOf(template),
  revision,
})

/** What one fact made of the package. */
export function versionToWire({ type, data, by, at, revision }: Recorded<TemplateEvent>): WireVersion {
  const version = { revision, by: by.name, at }
  switch (type) {
    case 'QuestionsRevised': {
      const words = `Questionnaire with ${count(data.questions.length, 'question')}`
      return { ...version, words, questions: textOf.questions(data.questions) }
    }
    case 'StepsRevised': {
      const words = `Progress tracker with ${count(data.steps.length, 'step')}`
      return { ...version, words, progress: textOf.progress(data.steps) }
    }
  }
}

/** What there was before anybody changed anything: nobody's work, and of no date. */
export const beginning: WireVersion = {
  ...textsOf(templates.initial),
  revision: -1,
  by: '',
  at: '',
  words: 'What every agency begins with',
}

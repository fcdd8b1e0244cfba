import type { Completion, NewStep } from '#domain/step.ts'
import { changesBetween, type ListChange, questionList, stepList } from './list-changes.ts'
import { optionsOf, type Question } from './question.ts'

/** A change of a template in words; `before` and `after` are what gave way to what, where that can be shown. */
type ChangeSentence = { what: string; before?: string; after?: string }

/** The changes from one questionnaire to the other, in sentences. Questions are called by their places in the later one. */
export const questionChangeSentences = (before: readonly Question[], after: readonly Question[]): ChangeSentence[] =>
  changesBetween(questionList, before, after).flatMap((change) =>
    change.kind === 'changed'
      ? change.fields.map((name) => questionChanged(name, change.before, change.after, change.to, after))
      : [placed('question', change, ({ question }) => question)],
  )

/** The changes from one progress tracker to the other, in sentences. */
export const stepChangeSentences = (before: readonly NewStep[], after: readonly NewStep[]): ChangeSentence[] =>
  changesBetween(stepList, before, after).flatMap((change) =>
    change.kind === 'changed'
      ? change.fields.map((name) => stepChanged(name, change.before, change.after, change.to))
      : [placed('step', change, ({ value }) => value)],
  )

function placed<Item>(
  one: string,
  change: Exclude<ListChange<Item>, { kind: 'changed' }>,
  called: (item: Item) => string,
): ChangeSentence {
  const name = called(change.item) || '(empty)'
  switch (change.kind) {
    case 'added':
      return { what: `Added ${one} ${change.to}: ${name}` }
    case 'removed':
      return { what: `Deleted ${one} ${change.from}: ${name}` }
    case 'moved':
      return { what: `Moved ${one} ${change.from} ${change.to < change.from ? 'up' : 'down'} to ${change.to}` }
  }
}

function questionChanged(
  name: string,
  before: Question,
  after: Question,
  to: number,
  questions: readonly Question[],
): ChangeSentence {
  switch (name) {
    case 'question':
      return { what: `Changed question ${to}`, before: before.question, after: after.question }
    case 'description':
      return { what: `Changed the description of question ${to}`, before: before.description, after: after.description }
    case 'required':
      return { what: after.required ? `Question ${to} is now required` : `Question ${to} is now optional` }
    case 'businessName':
      return {
        what: after.businessName
          ? `Question ${to} now sets the project name`
          : `Question ${to} no longer sets the project name`,
      }
    case 'condition':
      return { what: conditionSentence(after, to, questions) }
    default:
      return before.answerType === after.answerType
        ? {
            what: `Changed the options of question ${to}`,
            before: optionsOf(before).join(', '),
            after: optionsOf(after).join(', '),
          }
        : { what: `Changed the answer type of question ${to}`, before: before.answerType, after: after.answerType }
  }
}

function conditionSentence({ dependQuestion, dependAnswer }: Question, to: number, questions: readonly Question[]) {
  if (dependQuestion === null) return `Question ${to} is always shown`
  const place = questions.findIndex(({ id }) => id === dependQuestion) + 1
  const subject = place === 0 ? 'a deleted question' : `question ${place}`
  return `Question ${to} is shown only if ${subject} is ${dependAnswer ? `“${dependAnswer}”` : 'answered'}`
}

function stepChanged(name: string, before: NewStep, after: NewStep, to: number): ChangeSentence {
  switch (name) {
    case 'value':
      return { what: `Renamed step ${to}`, before: before.value, after: after.value }
    case 'phase':
      return { what: `Changed the phase of step ${to}`, before: before.phase ?? 'none', after: after.phase ?? 'none' }
    case 'with':
      return {
        what: `Changed whose turn step ${to} is`,
        before: before.with ?? 'not set',
        after: after.with ?? 'not set',
      }
    case 'completedOn':
      return {
        what: `Changed what completes step ${to}`,
        before: completedOnName(before),
        after: completedOnName(after),
      }
    default:
      return { what: after.payment ? `Step ${to} is now a payment` : `Step ${to} is no longer a payment` }
  }
}

/** The way a step is completed by an admin. */
export const markedByAdmin = 'An admin marks it'

/** The other ways of completing a step, which happen by themselves. */
export const completionNames: Record<Completion, string> = {
  submission: 'The questionnaire is sent',
  acceptance: 'The proposal is accepted',
  payment: 'A payment is confirmed',
  approval: 'The design is approved',
}

/** The way a step is completed, in the words of the editor. */
export const completedOnName = ({ completedOn }: NewStep): string =>
  completedOn ? completionNames[completedOn] : markedByAdmin

import { listed } from '#domain/count.ts'
import { optionsOf, type Question } from '#domain/questionnaire/question.ts'

/** A clause about a fault, as a sentence. */
export const asSentence = (clause: string): string => `${clause.replace(/^./, (first) => first.toUpperCase())}.`

/** When a question is shown: `if 4 is Yes`; undefined for one that is always shown. */
export function shownIf({ dependQuestion, dependAnswer }: Question, questions: readonly Question[]) {
  if (dependQuestion === null) return undefined
  const place = questions.findIndex(({ id }) => id === dependQuestion) + 1
  return { place: place || undefined, answer: dependAnswer || '…' }
}

/** Lists the questions shown by the answer to another, or to an option of it: `Question 5 depends on “Yes”.` */
export const dependOn = (places: readonly number[], what: string): string =>
  places.length === 1 ? `Question ${places[0]} depends on ${what}.` : `Questions ${listed(places)} depend on ${what}.`

/** The text of a question in one respect, for two to be compared. */
export function saysIn(name: string, question: Question, questions: readonly Question[]): string {
  switch (name) {
    case 'question':
      return question.question || '(empty)'
    case 'description':
      return question.description || 'No description'
    case 'required':
      return question.required ? 'Required' : 'Not compulsory'
    case 'businessName':
      return question.businessName ? 'Used as project name' : 'Not used as project name'
    case 'condition': {
      const when = shownIf(question, questions)
      return when ? `Shown if ${when.place ?? 'a deleted question'} is “${when.answer}”` : 'Always shown'
    }
    default:
      return [question.answerType, optionsOf(question).join(', ')].filter(Boolean).join(': ')
  }
}

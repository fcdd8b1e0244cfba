import { allDependentsOf, dependentsOf } from './conditions.ts'
import { optionInputs, withOptions } from './editing.ts'
import type { Question } from './question.ts'
import { withCondition } from './repair.ts'

/** The fate of questions that depend on a removed one: they are asked always, or removed along with it. */
type AfterRemoval = 'ask always' | 'remove too'

/** A questionnaire without a question. */
export function withoutQuestion(questions: readonly Question[], id: number, after: AfterRemoval): Question[] {
  const rest = questions.filter((each) => each.id !== id)
  return settled(rest, after, dependentsOf(id, questions), questions)
}

/**
 * A questionnaire without an option of a question, given by the id of its input. Questions that wait for that answer may
 * instead be asked after another one, given in quotes as `{ ask: 'Yes' }`.
 */
export function withoutOption(
  questions: readonly Question[],
  id: number,
  optionId: number,
  after: AfterRemoval | { ask: string },
): Question[] {
  const question = questions.find((each) => each.id === id)
  const option = question && optionInputs(question).find((each) => each.id === optionId)
  if (!question || !option) return [...questions]
  const left = withOptions(
    question,
    optionInputs(question).filter((each) => each.id !== optionId),
  )
  const rest = questions.map((each) => (each.id === id ? left : each))
  const waiting = option.text.trim() === '' ? [] : dependentsOf(id, questions, option.text)
  if (typeof after === 'object') {
    return waiting.reduce((all, each) => withCondition(all, each.id, id, after.ask), rest)
  }
  return settled(rest, after, waiting, questions)
}

function settled(
  rest: readonly Question[],
  after: AfterRemoval,
  waiting: readonly Question[],
  before: readonly Question[],
): Question[] {
  if (after === 'ask always') return waiting.reduce((all, each) => withCondition(all, each.id, null, ''), [...rest])
  const gone = new Set(waiting.flatMap((each) => [each, ...allDependentsOf(each.id, before)]).map(({ id }) => id))
  return rest.filter(({ id }) => !gone.has(id))
}

import { truncate } from '#domain/one-line.ts'
import { allDependentsOf, canBeCondition, conditionProblem, dependentsOf, isCyclic } from './conditions.ts'
import { optionInputs, withOptions } from './editing.ts'
import { questionList } from './list-changes.ts'
import { withFields, withItemBack } from './merge.ts'
import { optionsOf, type Question } from './question.ts'

/** One way to put a condition right: what it is called, and the questionnaire after it. */
export type WayOut = { label: string; questions: Question[] }

/** How many answers are offered for a condition. */
const maxOffered = 3

/**
 * The ways out of a condition that does not hold, the likeliest first; none where it holds. `saved` is the questionnaire
 * as it stands on the server: what was there can be put back. Questions are called by their places, counted from 1.
 */
export function waysOut(question: Question, questions: readonly Question[], saved: readonly Question[]): WayOut[] {
  if (!conditionProblem(question, questions)) return []
  const always = { label: 'Always show', questions: withCondition(questions, question.id, null, '') }
  if (isCyclic(question, questions)) {
    return [...backTo(question, questions, saved), always, ...freed(question, questions)]
  }
  return [...otherAnswers(question, questions, saved), always, ...putBack(question, questions, saved)]
}

/** The questionnaire with another condition of one question; none without a `dependQuestion`. */
export const withCondition = (
  questions: readonly Question[],
  id: number,
  dependQuestion: number | null,
  dependAnswer: string,
): Question[] => questions.map((each) => (each.id === id ? { ...each, dependQuestion, dependAnswer } : each))

/** The condition of the saved question, where that holds still. */
function backTo(question: Question, questions: readonly Question[], saved: readonly Question[]): WayOut[] {
  const before = saved.find(({ id }) => id === question.id)
  if (!before || before.dependQuestion === null) return []
  const { dependQuestion, dependAnswer } = before
  const restored = withCondition(questions, question.id, dependQuestion, dependAnswer)
  const now = restored.find(({ id }) => id === question.id)!
  if (conditionProblem(now, restored)) return []
  return [{ label: `Back to: ${placeOf(dependQuestion, questions)} is “${dependAnswer}”`, questions: restored }]
}

/** Frees those that wait for the question and are waited for by it. */
const freed = (question: Question, questions: readonly Question[]): WayOut[] =>
  dependentsOf(question.id, questions)
    .filter((each) => each.id !== question.id && isCyclic(each, questions))
    .map(({ id }) => ({
      label: `Stop ${placeOf(id, questions)} depending on ${placeOf(question.id, questions)}`,
      questions: withCondition(questions, id, null, ''),
    }))

/** Other answers to the question that is waited for: first the one that the missing answer is called now. */
function otherAnswers(question: Question, questions: readonly Question[], saved: readonly Question[]): WayOut[] {
  const { dependQuestion, dependAnswer } = question
  const condition = questions.find(({ id }) => id === dependQuestion)
  if (!condition || !canBeCondition(condition)) return []
  const renamed = nameNow(condition, saved, dependAnswer)
  const options = [...new Set([...(renamed ? [renamed] : []), ...optionsOf(condition)])]
  return options.slice(0, maxOffered).map((option) => ({
    label: `Show if ${placeOf(condition.id, questions)} is “${option}”`,
    questions: withCondition(questions, question.id, condition.id, option),
  }))
}

/** Returns the current name of an option of the saved question. */
function nameNow(condition: Question, saved: readonly Question[], option: string): string | undefined {
  const before = saved.find(({ id }) => id === condition.id)
  const input = before && optionInputs(before).find(({ text }) => text === option)
  const text =
    input &&
    optionInputs(condition)
      .find(({ id }) => id === input.id)
      ?.text.trim()
  return text || undefined
}

/** Restores what is missing from the saved questionnaire: the question, its type, or the option. */
function putBack(question: Question, questions: readonly Question[], saved: readonly Question[]): WayOut[] {
  const { dependQuestion, dependAnswer } = question
  const before = saved.find(({ id }) => id === dependQuestion)
  if (!before || !canBeCondition(before) || !optionsOf(before).includes(dependAnswer)) return []
  const now = questions.find(({ id }) => id === dependQuestion)
  if (!now) {
    return [{ label: `Restore “${truncate(before.question, 40)}”`, questions: withItemBack(questions, before, saved) }]
  }
  if (now.answerType !== before.answerType) {
    const typed = withFields(questionList, now, before, ['answerType'])
    const label = `Change ${placeOf(now.id, questions)} back to ${before.answerType}`
    return [{ label, questions: replaced(questions, typed) }]
  }
  return [
    { label: `Restore “${dependAnswer}”`, questions: replaced(questions, withOptionBack(now, before, dependAnswer)) },
  ]
}

/** The option under its old name: in the input that has its id, else in a blank one, else in one more. */
function withOptionBack(now: Question, before: Question, option: string): Question {
  const missing = optionInputs(before).find(({ text }) => text === option)!
  const inputs = optionInputs(now)
  const place = inputs.find(({ id }) => id === missing.id) ?? inputs.find(({ text }) => text.trim() === '')
  if (place)
    return withOptions(
      now,
      inputs.map((each) => (each === place ? { ...each, text: option } : each)),
    )
  // A Radio has two: the second gives way.
  if (now.answerType === 'Radio') return withOptions(now, [inputs[0]!, { ...inputs[1]!, text: option }])
  return withOptions(now, [...inputs, missing])
}

const replaced = (questions: readonly Question[], question: Question): Question[] =>
  questions.map((each) => (each.id === question.id ? question : each))

const placeOf = (id: number, questions: readonly Question[]): number =>
  questions.findIndex((each) => each.id === id) + 1

/** The fate of questions that depend on a removed one: they are asked always, or removed along with it. */
type AfterRemoval = 'ask always' | 'remove too'

/** A questionnaire without a question. */
export function withoutQuestion(questions: readonly Question[], id: number, after: AfterRemoval): Question[] {
  const rest = questions.filter((each) => each.id !== id)
  return withDependentsResolved(rest, after, dependentsOf(id, questions), questions)
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
  const answer = option.text.trim()
  const waiting = answer === '' ? [] : dependentsOf(id, questions, answer)
  if (typeof after === 'object') {
    return waiting.reduce((all, each) => withCondition(all, each.id, id, after.ask), rest)
  }
  return withDependentsResolved(rest, after, waiting, questions)
}

function withDependentsResolved(
  rest: readonly Question[],
  after: AfterRemoval,
  waiting: readonly Question[],
  before: readonly Question[],
): Question[] {
  if (after === 'ask always') return waiting.reduce((all, each) => withCondition(all, each.id, null, ''), [...rest])
  const gone = new Set(waiting.flatMap((each) => [each, ...allDependentsOf(each.id, before)]).map(({ id }) => id))
  return rest.filter(({ id }) => !gone.has(id))
}

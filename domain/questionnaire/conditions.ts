import { optionsOf, type Question } from './question.ts'

/** Whether a question's answer may decide what else is asked. */
export const canBeCondition = ({ answerType }: Pick<Question, 'answerType'>): boolean =>
  answerType === 'Radio' || answerType === 'Multiple Choice'

/** Whether following the conditions from a question leads back to it. */
export function isCyclic(question: Question, questions: readonly Question[]): boolean {
  let next = question.dependQuestion
  for (let left = questions.length; next !== null && left > 0; left--) {
    if (next === question.id) return true
    next = questions.find(({ id }) => id === next)?.dependQuestion ?? null
  }
  return false
}

/** The problem with the condition a question is asked under, if it has one. */
export function conditionProblem(question: Question, questions: readonly Question[]): string | undefined {
  const { dependQuestion, dependAnswer } = question
  if (dependQuestion === null) return undefined
  const condition = questions.find(({ id }) => id === dependQuestion)
  if (!condition) return 'the question it depends on was deleted'
  if (isCyclic(question, questions)) return 'it depends on itself'
  if (!canBeCondition(condition)) return 'it can depend only on a Radio or Multiple Choice question'
  if (optionsOf(condition).includes(dependAnswer)) return undefined
  return dependAnswer === ''
    ? `choose the answer to “${condition.question}” that shows it`
    : `“${dependAnswer}” is not an answer to “${condition.question}”`
}

/** The questions that are asked only after a question, or only after one of its answers, in their order. */
export const dependentsOf = (id: number, questions: readonly Question[], answer?: string): Question[] =>
  questions.filter((each) => each.dependQuestion === id && (answer === undefined || each.dependAnswer === answer))

/** The questions that wait for a question, directly or by others. The question itself is not among them. */
export function allDependentsOf(id: number, questions: readonly Question[]): Question[] {
  const found = new Set([id])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const each of questions) if (found.has(each.dependQuestion ?? 0)) found.add(each.id)
  }
  return questions.filter((each) => each.id !== id && found.has(each.id))
}

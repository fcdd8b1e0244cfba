import type { Answers, Question } from './question.ts'

/** The questions to ask in the light of the answers given so far: a condition on a question that is not asked fails. */
export function applicableQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const known = new Map<number, boolean>()
  const isApplicable = ({ id, dependQuestion, dependAnswer }: Question): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false) // a circle of conditions asks none of them
    const condition = dependQuestion === null ? undefined : byId.get(dependQuestion)
    const result =
      dependQuestion === null || (!!condition && isApplicable(condition) && answers[condition.id] === dependAnswer)
    known.set(id, result)
    return result
  }
  return questions.filter(isApplicable)
}

/** The answers that questions hold, by question id. */
export const answersOf = (questions: readonly Question[]): Answers =>
  Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))

/** The questions that a client was shown, by the answers they hold. */
export const shownQuestions = (questions: readonly Question[]): Question[] =>
  applicableQuestions(questions, answersOf(questions))

import { plural } from '#domain/count.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { type Answer, shownQuestions } from '#domain/questionnaire/question.ts'
import { filesNeeded, questionsUnanswered } from '#domain/words/action-items.ts'

/** What the questionnaire still asks its client for, beside the next step of the project. */
type ActionItem = { text: string; linkText: string }

/**
 * What the questionnaire asks this client, and has no answer to. What is not compulsory is asked for only as long as the
 * landing page is not signed: with that the terms end what can still be told.
 */
export function actionItems({ questions, steps }: Order): ActionItem[] {
  const early = (phaseOf(steps) ?? 'landing page') === 'landing page'
  const open = shownQuestions(questions).filter(({ answer, required }) => isBlank(answer) && (required || early))
  const files = open.filter(({ answerType }) => answerType === 'File')
  const others = open.length - files.length
  return [
    ...(files[0]
      ? [
          {
            text: filesNeeded(files.length, files[0].question),
            linkText: plural(files.length, 'Upload it', 'Upload them'),
          },
        ]
      : []),
    ...(others > 0
      ? [{ text: questionsUnanswered(others), linkText: plural(others, 'Answer it', 'Answer them') }]
      : []),
  ]
}

const isBlank = (answer: Answer): boolean =>
  answer === null || answer === '' || (Array.isArray(answer) && !answer.length)

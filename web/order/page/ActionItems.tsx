import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer } from '#domain/questionnaire/question.ts'
import { filesNeeded, questionsUnanswered } from '#domain/words/action-items.ts'
import { Row } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { linkTo } from '#web/order/tabs.ts'
import './ActionItems.css'

/** Shows what the questionnaire of an open order still needs of its client, if anything, with a link to it. */
export function ActionItems() {
  const { order, viewer, isPast } = useShownOrder()
  if (isPast || viewer.role === 'admin' || order.status !== 'open') return null
  return actionItems(order).map(({ text, linkText }) => (
    <Row key={text} className="needs" margin="To do">
      <p className="break-anywhere">
        <b className="weight-600 red">{text}</b>{' '}
        <Link to={{ ...linkTo('overview'), hash: '#answers' }} preventScrollReset>
          {linkText}
        </Link>
      </p>
    </Row>
  ))
}

/** A question that the questionnaire still has for its client, beside the next step of the project. */
type ActionItem = { text: string; linkText: string }

/**
 * Returns the unanswered questions of the questionnaire for this client. An optional one is listed only until the landing
 * page is signed: with that the terms end what can still be told.
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

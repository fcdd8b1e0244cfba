import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import { type NextButton, nextStep } from '#domain/order/next-step.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer } from '#domain/questionnaire/question.ts'
import { filesNeeded, questionsUnanswered } from '#domain/words/headline.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { inWords } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { linkTo, type Tab } from '#web/order/tabs.ts'
import './NextStep.css'

/** Shows the next step of the order: whose turn it is, one button at most, and what follows. */
export function NextStep({ eyebrow }: { eyebrow: ReactNode }) {
  const { order, viewer, isPast } = useShownOrder()
  const words = inWords(useShownTime())
  // What the questionnaire still needs stands below it.
  const meanwhile = !isPast && actionItems(order).length > 0 ? '' : undefined
  const { title, next, follows, button } = nextStep(order, viewer.role, words, meanwhile)
  return (
    <PageTitle title={title} next={next} day={order.lastAt} eyebrow={eyebrow}>
      <div className="next-go break-anywhere">
        {button && !isPast && <Go {...button} />}
        {follows && <p className="small">{follows}</p>}
      </div>
    </PageTitle>
  )
}

/** Shows the next step at the end of a tab where something was agreed, if it is done in another one. */
export function NextElsewhere({ tab }: { tab: Tab }) {
  const { order, viewer, isPast } = useShownOrder()
  const { title, next, follows, button } = nextStep(order, viewer.role, inWords(useShownTime()))
  if (isPast || !button || button.control || button.tab === tab) return null
  return (
    <Row as="section" margin={<i className="red">Next</i>} bodyClass="next-elsewhere break-anywhere ink-above">
      <div>
        <p className="serif-5-13">
          {title} {next}
        </p>
        {follows && <p className="small">{follows}</p>}
      </div>
      <Go {...button} />
    </Row>
  )
}

/** The one button: to a tab, to a place of the overview, or a control there that is pressed. */
function Go({ label, tab, at, control }: NextButton) {
  if (control) return <Button onClick={() => pressControl(control)}>{label}</Button>
  return (
    <Link
      className={buttonClass('solid')}
      to={{ ...linkTo(tab), ...(at ? { hash: `#${at}` } : {}) }}
      preventScrollReset
    >
      {label}
    </Link>
  )
}

const pressControl = (control: string) =>
  document.querySelector<HTMLElement>(`[data-command="${CSS.escape(control)}"]`)?.click()

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
    files[0] && {
      text: filesNeeded(files.length, files[0].question),
      linkText: plural(files.length, 'Upload it', 'Upload them'),
    },
    others > 0 && { text: questionsUnanswered(others), linkText: plural(others, 'Answer it', 'Answer them') },
  ].filter((item) => !!item)
}

const isBlank = (answer: Answer): boolean =>
  answer === null || answer === '' || (Array.isArray(answer) && !answer.length)

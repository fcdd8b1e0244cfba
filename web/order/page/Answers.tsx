import { lazy, Suspense, useState } from 'react'
import { shownQuestions } from '#domain/questionnaire/question.ts'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { loadZod } from '#web/lazy-zod.ts'
import { useShownOrder } from '#web/order/context.ts'
import { AnswerText } from './AnswerText.tsx'
import { Marked } from './Marked.tsx'
import { Part } from './Part.tsx'
import './Answers.css'

const AmendAnswers = lazy(() => loadZod().then(() => import('./AmendAnswers.tsx')))

/** The questions and answers of the beginning. Its client may answer anew while the order is open. */
export function Answers() {
  const { order, viewer, readOnly } = useShownOrder()
  const [amending, setAmending] = useState(false)
  const may = !readOnly && viewer.role === 'client' && order.status === 'open'
  return (
    <Part name="Answers" className="answers-given" id="answers">
      <SectionHeader
        title={viewer.role === 'admin' ? 'Client’s Answer' : 'Your Answer'}
        margin={<Timestamp at={order.openedAt} part="day" />}
        aside={
          may &&
          !amending && (
            <button
              type="button"
              className="answers-amend"
              data-command="amendAnswers"
              onClick={() => setAmending(true)}
            >
              Edit answers
            </button>
          )
        }
      />
      {may && amending ? (
        <Suspense fallback={<Row className="order-waiting">Loading…</Row>}>
          <AmendAnswers onDone={() => setAmending(false)} />
        </Suspense>
      ) : (
        <ol className="answers">
          {shownQuestions(order.questions).map((question) => (
            <Row key={question.id} as="li">
              <div className="answer">
                <h3 className="ink-2">{question.question}</h3>
                <div className="answer-text serif-5-13">
                  <Marked select={({ questions }) => questions.find(({ id }) => id === question.id)?.answer}>
                    <AnswerText question={question} />
                  </Marked>
                </div>
              </div>
            </Row>
          ))}
        </ol>
      )}
    </Part>
  )
}

import { useRef } from 'react'
import { questionsAsked } from '#domain/template/question.ts'
import { Line, Rubric, When } from '#web/kit/Leaf.tsx'
import { AnswerText } from './AnswerText.tsx'
import { useShownOrder } from './context.ts'
import { useReading } from './useReading.ts'
import './Answers.css'

/** What was asked at the beginning, and answered. Seen for a second, it counts as read. */
export function Answers() {
  const { order, viewer } = useShownOrder()
  const section = useRef<HTMLElement>(null)
  useReading(section)
  return (
    <section ref={section} aria-label="Answers">
      <Rubric
        title={viewer.role === 'admin' ? "Client's Answer" : 'Your Answer'}
        margin={<When at={order.openedAt} part="day" />}
      />
      <ol className="answers">
        {questionsAsked(order.questions).map((question) => (
          <Line key={question.id} as="li">
            <div className="answer">
              <h3>{question.question}</h3>
              <div className="answer-text">
                <AnswerText question={question} />
              </div>
            </div>
          </Line>
        ))}
      </ol>
    </section>
  )
}

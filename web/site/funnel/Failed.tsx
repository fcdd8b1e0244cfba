import { type FitAnswers, failures } from '#domain/site/fit-test.ts'
import { Button } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { Acts, Screen } from './Screen.tsx'

type FailedProps = { arrived: boolean; answers: FitAnswers; onTryAgain(): void }

/** Not passed, and why: a line for each answer that stands in the way. */
export const Failed = ({ arrived, answers, onTryAgain }: FailedProps) => (
  <Screen margin="Step 1" title="We are not the right fit right now." next="Here is why." arrived={arrived}>
    <ul className="funnel-lines">
      {failures(answers).map(({ id, question, because }) => (
        <Row key={id} as="li" className="funnel-reason" margin={<Cross />}>
          <p className="meta">
            {question} You answered {answers[id]}.
          </p>
          <p>{because}</p>
        </Row>
      ))}
    </ul>
    <Acts>
      <Button type="button" onClick={onTryAgain}>
        Try Again
      </Button>
      <p className="meta">Thank you for your time and your honest answers.</p>
    </Acts>
  </Screen>
)

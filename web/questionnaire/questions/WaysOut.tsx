import type { Question } from '#domain/questionnaire/question.ts'
import type { WayOut } from '#domain/questionnaire/repair.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { asSentence } from './words.ts'

type WaysOutProps = {
  id: string
  problem: string
  ways: readonly WayOut[]
  onTake(questions: Question[]): void
}

/** Why a question would never be asked, and what can be done about it. */
export const WaysOut = ({ id, problem, ways, onTake }: WaysOutProps) => (
  <div className="q-fault pb-2 text-3 red" id={id}>
    <p>
      <Cross /> {asSentence(problem)}
      {!problem.startsWith('choose') && ' So this question would never be shown.'}
    </p>
    <p className="ways-out">
      {ways.map(({ label, questions }) => (
        <TextButton key={label} onClick={() => onTake(questions)}>
          {label}
        </TextButton>
      ))}
    </p>
  </div>
)

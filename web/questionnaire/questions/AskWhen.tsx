import { canBeCondition } from '#domain/questionnaire/conditions.ts'
import { askWhen } from '#domain/questionnaire/editing.ts'
import { optionsOf, type Question } from '#domain/questionnaire/question.ts'
import { withCondition } from '#domain/questionnaire/repair.ts'
import { Labelled } from '#web/kit/Field.tsx'

type AskWhenProps = {
  question: Question
  questions: readonly Question[]
  /** The id of what is said to be wrong with the condition. */
  wrong: string | undefined
  onEdit(questions: Question[]): void
}

/** The answer after which a question is asked. Radio and Multiple Choice questions are offered, with their options. */
export function AskWhen({ question, questions, wrong, onEdit }: AskWhenProps) {
  const { id, dependQuestion, dependAnswer } = question
  const good = askWhen(question, questions)
  const circular = questions.filter(
    (each) => each.id !== id && canBeCondition(each) && optionsOf(each).length > 0 && !good.includes(each),
  )
  const offered = [...good, ...circular]
  const condition = questions.find((each) => each.id === dependQuestion)
  const options = condition ? optionsOf(condition) : []
  const named = (each: Question) => (
    <option key={each.id} value={each.id}>
      {questions.indexOf(each) + 1}. {each.question || 'Untitled question'}
    </option>
  )
  const ties = { 'aria-invalid': wrong ? (true as const) : undefined }

  return (
    <fieldset className="q-when grid min-w-0 border-0">
      <legend className="small">
        Ask When <span className="pencil">Only Radio and Multiple Choice questions can be chosen</span>
      </legend>
      <Labelled label="Question">
        {(own) => (
          <select
            {...own}
            {...ties}
            aria-describedby={wrong}
            value={dependQuestion ?? ''}
            onChange={({ target: { value } }) =>
              onEdit(withCondition(questions, id, value === '' ? null : Number(value), ''))
            }
          >
            <option value="">Always</option>
            {good.map(named)}
            {circular.length > 0 && <optgroup label="Depend on this question">{circular.map(named)}</optgroup>}
            {dependQuestion !== null &&
              !offered.some((each) => each.id === dependQuestion) &&
              (condition ? named(condition) : <option value={dependQuestion}>Deleted question</option>)}
          </select>
        )}
      </Labelled>
      {dependQuestion !== null && (
        <Labelled label="Answer">
          {(own) => (
            <select
              {...own}
              {...ties}
              aria-describedby={wrong}
              value={dependAnswer}
              onChange={({ target: { value } }) => onEdit(withCondition(questions, id, dependQuestion, value))}
            >
              {!options.includes(dependAnswer) && (
                <option value={dependAnswer}>{dependAnswer ? `${dependAnswer} (deleted)` : 'Choose an answer'}</option>
              )}
              {options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
    </fieldset>
  )
}

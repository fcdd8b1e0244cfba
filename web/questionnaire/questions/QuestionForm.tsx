import { useRef, useState } from 'react'
import { listed } from '#domain/count.ts'
import type { QuestionProblem } from '#domain/questionnaire/check.ts'
import { dependentsOf } from '#domain/questionnaire/conditions.ts'
import { withBusinessName, withDuplicate, withNotCompulsory, withType } from '#domain/questionnaire/editing.ts'
import { answerTypes, hasOptions, type Question } from '#domain/questionnaire/question.ts'
import { waysOut, withoutQuestion } from '#domain/questionnaire/repair.ts'
import { Button } from '#web/kit/Button.tsx'
import { isComposing, Labelled } from '#web/kit/Field.tsx'
import { AskWhen } from './AskWhen.tsx'
import { OptionInputs } from './OptionInputs.tsx'
import { RemovalChoice, WaysOut } from './WaysOut.tsx'
import { asSentence, dependOn } from './words.ts'
import '#web/kit/Choice.css'
import './QuestionForm.css'

export type QuestionFormProps = {
  question: Question
  place: number
  questions: readonly Question[]
  saved: readonly Question[]
  /** The id of a copy. */
  nextId: number
  problems: readonly QuestionProblem[]
  onEdit(questions: readonly Question[], field?: string): void
  /** Opens another question, or none. */
  onOpen(id: number | undefined): void
}

/** The open line: everything that there is to say of a question. */
export function QuestionForm(props: QuestionFormProps) {
  const { question, place, questions, saved, nextId, problems, onEdit, onOpen } = props
  const { id } = question
  const [removing, setRemoving] = useState(false)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState(() => saved.some((each) => each.id === id))
  const problemIn = (...fields: string[]) => problems.find(({ field }) => fields.includes(field))?.problem
  const waitingAt = dependentsOf(id, questions).map((each) => questions.indexOf(each) + 1)
  const places = listed(waitingAt)
  // Nothing depends on it any more: there is nothing left to choose.
  if (removing && waitingAt.length === 0) setRemoving(false)
  const condition = problemIn('dependQuestion')
  const wrongId = `wrong-${id}`
  const change = (next: Question, field?: string) =>
    onEdit(
      questions.map((each) => (each.id === id ? next : each)),
      field && `${field}-${id}`,
    )
  const remove = (after: Parameters<typeof withoutQuestion>[2]) => {
    onOpen(undefined)
    onEdit(withoutQuestion(questions, id, after))
  }
  const duplicate = () => {
    onOpen(nextId)
    onEdit(withDuplicate(questions, id, nextId))
  }
  // A line that was only just added is not scolded before it could be written.
  const missing = left || question.question !== '' ? problemIn('question') : undefined

  return (
    <fieldset
      className="q-form small-labels grid gap-4-6 min-w-0 border-0 column-2"
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onOpen(undefined)}
    >
      <legend className="sr">Question {place}</legend>
      <div className="q-form-text">
        <Labelled label="Question" error={missing && asSentence(missing)}>
          {(ties) => (
            <textarea
              {...ties}
              id={ties.id}
              data-control={controlId(id)}
              rows={1}
              maxLength={500}
              value={question.question}
              onBlur={() => setLeft(true)}
              onChange={({ target }) => change({ ...question, question: oneLine(target.value) }, 'question')}
            />
          )}
        </Labelled>
      </div>
      <div className="column-all">
        <Labelled label="Short description" error={problemIn('description')}>
          {(ties) => (
            <textarea
              {...ties}
              rows={1}
              maxLength={2_000}
              value={question.description}
              onChange={({ target }) => change({ ...question, description: target.value }, 'description')}
            />
          )}
        </Labelled>
      </div>
      <TypeField type={question.answerType} waitingAt={waitingAt} onType={(type) => change(withType(question, type))} />
      <label className="choice q-form-tick text-3 self-start">
        <input
          type="checkbox"
          checked={!question.required}
          onChange={({ target }) => change(withNotCompulsory(question, target.checked))}
        />
        Not compulsory
      </label>
      {question.answerType === 'Line' && (
        <label className="choice q-form-tick text-3 self-start">
          <input
            type="checkbox"
            checked={question.businessName === true}
            onChange={({ target }) => change(withBusinessName(question, target.checked))}
          />
          Use the answer as the project name
        </label>
      )}
      {hasOptions(question.answerType) && (
        <OptionInputs
          question={question}
          questions={questions}
          problem={problemIn('answerObject', 'multipleChoiceArray', 'checkBoxArray')}
          onEdit={onEdit}
        />
      )}
      <div className="q-form-when">
        <AskWhen question={question} questions={questions} wrong={condition && wrongId} onEdit={onEdit} />
        {condition && (
          <WaysOut id={wrongId} problem={condition} ways={waysOut(question, questions, saved)} onTake={onEdit} />
        )}
      </div>
      <div className="q-form-acts row items-center">
        <Button kind="line" small onClick={duplicate}>
          Duplicate
        </Button>
        <Button
          ref={deleteButton}
          kind="line"
          small
          onClick={() => (waitingAt.length > 0 ? setRemoving(true) : remove('ask always'))}
        >
          Delete
        </Button>
        {waitingAt.length > 0 && !removing && (
          <p className="meta">{dependOn(waitingAt, 'this question')} You’ll be asked what to do.</p>
        )}
        <Button kind="line" small className="ml-auto" onClick={() => onOpen(undefined)}>
          Close
        </Button>
      </div>
      {removing && (
        <RemovalChoice
          warning={`Without this question, ${places} would never be shown.`}
          ways={[
            { label: `Delete, and always show ${places}`, take: () => remove('ask always') },
            { label: `Delete ${places} too`, take: () => remove('remove too') },
          ]}
          keep="Keep question"
          onKeep={() => {
            setRemoving(false)
            deleteButton.current?.focus()
          }}
        />
      )}
    </fieldset>
  )
}

type TypeFieldProps = {
  type: Question['answerType']
  /** The places of the questions that are shown by its answer. */
  waitingAt: readonly number[]
  onType(type: Question['answerType']): void
}

/** The choice of how a question is answered. */
function TypeField({ type, waitingAt, onType }: TypeFieldProps) {
  const hint = 'Changing the type clears options and condition.'
  return (
    <Labelled
      label="Answer type"
      hint={waitingAt.length > 0 ? `${hint} ${dependOn(waitingAt, 'this question')}` : hint}
    >
      {(ties) => (
        <select {...ties} value={type} onChange={({ target }) => onType(target.value as Question['answerType'])}>
          {answerTypes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** A question is one line, however many it takes on the page. */
const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

/** The id of a question's line on the page. */
export const lineId = (id: number): string => `line-${id}`

/** The id of the button that adds a question. */
export const addId = 'add-question'

/** The id of the control that opens a question's line, or of its first field while it is open. */
export const controlId = (id: number): string => `edit-${id}`

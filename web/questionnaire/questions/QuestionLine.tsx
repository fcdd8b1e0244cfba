import type { ReactNode } from 'react'
import { waysOut } from '#domain/questionnaire/repair.ts'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { UnsavedMark } from '#web/questionnaire/editing/icons.tsx'
import { Mover, useSortable } from '#web/questionnaire/editing/Mover.tsx'
import { controlId, lineId, QuestionForm, type QuestionFormProps } from './QuestionForm.tsx'
import { WaysOut } from './WaysOut.tsx'
import { asSentence, shownIf } from './words.ts'

type QuestionLineProps = Omit<QuestionFormProps, 'place'> & {
  index: number
  /** The conflict of two writers, if there is one. */
  clash: ReactNode
  /** Its unsaved mark. */
  mark: string | undefined
  recent: boolean
  open: boolean
  onMove(from: number, to: number): void
}

/**
 * A line of the questionnaire: the question as it stands, or opened to be written, and what two wrote on it. A line that
 * is being written stays so when another admin writes on it.
 */
export function QuestionLine(props: QuestionLineProps) {
  const { question, index, questions, problems, clash, mark, recent, open, onMove } = props
  const { id } = question
  const { handle, edge } = useSortable({ list: 'questions', rowId: lineId(id), id, items: questions, onMove })
  const place = index + 1
  const when = shownIf(question, questions)
  const broken = problems.some(({ field }) => field === 'dependQuestion')
  return (
    <Row
      as="li"
      id={lineId(id)}
      className={['q-line sortable', open && 'is-open', mark && 'is-pencil', Boolean(clash) && 'is-clash']}
      recent={recent && !clash}
      edge={edge}
      margin={
        when && (
          <span className={broken ? 'q-if hidden red' : 'q-if hidden'}>
            <span className="sr">Shown if {when.place ?? 'a deleted question'} is </span>
            {broken ? <del>{when.answer}</del> : when.answer}
          </span>
        )
      }
    >
      <span className="q-number pencil" aria-hidden="true">
        {place}
      </span>
      {clash}
      {open ? <QuestionForm {...props} place={place} /> : !clash && <Closed {...props} />}
      <Mover
        label={`question ${place}`}
        id={id}
        index={index}
        count={questions.length}
        handle={handle}
        onMove={onMove}
      />
    </Row>
  )
}

function Closed({ question, index, questions, saved, problems, mark, onOpen, onEdit }: QuestionLineProps) {
  const { id, description, answerType, required } = question
  const when = shownIf(question, questions)
  const condition = problems.find(({ field }) => field === 'dependQuestion')?.problem
  const others = problems.filter(({ field }) => field !== 'dependQuestion')
  const wrongId = `wrong-${id}`
  return (
    <>
      <button
        type="button"
        className="q-open py-2 target w-full text-start leading-13 break-anywhere"
        id={controlId(id)}
        aria-expanded="false"
        aria-describedby={problems.length > 0 ? wrongId : undefined}
        onClick={() => onOpen(id)}
      >
        <span className="sr">Question {index + 1}: </span>
        <span className="q-text">{question.question || 'Untitled question'}</span>{' '}
        {description && <span className="q-description small">{description}</span>}
      </button>
      <span className="q-kind pb-2 small leading-135 column-2">
        {answerType}
        {!required && <i className="pencil">not compulsory</i>}
        {mark && <UnsavedMark>{mark}</UnsavedMark>}
        {when && (
          <span className={condition ? 'q-if-below block red break-anywhere' : 'q-if-below block break-anywhere'}>
            Shown if {when.place ?? '?'} is {condition ? <del>{when.answer}</del> : when.answer}
          </span>
        )}
      </span>
      {condition && (
        <WaysOut id={wrongId} problem={condition} ways={waysOut(question, questions, saved)} onTake={onEdit} />
      )}
      {others.length > 0 && (
        <p className="q-fault pb-2 text-3 red" id={condition ? undefined : wrongId}>
          <Cross /> {others.map(({ problem }) => asSentence(problem)).join(' ')}
        </p>
      )}
    </>
  )
}

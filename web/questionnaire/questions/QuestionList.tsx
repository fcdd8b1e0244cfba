import type { QuestionProblem } from '#domain/questionnaire/check-questions.ts'
import { maxQuestions } from '#domain/questionnaire/check-questions.ts'
import { nextId, withNewQuestion } from '#domain/questionnaire/editing.ts'
import { changesBetween } from '#domain/questionnaire/list-changes.ts'
import { questionList } from '#domain/questionnaire/list-kind.ts'
import { withItemBack } from '#domain/questionnaire/merge.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { Row } from '#web/kit/Page.tsx'
import { LineConflict } from '#web/questionnaire/editing/LineConflict.tsx'
import { linesOf, markOf, moved } from '#web/questionnaire/editing/lines.ts'
import { GoneRow } from '#web/questionnaire/editing/UnsavedMark.tsx'
import type { Editor } from '#web/questionnaire/editing/useEditor.ts'
import { Branches } from './Branches.tsx'
import { addId, controlId } from './ids.ts'
import { QuestionLine } from './QuestionLine.tsx'
import { saysIn } from './words.ts'

type QuestionListProps = {
  editor: Editor<Question>
  problems: ReadonlyMap<number, QuestionProblem[]>
  open: number | undefined
  onOpen(id: number | undefined): void
  onSay(words: string): void
}

/** Every question a line, with the strokes between those that wait for one another. */
export function QuestionList({ editor, problems, open, onOpen, onSay }: QuestionListProps) {
  const questions = editor.now.items
  const saved = editor.saved.items
  const { conflicts } = editor.now
  const changes = changesBetween(questionList, saved, questions)
  const move = (from: number, to: number) => {
    editor.edit(moved(questions, from, to))
    onSay(`Moved to position ${to + 1} of ${questions.length}`)
  }
  const add = () => {
    onOpen(nextId(questions))
    editor.edit(withNewQuestion(questions))
  }
  return (
    <>
      <Row className="editor-columns lines-py-2 small ink-below" bodyClass="grid" margin="Shown if">
        <span>No.</span>
        <span>Question and short description</span>
        <span>Answer type</span>
      </Row>
      <div className="q-lines relative">
        <Branches questions={questions} saved={saved} />
        <ol>
          {linesOf(questions, saved).map((line) => {
            const { id } = line.item
            const conflict = conflicts.find((each) => each.id === id)
            if (line.kind === 'gone' && conflict) {
              return (
                <Row as="li" key={`gone-${id}`} className="q-line is-clash">
                  <span className="q-number pencil" />
                  <div className="min-w-0 column-2" id={controlId(id)} tabIndex={-1}>
                    <LineConflict
                      label={`the question “${line.item.question}”`}
                      by={conflict.by}
                      theirs={conflict.fields.map((name) => <p key={name}>{saysIn(name, line.item, saved)}</p>)}
                      mine={null}
                      both=""
                      onSettle={(way) => editor.settle(id, way)}
                    />
                  </div>
                </Row>
              )
            }
            if (line.kind === 'gone') {
              return (
                <GoneRow
                  key={`gone-${id}`}
                  name={line.item.question}
                  buttonId={controlId(id)}
                  onPutBack={() => editor.edit(withItemBack(questions, line.item, saved))}
                />
              )
            }
            return (
              <QuestionLine
                key={id}
                question={line.item}
                index={line.index}
                questions={questions}
                saved={saved}
                problems={problems.get(id) ?? []}
                conflict={conflict}
                mark={markOf(id, changes)}
                recent={editor.recent.has(id)}
                open={open === id}
                onOpen={onOpen}
                onEdit={editor.edit}
                onMove={move}
                onSettle={editor.settle}
              />
            )
          })}
          <Row as="li" className="editor-add">
            {questions.length < maxQuestions ? (
              <button className="target" type="button" id={addId} onClick={add}>
                + Add Question
              </button>
            ) : (
              <p className="meta">You can have up to {maxQuestions} questions.</p>
            )}
          </Row>
        </ol>
      </div>
    </>
  )
}

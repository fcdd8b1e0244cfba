import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { maxQuestions, type QuestionProblem } from '#domain/questionnaire/check.ts'
import { conditionProblem, isCyclic } from '#domain/questionnaire/conditions.ts'
import { withNewQuestion } from '#domain/questionnaire/editing.ts'
import { changesBetween, questionList } from '#domain/questionnaire/list-changes.ts'
import { withItemBack } from '#domain/questionnaire/merge.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { Row } from '#web/kit/Page.tsx'
import { GoneRow, LineConflict, linesOf, markOf, moved } from '#web/questionnaire/editing/lines.tsx'
import type { Editor } from '#web/questionnaire/editing/useEditor.ts'
import { type BranchRow, branchesOf } from './branches.ts'
import { addId, controlId, lineId } from './QuestionForm.tsx'
import { QuestionLine } from './QuestionLine.tsx'
import { saysIn } from './words.ts'
import './QuestionList.css'

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
    onOpen(editor.nextId)
    editor.edit(withNewQuestion(questions, editor.nextId))
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
            const says = (one: Question | null, all: readonly Question[]) =>
              one && conflict?.fields.map((name) => <p key={name}>{saysIn(name, one, all)}</p>)
            const clash = conflict && (
              <div
                className="min-w-0 column-2"
                id={line.kind === 'item' && open === id ? undefined : controlId(id)}
                tabIndex={-1}
              >
                <LineConflict
                  label={line.kind === 'item' ? `question ${line.index + 1}` : `the question “${line.item.question}”`}
                  by={conflict.by}
                  theirs={says(conflict.theirs, saved)}
                  mine={says(conflict.mine, questions)}
                  both={line.kind === 'item' ? `Keep both, as ${line.index + 1} and ${line.index + 2}` : ''}
                  onSettle={(way) => editor.settle(id, way)}
                />
              </div>
            )
            if (line.kind === 'gone') {
              return clash ? (
                <Row as="li" key={`gone-${id}`} className="q-line is-clash">
                  <span className="q-number pencil" />
                  {clash}
                </Row>
              ) : (
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
                nextId={editor.nextId}
                problems={problems.get(id) ?? []}
                clash={clash}
                mark={markOf(id, changes)}
                recent={editor.recent.has(id)}
                open={open === id}
                onOpen={onOpen}
                onEdit={editor.edit}
                onMove={move}
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

type Drawn = ReturnType<typeof branchesOf> & { width: number; height: number }

/** Below this width of the margin, in px, there is no room for answers beside the strokes. */
const narrowMargin = 110

/** The strokes in the margin, from each question to those that wait for it. Seen only: the lines say it in words. */
function Branches({ questions, saved }: { questions: readonly Question[]; saved: readonly Question[] }) {
  const svg = useRef<SVGSVGElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()

  const rows = questions.map((question) => {
    return { id: question.id, after: question.dependQuestion, state: stateOf(question, questions, saved) }
  })
  const shown = JSON.stringify(rows)
  const draw = useEffectEvent((list: Element) => {
    const next = measured(list, rows)
    setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are watched anew, and not at each letter in one
  useLayoutEffect(() => {
    const list = svg.current!.parentElement!
    const drawAgain = () => draw(list)
    const observer = new ResizeObserver(drawAgain)
    observer.observe(list)
    for (const line of list.querySelectorAll('.q-line')) observer.observe(line)
    drawAgain()
    void document.fonts.ready.then(drawAgain)
    return () => observer.disconnect()
  }, [shown, saved])

  return (
    <svg
      ref={svg}
      className="branches ink-2 absolute overflow-visible click-through"
      width={drawn?.width ?? 0}
      height={drawn?.height ?? 0}
      aria-hidden="true"
    >
      {drawn?.strokes.map(({ d, red, thick }) => (
        <path key={d} d={d} className={`pen round-joins${red ? ' red' : ''}${thick ? ' is-thick' : ''}`} />
      ))}
      {drawn?.origins.map(({ id, x, y, red }) => (
        <circle key={id} cx={x} cy={y} r="2.3" className={red ? 'red' : ''} />
      ))}
    </svg>
  )
}

function measured(list: Element, questions: readonly Omit<BranchRow, 'y'>[]): Drawn {
  const box = list.getBoundingClientRect()
  const margin = list.querySelector('.q-line > .m')?.getBoundingClientRect()
  const right = (margin?.right ?? box.left) - box.left - 5
  const rows = questions.flatMap((question): BranchRow[] => {
    const number = document.getElementById(lineId(question.id))?.querySelector('.q-number')?.getBoundingClientRect()
    if (!number) return []
    return [{ ...question, y: number.top - box.top + number.height / 2 }]
  })
  return { ...branchesOf(rows, right, (margin?.width ?? 0) < narrowMargin), width: right + 8, height: box.height }
}

function stateOf(question: Question, questions: readonly Question[], saved: readonly Question[]): BranchRow['state'] {
  if (question.dependQuestion === null) return 'none'
  if (isCyclic(question, questions)) return closesCircle(question, questions, saved) ? 'circle' : 'holds'
  return conditionProblem(question, questions) ? 'dangling' : 'holds'
}

/** Whether a condition in a circle is the one that closed it: the one that is not saved, or each where all are. */
function closesCircle(question: Question, questions: readonly Question[], saved: readonly Question[]): boolean {
  const isSaved = ({ id, dependQuestion }: Question) =>
    saved.some((each) => each.id === id && each.dependQuestion === dependQuestion)
  return !isSaved(question) || questions.every((each) => !isCyclic(each, questions) || isSaved(each))
}

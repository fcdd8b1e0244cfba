import { useLayoutEffect, useRef, useState } from 'react'
import { conditionProblem, isCyclic } from '#domain/questionnaire/conditions.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { type BranchRow, branchesOf } from './branches.ts'
import { lineId } from './ids.ts'
import './Branches.css'

type Drawn = ReturnType<typeof branchesOf> & { width: number; height: number }

/** Below this width of the margin, in px, there is no room for answers beside the strokes. */
const narrowMargin = 110

/** The strokes in the margin, from each question to those that wait for it. Seen only: the lines say it in words. */
export function Branches({ questions, saved }: { questions: readonly Question[]; saved: readonly Question[] }) {
  const svg = useRef<SVGSVGElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()

  useLayoutEffect(() => {
    const list = svg.current!.parentElement!
    const draw = () => {
      const next = measured(list, questions, saved)
      setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    const observer = new ResizeObserver(draw)
    observer.observe(list)
    for (const line of list.querySelectorAll('.q-line')) observer.observe(line)
    draw()
    void document.fonts.ready.then(draw)
    return () => observer.disconnect()
  }, [questions, saved])

  return (
    <svg
      ref={svg}
      className="branches absolute overflow-visible click-through"
      width={drawn?.width ?? 0}
      height={drawn?.height ?? 0}
      aria-hidden="true"
    >
      {drawn?.strokes.map(({ d, red, thick }) => (
        <path key={d} d={d} className={`${red ? 'is-red' : ''}${thick ? ' is-thick' : ''}`} />
      ))}
      {drawn?.origins.map(({ id, x, y, red }) => (
        <circle key={id} cx={x} cy={y} r="2.3" className={red ? 'is-red' : ''} />
      ))}
    </svg>
  )
}

function measured(list: Element, questions: readonly Question[], saved: readonly Question[]): Drawn {
  const box = list.getBoundingClientRect()
  const margin = list.querySelector('.q-line > .m')?.getBoundingClientRect()
  const right = (margin?.right ?? box.left) - box.left - 5
  const rows = questions.flatMap((question): BranchRow[] => {
    const number = document.getElementById(lineId(question.id))?.querySelector('.q-number')?.getBoundingClientRect()
    if (!number) return []
    const y = number.top - box.top + number.height / 2
    return [{ id: question.id, y, after: question.dependQuestion, state: stateOf(question, questions, saved) }]
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

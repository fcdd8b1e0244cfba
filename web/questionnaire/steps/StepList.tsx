import { useLayoutEffect, useRef, useState } from 'react'
import { plural } from '#domain/count.ts'
import { retainedPercent } from '#domain/order/invoice.ts'
import { maxSteps } from '#domain/questionnaire/check.ts'
import { changesBetween, stepList } from '#domain/questionnaire/list-changes.ts'
import { withItemBack } from '#domain/questionnaire/merge.ts'
import type { NewStep } from '#domain/step.ts'
import { Row } from '#web/kit/Page.tsx'
import { GoneRow, LineConflict, linesOf, markOf, moved } from '#web/questionnaire/editing/lines.tsx'
import type { OrderCounts } from '#web/questionnaire/editing/load.ts'
import type { Editor } from '#web/questionnaire/editing/useEditor.ts'
import { StepLine, stepInputId, stepLineId } from './StepLine.tsx'
import { type PhaseRun, phaseNames, phaseRuns, stepSaysIn } from './words.ts'

type StepListProps = {
  editor: Editor<NewStep>
  problems: ReadonlyMap<number, string>
  orders: OrderCounts
  announce(words: string): void
}

/** Every step a line, with its phases bracketed in the margin. */
export function StepList({ editor, problems, orders, announce }: StepListProps) {
  const steps = editor.now.items
  const saved = editor.saved.items
  const { conflicts } = editor.now
  const changes = changesBetween(stepList, saved, steps)
  const move = (from: number, to: number) => {
    editor.edit(moved(steps, from, to))
    announce(`Moved to position ${to + 1} of ${steps.length}`)
  }
  const add = () => {
    const id = editor.nextId
    editor.edit([...steps, { id, value: '' }])
    requestAnimationFrame(() => document.getElementById(stepInputId(id))?.focus())
  }
  return (
    <>
      <AppliesFrom orders={orders} count={steps.length} />
      <Row
        className="editor-columns lines-py-2 small ink-below"
        bodyClass="grid"
        margin="Phase, and what we keep if the client cancels"
      >
        <span>No.</span>
        <span>Step, phase, whose turn, payment, what completes it</span>
      </Row>
      <div className="s-lines relative">
        <PhaseBraces steps={steps} />
        <ol>
          {linesOf(steps, saved).map((line) => {
            const { id, value } = line.item
            const conflict = conflicts.find((each) => each.id === id)
            const describe = (one: NewStep | null) =>
              one && conflict ? conflict.fields.map((name) => <p key={name}>{stepSaysIn(name, one)}</p>) : null
            const conflictNote = conflict && (
              <div className="min-w-0 column-2" id={line.kind === 'gone' ? stepInputId(id) : undefined} tabIndex={-1}>
                <LineConflict
                  label={line.kind === 'item' ? `step ${line.index + 1}` : `the step “${value}”`}
                  by={conflict.by}
                  theirs={describe(conflict.theirs)}
                  mine={describe(conflict.mine)}
                  both={line.kind === 'item' ? `Keep both, as ${line.index + 1} and ${line.index + 2}` : ''}
                  onSettle={(way) => editor.settle(id, way)}
                />
              </div>
            )
            if (line.kind === 'gone') {
              return conflictNote ? (
                <Row as="li" key={`gone-${id}`} className="s-line is-clash">
                  <span className="s-number pencil pt-3" />
                  {conflictNote}
                </Row>
              ) : (
                <GoneRow
                  key={`gone-${id}`}
                  name={value}
                  buttonId={stepInputId(id)}
                  onPutBack={() => editor.edit(withItemBack(steps, line.item, saved))}
                />
              )
            }
            return (
              <StepLine
                key={id}
                step={line.item}
                index={line.index}
                steps={steps}
                problem={problems.get(id)}
                clash={conflictNote}
                mark={markOf(id, changes)}
                isNew={!saved.some((each) => each.id === id)}
                recent={editor.recent.has(id)}
                onEdit={editor.edit}
                onMove={move}
              />
            )
          })}
          <Row as="li" className="editor-add">
            {steps.length < maxSteps ? (
              <button className="target" type="button" onClick={add}>
                + Add Step
              </button>
            ) : (
              <p className="meta">You can have up to {maxSteps} steps.</p>
            )}
          </Row>
        </ol>
      </div>
    </>
  )
}

/** How many strokes are drawn at most: more are said, not drawn. */
const maxStrokes = 46
const later = 10

/** Where the change begins: the orders there are keep their steps, the next one takes these. */
function AppliesFrom({ orders, count }: { orders: OrderCounts; count: number }) {
  const closed = orders.cancelled + orders.completed
  const total = orders.open + closed
  return (
    <Row className="s-cut lines-py-3 rule-below" margin="From the next project on">
      <svg className="pen w-full h-auto" viewBox="0 0 684 44" aria-hidden="true" preserveAspectRatio="xMinYMid meet">
        <path d={strokes(Math.min(total, maxStrokes), 4)} />
        <path className="s-cut-here" d={`M${edge(total)} 1c-1.5 13-1.7 27-.5 41`} />
        <path className="s-cut-later" d={strokes(later, edge(total) + 14, true)} />
      </svg>
      <p className="meta">
        {total === 0
          ? 'No projects yet.'
          : plural(
              total,
              `{n} existing project keeps its steps (${orders.open} open, ${closed} closed).`,
              `{n} existing projects keep their steps (${orders.open} open, ${closed} closed).`,
            )}{' '}
        <span className="pencil">
          {plural(count, 'New projects get this step.', 'New projects get these {n} steps.')}
        </span>
      </p>
    </Row>
  )
}

const gap = 11.2
const edge = (total: number) => Math.min(total, maxStrokes) * gap + 16

/** Strokes of a hand that counts: none as long as the one before. */
const strokes = (count: number, from: number, even = false): string =>
  Array.from({ length: count }, (_, at) => {
    const top = even ? 13 : 7.4 + ((at * 7) % 3) * 2.8
    return `M${(from + at * gap).toFixed(1)} ${top.toFixed(1)}l-2.4 ${(30 - top).toFixed(1)}`
  }).join('')

type Brace = PhaseRun & { top: number; bottom: number }
type Drawn = { braces: Brace[]; right: number; height: number }

/** The phases, bracketed in the margin with what the agency keeps when a project ends in one. */
function PhaseBraces({ steps }: { steps: readonly NewStep[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>({ braces: [], right: 0, height: 0 })

  useLayoutEffect(() => {
    const list = box.current!.parentElement!
    const draw = () => {
      const next = measured(list, steps)
      setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    const observer = new ResizeObserver(draw)
    observer.observe(list)
    draw()
    return () => observer.disconnect()
  }, [steps])

  const { braces, right, height } = drawn
  return (
    <div ref={box} className="braces absolute click-through" aria-hidden="true">
      <svg className="overflow-visible" width={right + 8} height={height} aria-hidden="true">
        {braces.map(({ first, top, bottom }) => (
          <path className="no-fill round-caps" key={first} d={braceOf(top, bottom, right)} />
        ))}
      </svg>
      {braces.map(({ first, phase, top, bottom }) => (
        <p
          className="hidden text-right leading-12 absolute"
          key={first}
          style={{ top: (top + bottom) / 2, width: Math.max(0, right - 26) }}
        >
          <i className="block">{phaseNames[phase]}</i>
          <span className="ink-2">{retainedPercent[phase] === 100 ? 'all' : `${retainedPercent[phase]}%`}</span>
        </p>
      ))}
    </div>
  )
}

function measured(list: Element, steps: readonly NewStep[]): Drawn {
  const box = list.getBoundingClientRect()
  const margin = list.querySelector('.s-line > .m')?.getBoundingClientRect()
  const place = (id: number) => document.getElementById(stepLineId(id))?.getBoundingClientRect()
  const braces = phaseRuns(steps).flatMap((run) => {
    const [first, last] = [place(run.first), place(run.last)]
    return first && last ? [{ ...run, top: first.top - box.top + 9, bottom: last.bottom - box.top - 9 }] : []
  })
  return { braces, right: (margin?.right ?? box.left) - box.left - 5, height: box.height }
}

/** A brace as a hand would draw it, its point to the left. */
function braceOf(top: number, bottom: number, right: number): string {
  const middle = (top + bottom) / 2
  const x = right - 15
  const turn = Math.min(16, (bottom - top) / 4)
  return (
    `M${right - 4} ${top}C${x + 3} ${top + 1} ${x} ${top + 5} ${x + 0.4} ${top + turn}` +
    `C${x + 1.6} ${top + (middle - top) * 0.55} ${x - 1} ${middle - turn * 1.1} ${x - 0.2} ${middle - turn * 0.55}` +
    `C${x - 0.6} ${middle - 4} ${x - 3} ${middle - 1} ${x - 8} ${middle + 0.4}` +
    `C${x - 3} ${middle + 1.6} ${x - 0.4} ${middle + 5} ${x + 0.2} ${middle + turn * 0.6}` +
    `C${x + 1.4} ${middle + turn * 1.2} ${x - 0.8} ${bottom - (bottom - middle) * 0.5} ${x + 0.3} ${bottom - turn}` +
    `C${x} ${bottom - 4} ${x + 4} ${bottom - 1} ${right - 5} ${bottom + 0.5}`
  )
}

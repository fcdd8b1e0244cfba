import { useLayoutEffect, useRef, useState } from 'react'
import { retainedPercent } from '#domain/order/invoice.ts'
import type { NewStep } from '#domain/step.ts'
import { stepLineId } from './StepLine.tsx'
import { type PhaseRun, phaseNames, phaseRuns } from './words.ts'
import './PhaseBraces.css'

type Brace = PhaseRun & { top: number; bottom: number }
type Drawn = { braces: Brace[]; right: number; height: number }

/** The phases, bracketed in the margin with what the agency keeps when a project ends in one. */
export function PhaseBraces({ steps }: { steps: readonly NewStep[] }) {
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

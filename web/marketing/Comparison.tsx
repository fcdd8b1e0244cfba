import { useRef } from 'react'
import { Picture } from '#web/kit/Picture.tsx'
import { comparison } from './content.ts'
import { Section } from './Section.tsx'
import './Comparison.css'

const halfway = 52
const sizes = '(min-width: 60rem) 66rem, 100vw'
const valueText = (percent: number) => `${percent} percent of the page before`

/** Circles of a red pencil on the page before, each with the number of its note: places in the picture's 1600 × 1000. */
const marks = [
  {
    path: 'M30 168C420 152 1080 152 1440 164 1478 172 1476 222 1430 228 1060 240 400 240 40 230-4 224 0 180 52 166',
    x: 640,
    y: 238,
  },
  {
    path: 'M352 604C560 588 1000 590 1192 600 1222 660 1222 780 1200 838 980 856 560 852 356 840 330 770 332 660 362 600',
    x: 700,
    y: 596,
  },
  {
    path: 'M44 796C110 786 220 786 262 796 290 812 286 848 256 854 190 862 90 862 40 852 14 842 14 806 48 794',
    x: 300,
    y: 866,
  },
]

/** A page before and after the agency, one over the other: a line is pulled across, by hand or with the arrow keys. */
export function Comparison() {
  const box = useRef<HTMLDivElement>(null)
  return (
    <Section title="Before, after" lead={comparison.lead} className="before-after">
      <div ref={box} className="comparison">
        <Picture src="/pictures/after" alt={comparison.after} sizes={sizes} />
        <div className="comparison-before">
          <Picture src="/pictures/before" alt={comparison.before} sizes={sizes} />
          <svg viewBox="0 0 1600 1000" aria-hidden="true">
            {marks.map(({ path, x, y }, index) => (
              <g key={path}>
                <path d={path} />
                <circle cx={x} cy={y} r="30" />
                <text x={x} y={y + 13} textAnchor="middle">
                  {index + 1}
                </text>
              </g>
            ))}
          </svg>
        </div>
        <span className="comparison-line" aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          defaultValue={halfway}
          aria-label="How much of the page before is seen"
          aria-valuetext={valueText(halfway)}
          onInput={({ currentTarget }) => {
            box.current!.style.setProperty('--seen', `${currentTarget.value}%`)
            currentTarget.ariaValueText = valueText(currentTarget.valueAsNumber)
          }}
        />
      </div>
      <p className="comparison-ends" aria-hidden="true">
        <span>Before</span> <span>After</span>
      </p>
      <ol className="comparison-notes">
        {comparison.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ol>
      <blockquote>
        <p>{comparison.result}</p>
        <footer>{comparison.source}</footer>
      </blockquote>
    </Section>
  )
}

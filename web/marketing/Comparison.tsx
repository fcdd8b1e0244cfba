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
    path: 'M12 197C289 167 672 173 864 187 960 200 944 247 800 250 512 263 144 260 35 243 3 233 0 210 32 195',
    x: 720,
    y: 262,
  },
  {
    path: 'M371 660C528 647 752 653 877 660 915 733 912 867 883 937 704 957 512 950 378 937 355 850 355 733 384 657',
    x: 893,
    y: 690,
  },
  {
    path: 'M32 883C128 867 272 863 330 880 355 900 349 940 314 947 218 960 74 960 26 947-3 933 3 900 38 883',
    x: 356,
    y: 900,
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

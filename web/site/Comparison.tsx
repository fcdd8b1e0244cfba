import { useRef } from 'react'
import { Picture } from '#web/kit/Picture.tsx'
import { siteData } from '#web/site-data.ts'
import { comparison } from './content.ts'
import { beforeRings } from './picture-points.ts'
import { Section } from './Section.tsx'
import './Comparison.css'

const halfway = 52
const sizes = '(min-width: 60rem) 66rem, 100vw'
const valueText = (percent: number) => `${percent}% of the old page`

/** Where the number of each ring stands, as fractions of its box: where it hides nothing of the page. */
const numbersAt = [
  [0.1, 2.8],
  [-0.1, 0.5],
  [1.3, 0.5],
] as const

/** Rings of a red pencil on the page before, each with the place of the number of its note, in pixels of the picture. */
const rings = beforeRings.map(({ x, y, width, height }, index) => {
  const [across, down] = numbersAt[index]!
  /** A point of the box, given in fractions of it, and so many pixels further out. */
  const at = (dx: number, dy: number, out = 0) =>
    `${Math.round(x + dx * width + (dx - 0.5) * 2 * out)} ${Math.round(y + dy * height + (dy - 0.5) * 2 * out)}`
  return {
    path: `M${at(0.02, 0, 10)}C${at(0.25, 0, 22)} ${at(0.75, 0, 22)} ${at(1, 0, 8)} ${at(1, 0.2, 24)} ${at(1, 0.8, 24)} ${at(1, 1, 8)} ${at(0.75, 1, 22)} ${at(0.25, 1, 24)} ${at(0.01, 1, 10)} ${at(0, 0.8, 20)} ${at(0, 0.2, 22)} ${at(0.05, 0, 16)}`,
    x: Math.round(x + across * width),
    y: Math.round(y + down * height),
  }
})

/** A page before and after the agency, one over the other: a line is pulled across, by hand or with the arrow keys. */
export function Comparison() {
  const box = useRef<HTMLDivElement>(null)
  return (
    <Section
      title="Before, after"
      lead={
        <>
          {comparison.lead} <span className="comparison-how">{comparison.how}</span>
        </>
      }
      className="before-after"
    >
      <div ref={box} className="comparison relative clip ink-around focus-around">
        <Picture src="/pictures/after" alt={comparison.after} sizes={sizes} />
        <div className="comparison-before absolute inset-0">
          <Picture src="/pictures/before" alt={comparison.before} sizes={sizes} />
          <svg className="absolute inset-0" viewBox="0 0 1600 1000" aria-hidden="true">
            {rings.map(({ path, x, y }, index) => (
              <g key={path}>
                <path className="no-fill round-caps" d={path} />
                <circle cx={x} cy={y} r="30" />
                <text x={x} y={y + 13} textAnchor="middle">
                  {index + 1}
                </text>
              </g>
            ))}
          </svg>
        </div>
        <span className="comparison-line absolute click-through" aria-hidden="true" />
        <input
          className="w-full h-full absolute inset-0 opacity-0"
          type="range"
          min={0}
          max={100}
          defaultValue={halfway}
          aria-label="Compare before and after"
          aria-valuetext={valueText(halfway)}
          onInput={({ currentTarget }) => {
            box.current!.style.setProperty('--seen', `${currentTarget.value}%`)
            currentTarget.ariaValueText = valueText(currentTarget.valueAsNumber)
          }}
        />
      </div>
      <p className="comparison-ends flex justify-between py-2 ink-2" aria-hidden="true">
        <span>Before</span> <span>After</span>
      </p>
      <ol className="comparison-notes rule-above">
        {comparison.notes.map((note) => (
          <li key={note} className="grid items-baseline py-3 rule-below">
            {note}
          </li>
        ))}
      </ol>
      {siteData()?.demo && (
        <blockquote className="pt-5">
          <p>{comparison.result}</p>
          <footer className="mt-2 small">{comparison.source}</footer>
        </blockquote>
      )}
    </Section>
  )
}

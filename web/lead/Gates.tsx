import './LeadsPage.css'

/** How many strokes are drawn at most: beyond, the number says it alone. */
const maxStrokes = 25

const pitch = 4.6
const gate = 24.4

/** A number in fives, as it is counted by hand. Silent: the number stands beside it. */
export function Gates({ count }: { count: number }) {
  if (count > maxStrokes) return null
  const fives = Math.floor(count / 5)
  const width = Math.ceil(fives * gate + (count % 5) * pitch)
  const strokes = Array.from({ length: fives }, (_, at) => five(at * gate))
  const rest = Array.from({ length: count % 5 }, (_, at) => stroke(fives * gate + at * pitch))
  return (
    <svg className="gates max-w-full" viewBox={`0 0 ${width} 17`} width={width} height={17} aria-hidden="true">
      <path className="no-fill round-caps" d={[...strokes, ...rest].join('')} />
    </svg>
  )
}

const stroke = (x: number) => `M${(x + 3.5).toFixed(1)} 2.5l-1.4 12`
const five = (x: number) =>
  `${[0, 1, 2, 3].map((at) => stroke(x + at * pitch)).join('')}M${(x + 1.4).toFixed(1)} 13.5l19-10`

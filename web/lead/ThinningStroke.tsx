import { digits } from '#domain/count.ts'
import { hairUnit, type StepNumbers, strokeOf, strokeSize } from './stroke.ts'
import './ThinningStroke.css'

/** The funnel as one stroke of the pen that thins out, those who stop falling off as hairs. Its numbers are in the table. */
export function ThinningStroke({
  numbers,
  skippedOfferings,
}: {
  numbers: readonly StepNumbers[]
  skippedOfferings: number
}) {
  const { posts, bands, hairs, straight } = strokeOf(numbers, skippedOfferings)
  const unit = hairUnit(numbers)
  return (
    <figure className="stroke flex gap-2">
      <svg
        className="w-full h-auto overflow-visible"
        viewBox={`0 0 ${strokeSize.width} ${strokeSize.height}`}
        aria-hidden="true"
      >
        <path
          className="stroke-posts no-fill"
          d={posts.map((x) => `M${x.toFixed(1)} 0V${strokeSize.height}`).join('')}
        />
        {bands.map((path) => (
          <path key={path} className="stroke-band" d={path} />
        ))}
        <path className="hidden" d={posts.map((x) => `M${x.toFixed(1)} 0V${strokeSize.height}`).join('')} />
        <path className="stroke-hairs no-fill round-caps" d={hairs.join('')} />
        {skippedOfferings > 0 && (
          <text className="serif italic" x={straight.x} y={straight.y}>
            {digits(skippedOfferings)} skipped this
          </text>
        )}
      </svg>
      <figcaption className="row items-center small italic">
        <span className="stroke-key inline-flex items-center gap-2">continued</span>{' '}
        <span className="stroke-key is-hair inline-flex items-center gap-2">{digits(unit)} who left</span>
      </figcaption>
    </figure>
  )
}

import type { ActivityLine } from '#domain/contract/activity.ts'
import { counted } from '#domain/count.ts'
import { clock, day } from '#web/kit/time.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import './DayRuler.css'

const [width, middle] = [1_000, 30]
const hour = 60 * 60 * 1_000
const hours = ['12 am', '4', '8', 'noon', '4', '8', '12 am']

/** The lines of one day on a ruler of its hours: a mark each, those of the agency above, those of others below. */
export function DayRuler({ lines, now }: { lines: readonly ActivityLine[]; now: number }) {
  const { at } = lines[0]!
  const begins = Date.parse(startOfDay(Date.parse(at)))
  const ends = Date.parse(startOfDay(Date.parse(at), 1))
  const x = (time: number) => Math.round(((time - begins) / (ends - begins)) * width * 10) / 10
  const until = Math.min(now, ends)
  const isAgency = ({ by }: ActivityLine) => by?.role === 'admin'
  const marks = (up: boolean) =>
    [...new Set(lines.filter((line) => isAgency(line) === up).map(({ at }) => x(Date.parse(at))))]
      .map((place) => `M${place} ${middle}v${up ? -14 : 14}`)
      .join('')
  const agency = lines.filter(isAgency).length
  const label = `${day(at)}: ${counted(lines.length, 'entry', 'entries')} from ${clock(lines.at(-1)!.at)} to ${clock(at)}, ${agency} by the agency, ${lines.length - agency} by others`
  return (
    <div className="day-ruler relative">
      <svg
        className="block w-full no-fill"
        viewBox={`0 0 ${width} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className="stroke-ink" d={`M0 ${middle}H${x(until)}`} />
        <path className="day-ruler-rest" d={`M${x(until)} ${middle}H${width}`} />
        <path
          className="day-ruler-rest"
          d={Array.from({ length: 13 }, (_, at) => `M${x(begins + 2 * at * hour)} ${middle - 4}v8`).join('')}
        />
        <path className="day-ruler-marks round-caps stroke-ink" d={marks(true) + marks(false)} />
      </svg>
      <div className="day-ruler-hours flex justify-between ink-2" aria-hidden="true">
        {hours.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day stay where they are
          <span key={at}>{each}</span>
        ))}
      </div>
      <div
        className="day-ruler-sides flex justify-between text-right text-1 leading-12 ink-2 absolute"
        aria-hidden="true"
      >
        <span>agency</span>
        <span>others</span>
      </div>
    </div>
  )
}

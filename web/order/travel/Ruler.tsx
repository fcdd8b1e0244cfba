import { type KeyboardEvent, useMemo } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { arrowRight } from '#web/kit/marks.tsx'
import { clock, day, shortDay } from '#web/kit/time.ts'
import { labelTurnsAt, marksOf, stopByKey } from './stops.ts'
import './Ruler.css'

type RulerProps = {
  label: string
  /** When each line was written, oldest first. */
  stops: readonly { at: string; revision: number }[]
  index: number
  onMove(index: number): void
}

/** The ruler of an order's life: a mark a line, a longer one for the first of a day, and a nib to be moved along it. */
export function Ruler({ label, stops, index, onMove }: RulerProps) {
  const marks = useMemo(() => marksOf(stops, shortDay), [stops])
  const { at, revision } = stops[index]!
  const moveByKey = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : stopByKey(event.key, stops, index)
    if (next === undefined) return
    event.preventDefault()
    onMove(next)
  }
  return (
    <div className="ruler mt-4 relative">
      <div className="ruler-marks absolute ink-below" aria-hidden="true">
        {marks.map(({ index: mark, place, isDay, label }) => (
          <i
            key={mark}
            className={`absolute on-ink ${isDay ? 'is-day' : ''}${mark > index ? ' is-later' : ''}${place > labelTurnsAt ? ' is-end' : ''}`}
            style={{ insetInlineStart: `${100 * place}%` }}
          >
            {label && <span className="ink-2 absolute nowrap">{label}</span>}
          </i>
        ))}
      </div>
      <input
        className="w-full absolute appearance-none"
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={index}
        aria-label={label}
        aria-valuetext={`Entry ${revision + 1}, ${clock(at)} on ${day(at)}`}
        onChange={({ target }) => onMove(Number(target.value))}
        onKeyDown={moveByKey}
      />
    </div>
  )
}

type EntryNavProps = Pick<RulerProps, 'stops' | 'index' | 'onMove'> & {
  /** The name of the page, for screen readers, where there are two. */
  page?: string
}

/** Moves to the previous or next line of the history. */
export function EntryNav({ stops, index, onMove, page }: EntryNavProps) {
  const of = page ? `, ${page}` : ''
  const button = (icon: IconName, label: string, to: number) => (
    <Button kind="line" small aria-label={label + of} disabled={!stops[to]} onClick={() => onMove(to)}>
      <TravelIcon name={icon} />
    </Button>
  )
  return (
    <>
      {button('back', 'Previous entry', index - 1)}
      {button('forward', 'Next entry', index + 1)}
    </>
  )
}

const paths = {
  back: 'M17 10.2c-4.6-.5-9-.4-13.6-.2M8 5.6C6.7 7.5 5.2 8.9 3.2 10c2 .9 3.6 2.2 5 4.3',
  forward: arrowRight,
  play: 'M6.3 3.900c-.2 4-.2 8.1 0 12.2 3.7-1.7 7-3.7 10-6.1-3-2.4-6.3-4.4-10-6.100Z',
  stop: 'M5.2 5.100c3.2-.2 6.5-.2 9.7 0 .2 3.3.2 6.5 0 9.8-3.2.2-6.5.2-9.7 0-.2-3.3-.2-6.5 0-9.800Z',
}

type IconName = keyof typeof paths

/** The icon of a time travel button. Its label stands at the button. */
export const TravelIcon = ({ name }: { name: IconName }) => (
  <svg className="travel-icon pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

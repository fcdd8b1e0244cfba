import { type KeyboardEvent, useMemo } from 'react'
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

import type { ReactNode } from 'react'
import { clock, shortDay, weekday } from './time.ts'
import './Leaf.css'

/** The page: a time margin, the double rule, the writing. `index` stands beside it where there is room, above it where not. */
export const Leaf = ({ index, children }: { index?: ReactNode; children?: ReactNode }) => (
  <div className="leaf-page">
    {index && <div className="leaf-index">{index}</div>}
    <div className="leaf-frame">
      <main className="leaf" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  </div>
)

type LineProps = {
  /** What stands in the margin: a `When`, a word, or nothing. */
  margin?: ReactNode
  /** What stands beside the writing where there is room, below it where not. */
  note?: ReactNode
  /** A fact that has just landed: written in wet blue ink, drying to black. */
  wet?: boolean
  as?: 'div' | 'li' | 'section' | 'header'
  className?: string
  id?: string
  children?: ReactNode
}

/** A line of the leaf: time margin, writing, notes. Its parts have the classes `m`, `b` and `n`. */
export const Line = ({ margin, note, wet = false, as: Element = 'div', className, id, children }: LineProps) => (
  <Element id={id} className={['line', wet && 'is-wet', note && 'has-note', className].filter(Boolean).join(' ')}>
    <div className="m">{margin}</div>
    <div className="b">{children}</div>
    {note && <div className="n">{note}</div>}
  </Element>
)

/** An instant in the margin: the day and, below it, the time. `part` leaves one of them out. */
export const When = ({ at, part }: { at: string; part?: 'day' | 'clock' }) => (
  <time className="when" dateTime={at}>
    {part !== 'clock' && <span className="when-day">{shortDay(at)}</span>}{' '}
    {part !== 'day' && <span className="when-clock">{clock(at)}</span>}
  </time>
)

/** The head of a section, ruled in ink. */
export const Rubric = ({ title, aside, margin }: { title: ReactNode; aside?: ReactNode; margin?: ReactNode }) => (
  <Line as="header" className="rubric" margin={margin}>
    <h2>{title}</h2>
    {aside && <div className="meta">{aside}</div>}
  </Line>
)

type SaysProps = {
  /** What is, in roman. */
  is: ReactNode
  /** What is next, in italic. */
  next?: ReactNode
  /** The instant whose day stands in the margin. */
  day?: string
  /** Small, above the sentence. */
  kick?: ReactNode
}

/** The sentence every page begins with: where things stand. */
export const Says = ({ is, next, day, kick }: SaysProps) => (
  <Line as="header" className="says" margin={day && <Day at={day} />}>
    {kick && <p className="says-kick">{kick}</p>}
    <h1>
      {is} {next && <em>{next}</em>}
    </h1>
  </Line>
)

const Day = ({ at }: { at: string }) => (
  <time className="when" dateTime={at}>
    <span className="when-day">{weekday(at)}</span> <span className="when-day">{shortDay(at)}</span>
  </time>
)

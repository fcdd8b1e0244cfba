import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { fadeIn } from './motion.ts'
import { clock, shortDay, weekday } from './time.ts'
import './Page.css'

/** The frame of a page. `index` is its navigation: beside the content where there is room, above it where not. */
export const Page = ({ index, children }: { index?: ReactNode; children?: ReactNode }) => (
  <div className="leaf-page mx-auto px-pad">
    {index && <div className="leaf-index min-w-0">{index}</div>}
    <div className="leaf-frame">
      <main className="leaf" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  </div>
)

/** Classes, or several of which what is falsy is none. */
export type Classes = string | readonly (string | false | null | undefined)[] | undefined

type RowProps = {
  /** The content of the margin: a `Timestamp`, a word, or nothing. */
  margin?: ReactNode
  /** A note: beside the content where there is room, below it where not. */
  note?: ReactNode
  /** Whether it has just arrived: highlighted for a few seconds. */
  recent?: boolean
  as?: 'div' | 'li' | 'section' | 'header'
  className?: Classes
  /** Classes of the content. */
  bodyClass?: string
  id?: string
  /** Where a row that is dragged over it would come to stand. */
  edge?: 'above' | 'below' | undefined
  children?: ReactNode
}

/** A row of a page: time margin, content, notes. Its parts have the classes `m`, `b` and `n`. */
export function Row({
  margin,
  note,
  recent = false,
  as: Element = 'div',
  className,
  bodyClass = '',
  id,
  edge,
  children,
}: RowProps) {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (recent) fadeIn(content.current!)
  }, [recent])
  return (
    <Element
      id={id}
      data-edge={edge}
      className={['line', recent && 'is-wet', Boolean(note) && 'has-note', className].flat().filter(Boolean).join(' ')}
    >
      <div className="m">{margin}</div>
      <div className={`b ${bodyClass}`} ref={content}>
        {children}
      </div>
      {note && <div className="n">{note}</div>}
    </Element>
  )
}

/** A timestamp in the margin: the day and, below it, the time. `part` leaves one of them out. */
export const Timestamp = ({ at, part }: { at: string; part?: 'day' | 'clock' }) => (
  <time className="when" dateTime={at}>
    {part !== 'clock' && <span className="when-day">{shortDay(at)}</span>}{' '}
    {part !== 'day' && <span className="when-clock">{clock(at)}</span>}
  </time>
)

type SectionHeaderProps = { title: ReactNode; aside?: ReactNode; margin?: ReactNode }

/** The header of a section. */
export const SectionHeader = ({ title, aside, margin }: SectionHeaderProps) => (
  <Row as="header" className="rubric" bodyClass="row items-baseline justify-between gap-1-4" margin={margin}>
    <h2>{title}</h2>
    {aside && <div className="meta">{aside}</div>}
  </Row>
)

type TitledSectionProps = { title: string; aside?: ReactNode; id?: string; className?: string; children: ReactNode }

/** A section that is called what its header says. */
export const TitledSection = ({ title, aside, children, ...section }: TitledSectionProps) => (
  <section aria-label={title} {...section}>
    <SectionHeader title={title} aside={aside} />
    {children}
  </section>
)

type PageTitleProps = {
  /** The title, in roman. */
  title: ReactNode
  /** The next step, in italic. */
  next?: ReactNode
  /** The instant; its day stands in the margin. */
  day?: string
  /** Small, above the sentence. */
  eyebrow?: ReactNode
  /** The content below the sentence. */
  children?: ReactNode
}

/** The title of a page: a sentence with its status. */
export const PageTitle = ({ title, next, day, eyebrow, children }: PageTitleProps) => (
  <Row as="header" className="says" margin={day && <Day at={day} />}>
    {eyebrow && <p className="mb-4 small">{eyebrow}</p>}
    <h1 className="break-anywhere">
      {title} {next && <em>{next}</em>}
    </h1>
    {children}
  </Row>
)

const Day = ({ at }: { at: string }) => (
  <time className="when" dateTime={at}>
    <span className="when-day">{weekday(at).slice(0, 3)}</span> <span className="when-day">{shortDay(at)}</span>
  </time>
)

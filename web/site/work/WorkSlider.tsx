import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Work } from '#domain/site/works.ts'
import { worksLead } from '#domain/words/portfolio.ts'
import { Button } from '#web/kit/Button.tsx'
import { arrowRight } from '#web/kit/marks.tsx'
import { scrollBehavior } from '#web/kit/motion.ts'
import { Section } from '#web/site/Section.tsx'
import { Card } from './Card.tsx'
import './WorkSlider.css'

/** The projects of the portfolio, as a row of covers that is scrolled sideways; nothing while none is published. */
export function WorkSlider({ works }: { works: readonly Work[] | undefined }) {
  const { strip, at, step, ...byKey } = useSlider(works?.length ?? 0)
  if (!works) return <Missing />
  if (works.length === 0) return null
  return (
    <Section
      id="work"
      title="Work"
      lead={worksLead(works.length)}
      aside={
        <div className="slider-pager flex items-center gap-1 serif tabular ink-2">
          <PagerButton label="Previous project" disabled={at === 0} onClick={() => step(-1)} path={back} />
          <p role="status">
            <span className="sr">Project</span> {at + 1} of {works.length}
          </p>
          <PagerButton
            label="Next project"
            disabled={at === works.length - 1}
            onClick={() => step(1)}
            path={arrowRight}
          />
        </div>
      }
    >
      <ol ref={strip} className="slider flex gap-4 no-scrollbar scroll-x" {...byKey}>
        {works.map((work) => (
          <li key={work.id}>
            <Card work={work} sizes="(min-width: 83rem) 60rem, (min-width: 43rem) 72vw, 86vw" />
          </li>
        ))}
      </ol>
    </Section>
  )
}

type PagerButtonProps = { label: string; disabled: boolean; onClick(): void; path: string }

/** A button of the slider. At the end it is disabled, but keeps the focus. */
const PagerButton = ({ label, disabled, onClick, path }: PagerButtonProps) => (
  <button
    className="grid place-center rounded"
    type="button"
    aria-label={label}
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
  >
    <svg className="pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)

const back = 'M17 10.2c-4.6-.5-9-.4-13.6-.2M8 5.6C6.7 7.5 5.2 8.9 3.2 10c2 .9 3.6 2.2 5 4.3'

/** The server did not say what the projects are. The rest of the page goes on. */
const Missing = () => (
  <Section id="work" title="Work" lead="Our work couldn’t be loaded.">
    <Button kind="line" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </Section>
)

/**
 * A row of cards that is scrolled sideways: by touch and wheel as the browser does it, by buttons and arrow keys one card
 * at a time. `at` is the index of the card that stands at its beginning.
 */
function useSlider(count: number) {
  const strip = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  // Where it is on its way to: a second click, before it has arrived, means the card after that.
  const target = useRef(0)

  useEffect(() => {
    const row = strip.current
    if (!row) return
    const arrive = () => {
      target.current = nearest(row)
      setAt(target.current)
    }
    let frame = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setAt(nearest(row)))
      clearTimeout(rest)
      rest = setTimeout(arrive, 150) // not every browser tells that a scroll has ended
    }
    arrive() // it may have been scrolled before this page had a script
    row.addEventListener('scroll', follow, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
      row.removeEventListener('scroll', follow)
    }
  }, [])

  function show(index: number) {
    const row = strip.current!
    target.current = Math.min(Math.max(index, 0), count - 1)
    row.scrollTo({ left: offsets(row)[target.current]!, behavior: scrollBehavior() })
  }

  const step = (cards: 1 | -1) => show(target.current + cards)

  /** The arrow keys, Home and End go from card to card; the focus goes along. */
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: target.current + 1, ArrowLeft: target.current - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(to)
    strip.current!.querySelectorAll('a')[target.current]?.focus({ preventScroll: true })
  }

  /** A card that Tab leads to is shown whole: by itself a browser brings in no more than its edge. */
  function onFocus({ target }: FocusEvent) {
    if (target.matches(':focus-visible')) show([...strip.current!.children].findIndex((card) => card.contains(target)))
  }

  return { strip, at, step, onKeyDown, onFocus }
}

/** How far the row is scrolled when each of its cards stands at its beginning. */
function offsets(row: HTMLElement): number[] {
  const cards = [...row.children] as HTMLElement[]
  return cards.map((card) => card.offsetLeft - cards[0]!.offsetLeft)
}

function nearest(row: HTMLElement): number {
  const away = offsets(row).map((left) => Math.abs(left - row.scrollLeft))
  return away.indexOf(Math.min(...away))
}

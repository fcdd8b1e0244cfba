import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { scrollBehavior } from '#web/kit/motion.ts'

/**
 * A row of cards that is scrolled sideways: by touch and wheel as the browser does it, by buttons and arrow keys one card
 * at a time. `at` is the index of the card that stands at its beginning.
 */
export function useSlider(count: number) {
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
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setAt(nearest(row)))
    }
    arrive() // it may have been scrolled before this page had a script
    row.addEventListener('scroll', follow, { passive: true })
    row.addEventListener('scrollend', arrive)
    return () => {
      cancelAnimationFrame(frame)
      row.removeEventListener('scroll', follow)
      row.removeEventListener('scrollend', arrive)
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

  return { strip, at, step, onKeyDown }
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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toastFailure } from '#web/kit/toast.ts'

type EarlierLinesProps = {
  /** How many there are, and how many come at a time. */
  count: number
  atATime: number
  /** Brings the next of them; its failure is shown here. */
  onShow(): Promise<void>
}

/** Brings earlier lines when it is pressed, and when one scrolls up to it. It gives way to them: the lines below stay. */
export function EarlierLines({ count, atATime, onShow }: EarlierLinesProps) {
  const [pending, setPending] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const show = () => {
    if (pending) return
    setPending(true)
    onShow()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  const reached = useEffectEvent(show)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once some have come it is to be scrolled up to again
  useEffect(() => {
    let before = scrollY
    const observer = new IntersectionObserver(([entry]) => {
      const upwards = scrollY < before
      before = scrollY
      if (entry?.isIntersecting && upwards) reached()
    })
    const scrolled = () => {
      if (scrollY > before) before = scrollY
    }
    observer.observe(row.current!)
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', scrolled)
    }
  }, [count])

  return (
    <div ref={row} data-gives-way>
      <Row className="talk-earlier">
        <TextButton onClick={show} aria-busy={pending}>
          Show {Math.min(atATime, count)} of {count} earlier messages
        </TextButton>
      </Row>
    </div>
  )
}

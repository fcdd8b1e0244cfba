import { useEffect, useEffectEvent, useState } from 'react'
import { wantsLessMotion } from '#web/kit/motion.ts'

/** How long a whole life takes, and how often the page is drawn meanwhile: milliseconds. */
const lifeMs = 20_000
const drawnEveryMs = 150
/** The same for who wants less motion: still pictures, one a second. */
const stillEveryMs = 1_000

/** Plays a life from where it stands, in twenty seconds from its beginning to its end; from the beginning, at its end. */
export function usePlay(index: number, last: number, moveTo: (index: number) => void) {
  const [isPlaying, setPlaying] = useState(false)
  const begin = useEffectEvent(() => (index >= last ? 0 : index))
  const show = useEffectEvent((position: number) => {
    moveTo(Math.min(last, Math.round(position)))
    if (position >= last) setPlaying(false)
  })
  const stepOf = useEffectEvent((ms: number) => (last * ms) / lifeMs)
  useEffect(() => {
    if (!isPlaying) return
    const everyMs = wantsLessMotion() ? stillEveryMs : drawnEveryMs
    let position = begin()
    show(position)
    const timer = setInterval(() => {
      position += stepOf(everyMs)
      show(position)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  return { isPlaying, start: () => setPlaying(true), stop: () => setPlaying(false) }
}

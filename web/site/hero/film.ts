import { useEffect, useRef, useState } from 'react'
import { wantsLessMotion } from '#web/kit/motion.ts'
import { film } from '#web/site/content.ts'
import { filmTimes } from '#web/site/picture-points.ts'

/** How far into its day the film is, from 0 to 1, at a second of it: at the beginning again once a blank sheet comes. */
export const dayAt = (seconds: number): number =>
  seconds < filmTimes.putAway ? Math.min(1, seconds / filmTimes.finished) : 0

/** The second of the film at which it is so far into its day. */
export const secondAt = (day: number): number => day * filmTimes.finished

/** The time of day on the clock of the film, so far into its day (0 to 1): `2:53 pm`. */
export function clockAt(day: number): string {
  const minutes = Math.floor(film.begins + day * (film.ends - film.begins))
  const hour = Math.floor(minutes / 60)
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** The index of the film's latest moment, so far into its day. */
export const momentAt = (day: number): number => film.moments.findLastIndex(({ at }) => day >= dayAt(at) - 0.001)

/** The film as its page has it: how far its day is (0 to 1), whether it runs, and the ways to change that. */
export type Film = ReturnType<typeof useFilm>

/**
 * Plays the film while it is in view, and stops when the visitor says so. It does not begin by itself for those who ask for
 * less motion or less data. Nothing of it is fetched before they press Play or move the line.
 */
export function useFilm() {
  const video = useRef<HTMLVideoElement>(null)
  const [day, setDay] = useState(dayAt(filmTimes.poster))
  const [playing, setPlaying] = useState(false)
  const stopped = useRef(false)

  function play() {
    stopped.current = false
    video.current!.play().catch(() => {}) // the browser may not want to, or it was stopped meanwhile
  }
  function stop() {
    stopped.current = true
    video.current!.pause()
  }
  /** Goes to a moment of its day, from 0 to 1. */
  function seek(to: number) {
    const element = video.current!
    setDay(to)
    const go = () => {
      element.currentTime = secondAt(to)
    }
    if (element.readyState > 0) return go()
    element.preload = 'auto'
    element.addEventListener('loadedmetadata', go, { once: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    const element = video.current!
    // The page's own controls take over, and its poster says what is seen.
    element.controls = false
    element.ariaHidden = 'true'
    const follow = () => setPlaying(!element.paused)
    element.addEventListener('play', follow)
    element.addEventListener('pause', follow)
    follow() // it may have been played before this page had a script
    const left = startWhenSeen(element, () => stopped.current || play())
    return () => {
      left()
      element.removeEventListener('play', follow)
      element.removeEventListener('pause', follow)
    }
  }, [])

  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function show() {
      if (!video.current) return // the page was left in this frame
      const { currentTime, seeking, readyState } = video.current
      if (!seeking && readyState > 0) setDay(Math.round(dayAt(currentTime) * 1000) / 1000)
      frame = requestAnimationFrame(show)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  return { video, day, playing, seek, toggle: () => (playing ? stop() : play()) }
}

/** Calls `play` whenever the film comes into view, once the page itself has loaded, and pauses it when it leaves. */
function startWhenSeen(element: HTMLVideoElement, play: () => void): () => void {
  if (wantsLessMotion() || savesData()) return () => {}
  const seen = new IntersectionObserver(
    ([entry]) => {
      if (entry!.isIntersecting) play()
      else element.pause()
    },
    { threshold: 0.3 },
  )
  const observe = () => seen.observe(element)
  if (document.readyState === 'complete') observe()
  else addEventListener('load', observe, { once: true })
  return () => {
    removeEventListener('load', observe)
    seen.disconnect()
  }
}

/** Whether the visitor's browser was told to use little data. Not every browser says so. */
const savesData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) ||
  matchMedia('(prefers-reduced-data: reduce)').matches

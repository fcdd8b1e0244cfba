import { type RefObject, useEffect, useRef, useState } from 'react'
import { film } from '../content.ts'

/** The film as its page has it: where it is, whether it runs, and the ways to change that. */
export type Film = {
  video: RefObject<HTMLVideoElement | null>
  /** How far into it, from 0 to 1. */
  progress: number
  playing: boolean
  toggle(): void
  /** Goes to a place in it, from 0 to 1. */
  seek(progress: number): void
}

/**
 * Plays the film while it is in view, from the moment that its poster shows, and stops when somebody says so. It does not
 * begin by itself for those who ask for less motion or less data: nothing of it is fetched before they press Play.
 */
export function useFilm(): Film {
  const video = useRef<HTMLVideoElement>(null)
  const [progress, setProgress] = useState(film.posterAt)
  const [playing, setPlaying] = useState(false)
  const begun = useRef(false)
  const stopped = useRef(false)

  function play() {
    const element = video.current!
    stopped.current = false
    if (!begun.current) seek(film.posterAt)
    element.play().catch(() => {}) // the browser may not want to, or it was stopped meanwhile
  }
  function stop() {
    stopped.current = true
    video.current!.pause()
  }
  function seek(to: number) {
    const element = video.current!
    begun.current = true
    setProgress(to)
    const go = () => {
      element.currentTime = to * element.duration
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
      const { currentTime, duration, seeking } = video.current!
      if (!seeking && duration > 0) setProgress(Math.round((currentTime / duration) * 1000) / 1000)
      frame = requestAnimationFrame(show)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  return { video, progress, playing, seek, toggle: () => (playing ? stop() : play()) }
}

/** Calls `play` whenever the film comes into view, once the page itself has loaded, and pauses it when it leaves. */
function startWhenSeen(element: HTMLVideoElement, play: () => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return () => {}
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

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { stopAt } from './stops.ts'

/** How long one stands still before the address says where, in milliseconds: browsers refuse more than a few a second. */
const restMs = 250

/**
 * Where one stands in a life, as the index of a stop. The address names it by its revision, and the other moment that it
 * is compared with, if any; it follows as soon as one stands still.
 */
export function useStop(revisions: readonly number[], at: number) {
  const [params, setParams] = useSearchParams()
  const [index, setIndex] = useState(() => stopAt(revisions, at))
  /** What the address said last, and what was last written there. */
  const [seen, setSeen] = useState(at)
  const [written, setWritten] = useState(at)
  if (seen !== at) {
    setSeen(at)
    if (at !== written) setIndex(stopAt(revisions, at)) // a link or the way back, and not the hand on the ruler
  }
  const revision = revisions[index]!

  useEffect(() => {
    if (revision === written) return
    const timer = setTimeout(() => {
      setWritten(revision)
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.set('at', String(revision))
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    }, restMs)
    return () => clearTimeout(timer)
  }, [revision, written, setParams])

  const named = params.get('with')
  return {
    index,
    moveTo: setIndex,
    /** The revision that is compared with. */
    compared: named !== null && /^\d{1,9}$/.test(named) ? Number(named) : undefined,
    /** Compares with a revision, or with none. */
    compareWith(revision: number | undefined) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (revision === undefined) next.delete('with')
          else next.set('with', String(revision))
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}

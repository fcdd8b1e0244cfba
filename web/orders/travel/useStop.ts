import { useEffect, useEffectEvent, useRef, useState } from 'react'
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

  const named = params.get('with')
  const compared = named !== null && /^\d{1,9}$/.test(named) ? Number(named) : undefined

  /** What the address is to say: two changes of it at once must not undo each other. */
  const wanted = useRef({ at, compared })
  useEffect(() => {
    wanted.current = { at, compared }
  }, [at, compared])
  const write = useEffectEvent((changed: Partial<typeof wanted.current>) => {
    wanted.current = { ...wanted.current, ...changed }
    const next = new URLSearchParams(params)
    next.set('at', String(wanted.current.at))
    if (wanted.current.compared === undefined) next.delete('with')
    else next.set('with', String(wanted.current.compared))
    setParams(next, { replace: true, preventScrollReset: true })
  })

  useEffect(() => {
    if (revision === written) return
    const timer = setTimeout(() => {
      setWritten(revision)
      write({ at: revision })
    }, restMs)
    return () => clearTimeout(timer)
  }, [revision, written])

  const [asked, setAsked] = useState<{ compared: number | undefined }>()
  useEffect(() => {
    if (asked) write(asked)
  }, [asked])
  return {
    index,
    moveTo: setIndex,
    /** The revision that is compared with. */
    compared,
    /** Compares with a revision, or with none. */
    compareWith: (compared: number | undefined) => setAsked({ compared }),
  }
}

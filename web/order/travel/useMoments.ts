import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { revisionIn } from '#web/order/tabs.ts'

/** How long one stands still before the address says where, in milliseconds: browsers refuse more than a few a second. */
const restMs = 250

/** The revisions that one stands at: `at`, and the one that it is compared with, if any. */
type Moments = { at: number; comparedWith: number | undefined }

const isSame = (one: Moments, other: Moments) => one.at === other.at && one.comparedWith === other.comparedWith

/**
 * Where one stands in a life, as the address names it by `at` and `with`. It follows as soon as one stands still, in the
 * place of what it said; to compare and to stop comparing are steps that lead back.
 */
export function useMoments(latest: number) {
  const [params, setParams] = useSearchParams()
  const address = { at: revisionIn(params, 'at') ?? latest, comparedWith: revisionIn(params, 'with') }
  const [moments, setMoments] = useState<Moments>(address)
  /** The address’s last moments, and those last written there. */
  const [seen, setSeen] = useState<Moments>(address)
  const [written, setWritten] = useState<Moments>(address)
  if (!isSame(seen, address)) {
    setSeen(address)
    setWritten(address)
    if (!isSame(address, written)) setMoments(address) // a link or the way back, and not the hand on the ruler
  }

  const write = useEffectEvent((moments: Moments) => setParams(named(params, moments), rulerMoved))
  useEffect(() => {
    if (isSame(moments, written)) return
    const timer = setTimeout(() => {
      setWritten(moments)
      write(moments)
    }, restMs)
    return () => clearTimeout(timer)
  }, [moments, written])

  return {
    ...moments,
    /** The query of these moments’ address: ahead of the browser's while one moves. */
    query: `?${named(params, moments)}`,
    moveTo: (at: number) => setMoments((moments) => ({ ...moments, at })),
    moveOther: (comparedWith: number) => setMoments((moments) => ({ ...moments, comparedWith })),
    /** Compares with a revision, or with none. */
    compareWith(comparedWith: number | undefined) {
      const next = { ...moments, comparedWith }
      setMoments(next)
      setWritten(next)
      setParams(named(params, next), { preventScrollReset: true })
    },
  }
}

const rulerMoved = { replace: true, preventScrollReset: true }

function named(params: URLSearchParams, { at, comparedWith }: Moments): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('at', String(at))
  if (comparedWith === undefined) next.delete('with')
  else next.set('with', String(comparedWith))
  return next
}

import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'

/** How far an order was known to its reader when they left its page, and when that was. */
export type Visit = { revision: number; at: string }

const visit = z.object({ revision: z.int(), at: z.string() })

/** This person's visit before this one, in this browser; it stays the same as long as the page is open. */
export function useLastVisit(orderId: string, personId: string, revision: number): Visit | undefined {
  const key = `order-visit:${personId}:${orderId}`
  const [last] = useState(() => load(key))
  const known = useRef(revision)
  useEffect(() => {
    known.current = revision
  }, [revision])
  useEffect(() => {
    const leave = () => save(key, { revision: known.current, at: new Date().toISOString() })
    const hide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key])
  return last
}

function load(key: string): Visit | undefined {
  try {
    return visit.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined // a browser may keep nothing, or something broken
  }
}

function save(key: string, now: Visit): void {
  try {
    localStorage.setItem(key, JSON.stringify(now))
  } catch {
    // The next visit is like the first, then.
  }
}

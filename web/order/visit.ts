import { startTransition, useEffect, useRef, useState } from 'react'
import { localStore, shapeOf } from '#web/kit/storage.ts'
import { serverRenderTime } from '#web/kit/time.ts'
import type { LiveState } from '#web/live/order.ts'
import { viewedClient } from '#web/view-as.ts'

/**
 * How far an order was known to its reader when they left its page, and when that was by their device’s clock. `lastAt`: when
 * it had last changed by then, by the server’s.
 */
type Visit = { revision: number; at: string; lastAt: string }
/** A visit before the page was opened, and how far the order was known then: what comes later is seen as it comes. */
export type VisitBefore = Visit & { opened: number }

const visit = shapeOf<Omit<Visit, 'lastAt'> & Partial<Visit>>(
  ({ revision, at }) => Number.isInteger(revision) && typeof at === 'string',
)

/** This person's visit before this one, in this browser: it stays the same as long as the page is open. */
export function useLastVisit(
  orderId: string,
  personId: string,
  { revision, order: { lastAt } }: Pick<LiveState, 'revision' | 'order'>,
): VisitBefore | undefined {
  const known = useRef({ revision, lastAt })
  const key = `order-visit:${personId}:${orderId}`
  // An admin who looks as the client has not been here in their place.
  const read = () => {
    const found = viewedClient ? undefined : localStore.read(key, visit)
    // A visit that an earlier version stored has the device’s time alone.
    return found && { ...found, lastAt: found.lastAt ?? found.at, opened: revision }
  }
  // The server does not know it: it comes once the page that was rendered there is taken over.
  const [last, setLast] = useState(() => (serverRenderTime() === undefined ? read() : undefined))
  useEffect(() => {
    known.current = { revision, lastAt }
  }, [revision, lastAt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before it is written
  useEffect(() => {
    if (serverRenderTime() !== undefined) startTransition(() => setLast(read))
  }, [])
  useEffect(() => {
    if (viewedClient) return
    let isAway = document.visibilityState === 'hidden'
    // What comes while the page is hidden is not seen.
    const leave = () => isAway || localStore.write(key, { ...known.current, at: new Date().toISOString() })
    const turn = () => {
      leave()
      isAway = document.visibilityState === 'hidden'
    }
    document.addEventListener('visibilitychange', turn)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key])
  return last
}

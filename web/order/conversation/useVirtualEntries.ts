import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entry } from '#domain/order/conversation.ts'

/** How many entries are in the page at first, and how many more come at a time. */
export const atATime = 50

/** No more entries, or lines of a history, than this are on the page at once. */
export const maxLines = 200

/**
 * Which entries of a conversation are in its `list` in the page, oldest first: `maxLines` at most, or all while it is
 * printed. Those after them come as one nears the last; who is at the end has the latest. `first`: the index to begin with.
 */
export function useVirtualEntries(entries: readonly Entry[], list: RefObject<HTMLElement | null>, first: () => number) {
  /** The revision of the first that is shown. */
  const [from, setFrom] = useState(() => revisionAt(entries, first()))
  const isPrinted = usePrinting()
  const before = isPrinted ? 0 : indexOf(entries, from)
  const shown = isPrinted ? entries : entries.slice(before, before + maxLines)

  const goOn = useEffectEvent((toEnd = list.current!.getBoundingClientRect().bottom < innerHeight) =>
    setFrom(revisionAt(entries, toEnd ? entries.length - maxLines + atATime : before + atATime)),
  )
  const last = shown.at(-1)
  const edge = last === entries.at(-1) ? undefined : last?.id
  useEffect(() => {
    if (!edge) return
    const observer = new IntersectionObserver((seen) => seen.at(-1)!.isIntersecting && goOn(), {
      rootMargin: '100000% 0px 300%', // three windows ahead, or left behind by a jump
    })
    observer.observe(list.current!.lastElementChild!)
    // At once: what comes while the browser scrolls to the end would stop it on its way.
    const press = ({ key, target }: KeyboardEvent) =>
      key === 'End' && !(target as Element).closest('input, textarea, select') && goOn(true)
    addEventListener('keydown', press)
    return () => {
      observer.disconnect()
      removeEventListener('keydown', press)
    }
  }, [edge, list])

  return {
    shown,
    /** How many there are before those that are shown. */
    before,
    showFrom: (entries: readonly Entry[], index: number) => setFrom(revisionAt(entries, index)),
  }
}

const revisionAt = (entries: readonly Entry[], index: number): number => entries[Math.max(0, index)]?.revision ?? 0

/** The index of the first entry from a revision on. */
export function indexOf(entries: readonly Entry[], revision = 0): number {
  const index = entries.findIndex((entry) => entry.revision >= revision)
  return index === -1 ? entries.length : index
}

function usePrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    const print = ({ type }: Event) => flushSync(() => setPrinted(type === 'beforeprint'))
    for (const type of ['beforeprint', 'afterprint']) addEventListener(type, print, unmounted)
    return () => unmounted.abort()
  }, [])
  return isPrinted
}

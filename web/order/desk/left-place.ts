import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { OrderStatus } from '#domain/order/fields.ts'
import { type Sections, statuses } from '#web/live/worklist.ts'

type LeftPlace = {
  /** The entry of the browser's history. */
  key: string
  /** How many rows each section showed. */
  rows: Record<OrderStatus, number>
  /** The order whose row had the focus last. */
  focused: string | undefined
}

/** How each list of orders was left, the latest last. */
const left = new Map<string, LeftPlace>()
const maxPlaces = 20

/** How the list was left that the browser's Back or Forward leads to; undefined for a list that is opened anew. */
export const leftPlace = (key: string = globalThis.history?.state?.key ?? 'default'): LeftPlace | undefined =>
  left.get(key)

/** Saves how the list is left, and brings the focus back to its row where the list is come back to. */
export function useLeftPlace(lists: RefObject<HTMLElement | null>, sections: Sections): void {
  const { key } = useLocation()
  const latest = useRef(sections)
  useEffect(() => {
    latest.current = sections
  }, [sections])

  useEffect(() => {
    const element = lists.current
    let focused = leftPlace(key)?.focused
    const row = focused && element?.querySelector<HTMLElement>(`a[data-row="${CSS.escape(focused)}"]`)
    // After the shell, which puts the focus on every page that has come.
    const frame = requestAnimationFrame(() => (row || undefined)?.focus({ preventScroll: true }))
    const note = ({ target }: FocusEvent) => {
      focused = (target as Element).closest('tr')?.querySelector<HTMLElement>('a[data-row]')?.dataset.row ?? focused
    }
    element?.addEventListener('focusin', note)
    return () => {
      cancelAnimationFrame(frame)
      element?.removeEventListener('focusin', note)
      const rows = Object.fromEntries(statuses.map((status) => [status, latest.current[status].rows.length]))
      left.delete(key)
      left.set(key, { key, rows: rows as LeftPlace['rows'], focused })
      if (left.size > maxPlaces) left.delete(left.keys().next().value!)
    }
  }, [key, lists])
}

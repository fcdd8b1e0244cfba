import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { OrderStatus } from '#domain/order/fields.ts'
import { type Sections, statuses } from '#web/live/worklist.ts'

type LeftRows = Record<OrderStatus, number>

/** How many rows each section of a list showed as it was left, by the entry of the browser's history; the latest last. */
const left = new Map<string, LeftRows>()
const maxPlaces = 20

/** How many rows the list showed that the browser's Back or Forward leads to; undefined for one that is opened anew. */
export const leftRows = (): LeftRows | undefined => left.get(globalThis.history?.state?.key ?? 'default')

/** Saves how many rows the list shows as it is left. */
export function useLeftRows(sections: Sections): void {
  const { key } = useLocation()
  const latest = useRef(sections)
  useEffect(() => {
    latest.current = sections
  }, [sections])

  useEffect(
    () => () => {
      const rows = Object.fromEntries(statuses.map((status) => [status, latest.current[status].rows.length]))
      left.delete(key)
      left.set(key, rows as LeftRows)
      if (left.size > maxPlaces) left.delete(left.keys().next().value!)
    },
    [key],
  )
}

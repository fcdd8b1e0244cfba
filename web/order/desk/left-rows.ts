import { useLocation } from 'react-router-dom'
import type { OrderStatus } from '#domain/order/fields.ts'
import { loadedEntry, useRemembered } from '#web/kit/left-places.ts'
import { type Sections, statuses } from '#web/live/worklist.ts'

type LeftRows = Record<OrderStatus, number>

/** How many rows each section of a list showed as it was left. */
const left = new Map<string, LeftRows>()

/** How many rows the list showed that the browser's Back or Forward leads to; undefined for one that is opened anew. */
export const leftRows = (): LeftRows | undefined => left.get(loadedEntry())

/** Saves how many rows the list shows as it is left. */
export function useLeftRows(sections: Sections): void {
  const { key } = useLocation()
  const rows = Object.fromEntries(statuses.map((status) => [status, sections[status].rows.length]))
  useRemembered(left, key, rows as LeftRows)
}

import { useLocation } from 'react-router-dom'
import { loadedEntry, useRemembered } from '#web/kit/left-places.ts'

/** How many lines each list showed when its user left it, by the entry of the browser's history and the filter. */
const lengths = new Map<string, number>()

/** How many lines the list showed when its user left it, on return by Back or Forward; undefined on a new visit. */
export const savedListLength = (search: string): number | undefined => lengths.get(placeOf(loadedEntry(), search))

// The browser is at the entry before while a new filter is loaded: the entry alone does not tell them apart.
const placeOf = (key: string, search: string) => `${key} ${search}`

/** Saves how many lines the list shows as it is left. */
export function useSaveListLength(count: number): void {
  const { key, search } = useLocation()
  useRemembered(lengths, placeOf(key, search), Math.min(count, 1_000))
}

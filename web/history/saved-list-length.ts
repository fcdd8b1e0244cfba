import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** How many lines each list showed when its user left it, by the entry of the browser's history and the filter. */
const lengths = new Map<string, number>()
const maxEntries = 20

/** How many lines the list showed when its user left it, on return by Back or Forward; undefined on a new visit. */
export const savedListLength = (search: string): number | undefined =>
  lengths.get(placeOf(globalThis.history?.state?.key ?? 'default', search))

// The browser is at the entry before while a new filter is loaded: the entry alone does not tell them apart.
const placeOf = (key: string, search: string) => `${key} ${search}`

/** Saves how many lines the list shows as it is left. */
export function useSaveListLength(count: number): void {
  const { key, search } = useLocation()
  const place = placeOf(key, search)
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  }, [count])
  useEffect(
    () => () => {
      lengths.delete(place)
      lengths.set(place, Math.min(latest.current, 1_000))
      if (lengths.size > maxEntries) lengths.delete(lengths.keys().next().value!)
    },
    [place],
  )
}

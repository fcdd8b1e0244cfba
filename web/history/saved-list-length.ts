import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** How many lines the list of each entry of the browser's history showed when its user left it, the latest last. */
const lengths = new Map<string, number>()
const maxEntries = 20

/** How many lines the list showed when its user left it, on return by Back or Forward; undefined on a new visit. */
export const savedListLength = (key: string = globalThis.history?.state?.key ?? 'default'): number | undefined =>
  lengths.get(key)

/** Saves how many lines the list shows as it is left. */
export function useSaveListLength(count: number): void {
  const { key } = useLocation()
  const latest = useRef(count)
  useEffect(() => {
    latest.current = count
  }, [count])
  useEffect(
    () => () => {
      lengths.delete(key)
      lengths.set(key, Math.min(latest.current, 1_000))
      if (lengths.size > maxEntries) lengths.delete(lengths.keys().next().value!)
    },
    [key],
  )
}

import { useEffect, useRef } from 'react'

/** How many places something is remembered of: the latest. */
const maxPlaces = 20

/** The entry of the browser's history that a page is loaded for, as the router names it. */
export const loadedEntry = (): string => globalThis.history?.state?.key ?? 'default'

/** Remembers a value for a place that was left, by the entry of the browser's history. The latest stands last. */
export function remember<T>(places: Map<string, T>, place: string, value: T): void {
  places.delete(place)
  places.set(place, value)
  if (places.size > maxPlaces) places.delete(places.keys().next().value!)
}

/** Remembers the latest value for a place as its page is left. */
export function useRemembered<T>(places: Map<string, T>, place: string, value: T): void {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => () => remember(places, place, latest.current), [places, place])
}

import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** How many places something is remembered of: the latest. */
const maxPlaces = 20

/** Remembers a value for a place that was left, by the entry of the browser's history. The latest stands last. */
export function remember<T>(places: Map<string, T>, place: string, value: T): void {
  places.delete(place)
  places.set(place, value)
  if (places.size > maxPlaces) places.delete(places.keys().next().value!)
}

/** The most rows of a part that are loaded at once where a list is come back to. */
const maxRows = 1_000

/** How many rows each part of a list showed, by the entry of the browser's history and the search of its address. */
const lengths = new Map<string, Readonly<Record<string, number>>>()

// The browser is at the entry before while a new filter is loaded: the entry alone does not tell them apart.
const placeOf = (key: string, search: string) => `${key} ${search}`

/**
 * How many rows each part of a list showed last, where it is loaded again or come back to by Back or Forward; undefined on a
 * new visit. For a loader, with the address that it loads.
 */
export const savedListLengths = ({ search }: URL): Readonly<Record<string, number>> | undefined =>
  lengths.get(placeOf(globalThis.history?.state?.key ?? 'default', search))

/** Saves how many rows each part of a list shows, by the part's name. */
export function useSaveListLengths(shown: Readonly<Record<string, number>>): void {
  const { key, search } = useLocation()
  useEffect(() => {
    const capped = Object.entries(shown).map(([part, count]) => [part, Math.min(count, maxRows)])
    remember(lengths, placeOf(key, search), Object.fromEntries(capped))
  })
}

import { useEffect } from 'react'
import { localStore, shapeOf } from '#web/kit/storage.ts'
import { viewedClient } from '#web/view-as.ts'

/** A page that a person was on. */
export type Place = { path: string; label: string; detail?: string | undefined }

const isText = (value: unknown) => typeof value === 'string'
const places = shapeOf<Place[]>(
  (stored) =>
    Array.isArray(stored) &&
    stored.every(
      (each: Partial<Record<keyof Place, unknown>> | null) =>
        isText(each?.label) &&
        String(each?.path).startsWith('/') &&
        (each?.detail === undefined || isText(each.detail)),
    ),
)

/** How many places are remembered. */
const most = 8

const keyOf = (personId: string) => `recent-places:${personId}`

/** The places a person was at in this browser, the latest first. */
export const recentPlaces = (personId: string): Place[] => localStore.read(keyOf(personId), places) ?? []

/**
 * Remembers where a person is. A place that is known already is as it is called now. Where an admin looks as a client is no
 * place of the client's, and not remembered.
 */
function rememberPlace(personId: string, visited: Place): void {
  if (viewedClient !== undefined) return
  const others = recentPlaces(personId).filter(({ path }) => path !== visited.path)
  localStore.write(keyOf(personId), [visited, ...others].slice(0, most))
}

/** Remembers the page that is open. */
export function useRecentPlace(personId: string, { path, label, detail }: Place): void {
  useEffect(
    () => rememberPlace(personId, { path, label, ...(detail === undefined ? {} : { detail }) }),
    [personId, path, label, detail],
  )
}

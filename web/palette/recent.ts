import { useEffect } from 'react'
import { z } from 'zod'
import { localStore } from '#web/kit/storage.ts'
import { viewedClient } from '#web/view-as.ts'

/** A page that a person was on. */
export type Place = z.infer<typeof place>

const place = z.object({ path: z.string().startsWith('/'), label: z.string(), detail: z.string().optional() })

/** How many places are remembered. */
const most = 8

const keyOf = (personId: string) => `recent-places:${personId}`

/** The places a person was at in this browser, the latest first. */
export const recentPlaces = (personId: string): Place[] => localStore.read(keyOf(personId), z.array(place)) ?? []

/**
 * Remembers where a person is. A place that is known already is as it is called now. Where an admin looks as a client is no
 * place of the client's, and not remembered.
 */
export function rememberPlace(personId: string, visited: Place): void {
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

import { type LoaderFunctionArgs, useLocation } from 'react-router-dom'
import { call } from '#web/api.ts'
import { loadedEntry, useRemembered } from '#web/kit/left-places.ts'
import { loadPages } from '#web/kit/pages.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { type ActivityFilter, filterIn, queryOf } from './filter.ts'

/** How many lines are shown, and how many more at a time. */
export const pageSize = 50

/** A page of the lines that a filter asks for. Throws `HttpError`. */
export const loadPage = (
  filter: ActivityFilter,
  more: { after?: string | undefined; limit?: number; signal?: AbortSignal } = {},
) =>
  call('getActivity', {
    query: {
      ...queryOf(filter),
      limit: more.limit ?? pageSize,
      after: more.after,
      ...(more.after === undefined ? { countSince: startOfDay(Date.now()) } : {}),
    },
    signal: more.signal,
  })

/** The latest lines; where the list is come back to, as many as it showed when it was left. */
export async function loadActivity({ request: { url, signal } }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(url)
  const filter = filterIn(searchParams)
  const wanted = Math.max(savedListLength(search) ?? 0, pageSize)
  const loaded = await loadPages(wanted, (page) => loadPage(filter, { signal, ...page }))
  const { data: lines, next, count = 0, people = [], stale: isBehind = false } = loaded
  return { filter, lines, next, count, people, isBehind }
}

export type LoadedActivity = Awaited<ReturnType<typeof loadActivity>>

/** How many lines each list showed when its user left it, by the entry of the browser's history and the filter. */
const lengths = new Map<string, number>()

/** How many lines the list showed when its user left it, on return by Back or Forward; undefined on a new visit. */
const savedListLength = (search: string): number | undefined => lengths.get(placeOf(loadedEntry(), search))

// The browser is at the entry before while a new filter is loaded: the entry alone does not tell them apart.
const placeOf = (key: string, search: string) => `${key} ${search}`

/** Saves how many lines the list shows as it is left. */
export function useSaveListLength(count: number): void {
  const { key, search } = useLocation()
  useRemembered(lengths, placeOf(key, search), Math.min(count, 1_000))
}

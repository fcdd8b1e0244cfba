import type { LoaderFunctionArgs } from 'react-router-dom'
import { call } from '#web/api.ts'
import { savedListLengths } from '#web/kit/left-places.ts'
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

/** The latest lines; where they are loaded again or come back to, as many as were shown. */
export async function loadActivity({ request: { url, signal } }: LoaderFunctionArgs) {
  const address = new URL(url)
  const filter = filterIn(address.searchParams)
  const wanted = Math.max(savedListLengths(address)?.lines ?? 0, pageSize)
  const loaded = await loadPages(wanted, (page) => loadPage(filter, { signal, ...page }))
  const { data: lines, next, count = 0, people = [], stale: isBehind = false } = loaded
  return { filter, lines, next, count, people, isBehind }
}

export type LoadedActivity = Awaited<ReturnType<typeof loadActivity>>

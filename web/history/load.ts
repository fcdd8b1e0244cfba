import type { LoaderFunctionArgs } from 'react-router-dom'
import type { ActivityLine } from '#domain/contract/activity.ts'
import { call } from '#web/api.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { type ActivityFilter, filterIn, queryOf } from './filter.ts'
import { savedListLength } from './saved-list-length.ts'

/** How many lines are shown, and how many more at a time. */
export const pageSize = 50

/** The most that one call answers. */
const maxLimit = 200

/** A page of the lines that a filter asks for. Throws `HttpError`. */
export const loadPage = (filter: ActivityFilter, more: { after?: string; limit?: number; signal?: AbortSignal } = {}) =>
  call('getActivity', {
    query: {
      ...queryOf(filter),
      limit: more.limit ?? pageSize,
      after: more.after,
      ...(more.after === undefined ? { countSince: startOfDay(Date.now()) } : {}),
    },
    ...(more.signal ? { signal: more.signal } : {}),
  })

/** The latest lines; where the list is come back to, as many as it showed when it was left. */
export async function loadActivity({ request: { url, signal } }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(url)
  const filter = filterIn(searchParams)
  const wanted = Math.max(savedListLength(search) ?? 0, pageSize)
  const first = await loadPage(filter, { signal, limit: Math.min(wanted, maxLimit) })
  const lines: ActivityLine[] = [...first.data]
  let { next } = first
  while (lines.length < wanted && next !== undefined) {
    const page = await loadPage(filter, { signal, after: next, limit: Math.min(wanted - lines.length, maxLimit) })
    lines.push(...page.data)
    next = page.next
  }
  return { filter, lines, next, count: first.count ?? 0, people: first.people ?? [], isBehind: first.stale === true }
}

export type LoadedActivity = Awaited<ReturnType<typeof loadActivity>>

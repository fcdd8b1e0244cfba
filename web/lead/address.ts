import { useLocation, useNavigation, useSearchParams } from 'react-router-dom'
import { type Stage, stages } from '#domain/lead/lead.ts'
import { type LeadsFilter, shows } from './columns.ts'

/** The periods of the funnel's numbers, in days. */
export const periods = [30, 90, 365] as const
export type Period = (typeof periods)[number]

/** Reads the filter of leads from an address. */
export function filterIn(query: URLSearchParams): LeadsFilter {
  const show = shows.find((each) => each === query.get('show')) ?? 'all'
  return { show, search: (query.get('q') ?? '').trim().slice(0, 120) }
}

/**
 * The state of the address beside its filter: the open lead and whether its next date is wanted. Also the column that a
 * phone shows, and the period of the funnel.
 * `with` is the address with some of it changed; null takes a thing out.
 */
export function useLeadsAddress() {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const changed = (changes: Record<string, string | null>): string => {
    // A search whose leads are on their way stays.
    const changed = new URLSearchParams(next?.pathname === pathname ? next.search : query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') changed.delete(name)
      else changed.set(name, value)
    }
    return String(changed)
  }
  return {
    lead: query.get('lead') ?? undefined,
    isAtDate: query.get('at') === 'date',
    stage: stages.find((each) => each === query.get('stage')) ?? ('new' satisfies Stage),
    period: periods.find((each) => String(each) === query.get('days')) ?? 30,
    with: (changes: Record<string, string | null>): string => `?${changed(changes)}`,
    go: (changes: Record<string, string | null>, options: { replace?: boolean; flushSync?: boolean } = {}): void =>
      setQuery(changed(changes), { replace: true, preventScrollReset: true, ...options }),
  }
}

import type { OrderView, ViewQuery } from '#domain/account/order-views.ts'
import { type OrderFilter, type OrderSort, orderFilters, orderSorts } from '#domain/order/worklist.ts'
import { searchOf } from '#web/api.ts'
import { localStore } from '#web/kit/storage.ts'

/** Reads an address’s query; what it cannot mean is left out. */
export function queryIn(params: URLSearchParams): ViewQuery {
  const search = params.get('search')?.trim() || undefined
  return {
    ...present('filter', named(orderFilters, params.get('filter'))),
    ...present('search', search && search.length <= 200 ? search : undefined),
    ...present('sort', named(orderSorts, params.get('sort'))),
  }
}

const named = <Name extends string>(names: readonly Name[], given: string | null): Name | undefined =>
  names.find((name) => name === given)

const present = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)

/** The address of a query, and of the saved view that it began with. */
export const addressOf = ({ filter, search, sort }: ViewQuery, view?: string): string =>
  searchOf({ view, filter, search, sort }) || '?'

/** The sorting of the orders where nothing else was chosen. */
export const defaultSort: OrderSort = 'newest'

const sortKey = 'orders-sort'

/** Remembers, in this browser, what the orders were sorted by last. */
export const rememberSort = (sort: OrderSort): void => localStore.set(sortKey, sort)

/** The query that a page shows: that of its address, sorted as was chosen last unless that, or a saved view, says how. */
export const queryToShow = (params: URLSearchParams): ViewQuery => ({
  ...(params.has('view') ? {} : present('sort', named(orderSorts, localStore.get(sortKey) ?? null))),
  ...queryIn(params),
})

export const filterNames: Record<OrderFilter, string> = {
  'waiting-on-us': 'Waiting on us',
  'waiting-on-client': 'Waiting on client',
  unread: 'Unread',
  overdue: 'Overdue',
  unpaid: 'Unpaid',
}

export const sortNames: Record<OrderSort, string> = {
  unread: 'Unread first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  'latest-activity': 'Latest activity first',
  'oldest-activity': 'Oldest activity first',
}

/** How what is shown differs from what was saved, in words; empty when it does not. */
export function differencesFrom({ query: saved }: OrderView, shown: ViewQuery): string[] {
  const filterOf = ({ filter }: ViewQuery) => (filter ? filterNames[filter] : 'All open')
  const sortOf = ({ sort }: ViewQuery) => sortNames[sort ?? defaultSort]
  const wordsOf = ({ search }: ViewQuery) => (search ? `“${search}”` : 'no search')
  return [filterOf, wordsOf, sortOf].flatMap((of) =>
    of(saved) === of(shown) ? [] : [`${of(shown)} instead of ${of(saved)}`],
  )
}

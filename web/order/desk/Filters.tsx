import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ViewQuery } from '#domain/account/order-views.ts'
import { type OrderFilter, type OrderSort, orderFilters } from '#domain/order/worklist.ts'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import type { OrderCounts } from '#web/live/worklist.ts'
import { addressOf, defaultSort, filterNames, rememberSort, sortNames } from './worklist-url.ts'

type FiltersProps = { query: ViewQuery; view: string | undefined; counts: Pick<OrderCounts, 'filters'> }

const inks: Partial<Record<OrderFilter, string>> = { unread: 'green', overdue: 'red' }

/** The filters of the orders, each with how many there are, and their sorting. Both are in the address. */
export function Filters({ query, view, counts: { filters } }: FiltersProps) {
  const navigate = useNavigate()
  const id = useId()
  const go = (changes: ViewQuery) => navigate(addressOf({ ...query, ...changes }, view), { preventScrollReset: true })

  const chip = (filter: OrderFilter | undefined, name: string, count: number, ink = 'ink') => (
    <button
      className="flex items-center gap-2 target text-3 ink-2 ink-on-hover relative nowrap flex-none"
      key={name}
      type="button"
      aria-pressed={query.filter === filter}
      onClick={() => go({ filter: query.filter === filter ? undefined : filter })}
    >
      {name} <span className={`chip-count ${count > 0 ? ink : 'ink'}`}>{count}</span>
    </button>
  )
  return (
    <div className="row justify-between ink-around-y">
      <fieldset className="chips desk-chips flex min-w-0 max-w-full border-0 no-scrollbar scroll-x">
        <legend className="sr">Show</legend>
        {chip(undefined, 'All open', filters.open)}
        {orderFilters.map((filter) => chip(filter, filterNames[filter], filters[filter], inks[filter]))}
      </fieldset>
      <div className="row gap-0-5">
        <DownloadCsv call="exportOrders" query={query} what="this list" />
        <label className="sort flex items-center gap-2 small" htmlFor={id}>
          <span>Sort by</span>
          <select
            className="pointer target text-3 ink on-paper border-0"
            id={id}
            value={query.sort ?? defaultSort}
            onChange={({ target }) => {
              const sort = target.value as OrderSort
              rememberSort(sort)
              void go({ sort })
            }}
          >
            {Object.entries(sortNames).map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  )
}

/** Searches the orders as one types. The first letter is a step that Back takes back; the following ones are not. */
export function SearchBox({ query, view }: { query: ViewQuery; view: string | undefined }) {
  const navigate = useNavigate()
  const id = useId()
  const search = (words: string) => {
    // As the address is by now: an earlier letter may have come into it since this was drawn.
    const isSearched = new URLSearchParams(window.location.search).has('search')
    void navigate(addressOf({ ...query, search: words || undefined }, view), {
      replace: isSearched || !words,
      preventScrollReset: true,
      flushSync: true, // the press that leaves the field may add a filter, to what is searched by then
    })
  }
  return (
    <label className="search desk-search flex items-center gap-2 ink-2 focus-around" htmlFor={id}>
      <svg className="pen flex-none" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.8 3.1c-3.4 0-5.8 2.4-5.8 5.7s2.5 5.8 5.8 5.8 5.7-2.5 5.7-5.8-2.3-5.7-5.7-5.7ZM13 13.1l4 4.1" />
      </svg>
      <span className="sr">Search projects</span>
      <SearchField
        id={id}
        className="min-w-0 target text-3 ink border-0"
        data-search
        maxLength={200}
        placeholder="Client, business, project or message"
        searched={query.search ?? ''}
        onSearch={search}
      />
      <span aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </label>
  )
}

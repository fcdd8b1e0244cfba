import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ViewQuery } from '#domain/account/order-views.ts'
import { type OrderFilter, type OrderSort, orderFilters } from '#domain/order/worklist.ts'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import type { OrderCounts } from '#web/live/worklist.ts'
import { addressOf, defaultSort, filterNames, rememberSort, sortNames } from './worklist-url.ts'
import './Filters.css'

type FiltersProps = { query: ViewQuery; view: string | undefined; counts: Pick<OrderCounts, 'filters'> }

const inks: Partial<Record<OrderFilter, string>> = { unread: 'is-green', overdue: 'is-red' }

/** The filters of the orders, each with how many there are, and their sorting. Both are in the address. */
export function Filters({ query, view, counts: { filters } }: FiltersProps) {
  const navigate = useNavigate()
  const id = useId()
  const go = (changes: ViewQuery) => navigate(addressOf({ ...query, ...changes }, view), { preventScrollReset: true })

  const chip = (filter: OrderFilter | undefined, name: string, count: number, ink = '') => (
    <button
      className="flex items-center gap-2 target text-3 ink-2 relative nowrap flex-none"
      key={name}
      type="button"
      aria-pressed={query.filter === filter}
      onClick={() => go({ filter: query.filter === filter ? undefined : filter })}
    >
      {name} <span className={`chip-count ink ${count > 0 ? ink : ''}`}>{count}</span>
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

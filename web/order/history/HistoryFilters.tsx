import { eventKinds } from '#domain/history/kinds.ts'
import type { Author } from '#domain/history/timeline.ts'
import { FilterBar } from '#web/history/FilterBar.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { kindTitles, type useHistoryFilter } from './filter.ts'

type HistoryFiltersProps = ReturnType<typeof useHistoryFilter> & { authors: readonly Author[] }

/** The filters of the history, in a sentence. They are in the address. */
export function HistoryFilters({ filter, isFiltered, change, authors }: HistoryFiltersProps) {
  const { viewer } = useShownOrder()
  const isKnown = authors.some(({ id }) => id === filter.person)
  return (
    <FilterBar
      label="Search the history"
      onClear={isFiltered ? () => change({ kind: undefined, person: undefined, search: undefined }) : undefined}
    >
      Entries by{' '}
      <select
        aria-label="Person"
        value={filter.person ?? ''}
        onChange={({ target }) => change({ person: target.value })}
      >
        <option value="">anyone</option>
        {authors.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === viewer.id ? 'you' : name}
          </option>
        ))}
        {filter.person && !isKnown && <option value={filter.person}>someone else</option>}
      </select>{' '}
      about{' '}
      <select aria-label="Topic" value={filter.kind ?? ''} onChange={({ target }) => change({ kind: target.value })}>
        <option value="">anything</option>
        {eventKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTitles[kind]}
          </option>
        ))}
      </select>{' '}
      containing{' '}
      <SearchField
        aria-label="Search text"
        placeholder="any words"
        maxLength={200}
        searched={filter.search ?? ''}
        onSearch={(search) => change({ search })}
      />
    </FilterBar>
  )
}

import { useEffect, useRef, useState } from 'react'
import { eventKinds } from '#domain/order/events.ts'
import type { Author } from '#domain/order/timeline.ts'
import { useShownOrder } from '../context.ts'
import { Asked } from './Asked.tsx'
import { kindTitles, type useHistoryFilter } from './filter.ts'

/** How long nothing is typed before it is looked for, in milliseconds. */
const pauseMs = 250

type HistoryFiltersProps = ReturnType<typeof useHistoryFilter> & { authors: readonly Author[] }

/** What of the history is shown, asked for in a sentence. It stands in the address. */
export function HistoryFilters({ filter, isFiltered, change, authors }: HistoryFiltersProps) {
  const { viewer } = useShownOrder()
  const isKnown = authors.some(({ id }) => id === filter.person)
  return (
    <Asked
      label="Search the history"
      onClear={isFiltered ? () => change({ kind: undefined, person: undefined, search: undefined }) : undefined}
    >
      Lines by{' '}
      <select
        aria-label="By whom"
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
      <select
        aria-label="About what"
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value })}
      >
        <option value="">anything</option>
        {eventKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTitles[kind]}
          </option>
        ))}
      </select>{' '}
      that say <SearchField searched={filter.search ?? ''} onSearch={(search) => change({ search })} />
    </Asked>
  )
}

type SearchFieldProps = { searched: string; onSearch(search: string): void }

/** Looks for words as one types. */
function SearchField({ searched, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(searched)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(typing.current), [])
  // The address may change by itself, as on the way back; not under the hand that types.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(searched)
  }, [searched])
  const search = (text: string) => {
    clearTimeout(typing.current)
    typing.current = undefined
    onSearch(text.trim())
  }
  return (
    <input
      ref={field}
      type="search"
      aria-label="Words to look for"
      placeholder="any words"
      maxLength={200}
      value={text}
      onChange={({ target: { value } }) => {
        setText(value)
        clearTimeout(typing.current)
        typing.current = setTimeout(() => search(value), pauseMs)
      }}
      onBlur={() => typing.current !== undefined && search(text)}
    />
  )
}

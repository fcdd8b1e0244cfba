import { useSearchParams } from 'react-router-dom'
import { type EventKind, eventKinds } from '#domain/history/kinds.ts'
import type { TimelineFilter } from '#domain/history/timeline.ts'

/** The name of each kind of event in a filter, behind “about”. */
export const kindTitles: Record<EventKind, string> = {
  project: 'the project',
  steps: 'steps',
  designs: 'designs',
  money: 'invoice and payments',
  proposal: 'the proposal',
  answers: 'answers',
  messages: 'messages',
  files: 'files',
  reading: 'read receipts',
}

/** Returns the history’s filter from the address, and how to change it. What it cannot mean is left out. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams()
  const filter: TimelineFilter = {}
  const kind = eventKinds.find((name) => name === params.get('kind'))
  const person = params.get('person')?.slice(0, 100)
  const search = params.get('search')?.trim().slice(0, 200)
  if (kind) filter.kind = kind
  if (person) filter.person = person
  if (search) filter.search = search
  const change = (changed: { [Name in keyof TimelineFilter]: string | undefined }) => {
    // What was asked for a moment ago stands in the address before it is drawn: one wish must not undo another.
    const next = new URLSearchParams(window.location.search)
    next.set('tab', 'history')
    for (const [name, value] of Object.entries(changed)) value ? next.set(name, value) : next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { filter, isFiltered: Object.keys(filter).length > 0, change }
}

import { useId } from 'react'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { Gates } from './Gates.tsx'
import { LeadLine } from './LeadLine.tsx'
import type { LeadList, LeadListState } from './lead-list.ts'
import { pageSize, type Row, type SectionKey } from './load.ts'
import './LeadFold.css'

type LeadFoldProps = {
  title: string
  section: SectionKey
  count: number
  rows: readonly Row[]
  list: LeadList
  state: LeadListState
  now: number
}

/** A group that is only counted, in fives, until it is opened. */
export function LeadFold({ title, section, count, rows, list, state, now }: LeadFoldProps) {
  const id = useId()
  const open = state.sections.has(section)
  if (count === 0 && !open) return null
  const toggle = () => (open ? list.fold(section) : list.more(section).catch(toastFailure))
  return (
    <div className="lead-fold rule-below">
      <button
        className="row items-center gap-0-3 target w-full small text-start"
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <span>{title}</span>
        <Gates count={count} />
        <b className="serif text-16 tabular text-end">{count}</b>
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <ol className="rule-above" aria-label={title}>
            {rows.map((row) => (
              <LeadLine key={row.id} row={row} recent={state.recent.has(row.id)} {...{ list, now }} />
            ))}
          </ol>
        )}
        {open && state.sections.get(section) !== undefined && (
          <p className="lead-more pt-3">
            <LoadMore onMore={() => list.more(section)}>Show the next {pageSize}</LoadMore>
          </p>
        )}
      </div>
    </div>
  )
}

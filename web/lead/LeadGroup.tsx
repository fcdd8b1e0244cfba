import { useId } from 'react'
import { LeadLine } from './LeadLine.tsx'
import type { LeadList } from './lead-list.ts'
import type { Row } from './load.ts'
import './LeadsPage.css'

type LeadGroupProps = {
  title: string
  late?: boolean
  rows: readonly Row[]
  list: LeadList
  recent: ReadonlyMap<string, string>
  now: number
}

/** Leads under one heading; nothing where there are none. */
export function LeadGroup({ title, late = false, rows, list, recent, now }: LeadGroupProps) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <div className="lead-group" data-late={late || undefined}>
      <h3 className="italic text-16 leading-12 ink-2 rule-below" id={id}>
        {title}
      </h3>
      <ol aria-labelledby={id}>
        {rows.map((row) => (
          <LeadLine key={row.id} row={row} recent={recent.has(row.id)} {...{ list, now }} />
        ))}
      </ol>
    </div>
  )
}

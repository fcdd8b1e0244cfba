import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useId, useRef, useState } from 'react'
import type { Stage } from '#domain/lead/lead.ts'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { groupOf, groupsOf, isNarrow, type LeadsFilter, stageOrders, stageTitles } from './columns.ts'
import { LeadFold } from './LeadFold.tsx'
import { LeadGroup } from './LeadGroup.tsx'
import { draggedLead } from './LeadLine.tsx'
import type { LeadList, LeadListState } from './lead-list.ts'
import { foldKey, pageSize, type Row } from './load.ts'
import './LeadColumn.css'

type LeadColumnProps = {
  stage: Stage
  /** The leads of the stage that are meant, in order. */
  rows: readonly Row[]
  /** Whether a phone shows this column. */
  chosen: boolean
  list: LeadList
  state: LeadListState
  filter: LeadsFilter
  now: number
}

/** The leads of a stage, grouped by the date that matters there. A lead that is dragged here comes to stand here. */
export function LeadColumn({ stage, rows, chosen, list, state, filter, now }: LeadColumnProps) {
  const id = useId()
  const column = useRef<HTMLElement>(null)
  const over = useDropTarget(column, stage)
  const { counts, sections, recent } = state
  const groups = groupsOf(stage, now)
  const inGroup = (key: string) => rows.filter((row) => groupOf(row, now).key === key)
  const folds = isNarrow(filter) ? [] : groups.filter(({ folded }) => folded)
  const open = groups.filter((group) => !folds.includes(group))
  return (
    <section
      className="lead-column min-w-0"
      aria-labelledby={id}
      ref={column}
      data-chosen={chosen}
      data-over={over || undefined}
    >
      <header className="row items-baseline justify-between gap-0-2 ink-below">
        <h2 className="text-5" id={id}>
          {stageTitles[stage]} <span className="tabular ink-2">{counts.stages[stage]}</span>
        </h2>
        <span className="meta">{stageOrders[stage]}</span>
      </header>
      {open.map(({ key, title }) => (
        <LeadGroup key={key} title={title} late={key === 'late'} rows={inGroup(key)} {...{ list, recent, now }} />
      ))}
      {sections.get(stage) !== undefined && (
        <p className="lead-more pt-3">
          <LoadMore onMore={() => list.more(stage)}>Show the next {pageSize}</LoadMore>
        </p>
      )}
      <div className="lead-folds">
        {folds.map((group) => {
          const section = foldKey(stage, group)
          return (
            <LeadFold
              key={group.key}
              title={group.title}
              section={section}
              count={counts.folded[section] ?? 0}
              rows={inGroup(group.key)}
              {...{ list, state, now }}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Whether a lead of another stage is held over a column. */
function useDropTarget(column: React.RefObject<HTMLElement | null>, stage: Stage): boolean {
  const [over, setOver] = useState(false)
  useEffect(
    () =>
      dropTargetForElements({
        element: column.current!,
        canDrop: ({ source }) => (draggedLead(source.data)?.stage ?? stage) !== stage,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop({ source }) {
          setOver(false)
          draggedLead(source.data)?.move(stage)
        },
      }),
    [column, stage],
  )
  return over
}

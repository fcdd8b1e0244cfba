import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Stage } from '#domain/lead/lead.ts'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { groupOf, groupsOf, isNarrow, type LeadsFilter, stageOrders, stageTitles } from './columns.ts'
import { draggedLead, LeadLine } from './LeadLine.tsx'
import type { LeadList, LeadListState } from './lead-list.ts'
import { foldKey, pageSize, type Row, type SectionKey } from './load.ts'
import './leads.css'
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
  /** Whether single keys do something on a line. */
  keysOn: boolean
}

/** The leads of a stage, grouped by the date that matters there. A lead that is dragged here comes to stand here. */
export function LeadColumn({ stage, rows, chosen, list, state, filter, now, keysOn }: LeadColumnProps) {
  const id = useId()
  const column = useRef<HTMLElement>(null)
  const over = useDropTarget(column, stage)
  const { counts, sections } = state
  const groups = groupsOf(stage, now)
  const grouped = Map.groupBy(rows, (row) => groupOf(row, groups).key)
  const folds = isNarrow(filter) ? [] : groups.filter(({ folded }) => folded)
  const open = groups.filter((group) => !folds.includes(group))
  const linesOf = (key: string) =>
    grouped
      .get(key)
      ?.map((row) => <LeadLine key={row.id} row={row} recent={state.recent.has(row.id)} {...{ list, now, keysOn }} />)
  const moreOf = (section: SectionKey) =>
    sections.get(section) !== undefined && (
      <p className="lead-more pt-3">
        <LoadMore onMore={() => list.more(section)}>Show the next {pageSize}</LoadMore>
      </p>
    )
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
      {open
        .filter(({ key }) => grouped.has(key))
        .map(({ key, title }) => (
          <LeadGroup key={key} title={title} late={key === 'late'}>
            {linesOf(key)}
          </LeadGroup>
        ))}
      {moreOf(stage)}
      <div className="lead-folds">
        {folds.map((group) => {
          const section = foldKey(stage, group)
          return (
            <LeadFold
              key={group.key}
              title={group.title}
              count={counts.folded[section] ?? 0}
              open={sections.has(section)}
              onToggle={() => (sections.has(section) ? list.fold(section) : list.more(section).catch(toastFailure))}
              rest={moreOf(section)}
            >
              {linesOf(group.key)}
            </LeadFold>
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

/** How many strokes are drawn at most: beyond, the number says it alone. */
const maxStrokes = 25

const pitch = 4.6
const gate = 24.4

/** A number in fives, as it is counted by hand. Silent: the number stands beside it. */
function Gates({ count }: { count: number }) {
  if (count > maxStrokes) return null
  const fives = Math.floor(count / 5)
  const width = Math.ceil(fives * gate + (count % 5) * pitch)
  const strokes = Array.from({ length: fives }, (_, at) => five(at * gate))
  const rest = Array.from({ length: count % 5 }, (_, at) => stroke(fives * gate + at * pitch))
  return (
    <svg className="gates max-w-full" viewBox={`0 0 ${width} 17`} width={width} height={17} aria-hidden="true">
      <path className="no-fill round-caps" d={[...strokes, ...rest].join('')} />
    </svg>
  )
}

const stroke = (x: number) => `M${(x + 3.5).toFixed(1)} 2.5l-1.4 12`
const five = (x: number) =>
  `${[0, 1, 2, 3].map((at) => stroke(x + at * pitch)).join('')}M${(x + 1.4).toFixed(1)} 13.5l19-10`

type LeadFoldProps = {
  title: string
  count: number
  open: boolean
  onToggle(): void
  /** What shows the next leads of an open one. */
  rest: ReactNode
  children: ReactNode
}

/** A group that is only counted, in fives, until it is opened. */
function LeadFold({ title, count, open, onToggle, rest, children }: LeadFoldProps) {
  const id = useId()
  if (count === 0 && !open) return null
  return (
    <div className="lead-fold rule-below">
      <button
        className="row items-center gap-0-3 target w-full small ink-on-hover text-start"
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <span>{title}</span>
        <Gates count={count} />
        <b className="serif text-16 tabular text-end">{count}</b>
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <ol className="rule-above" aria-label={title}>
            {children}
          </ol>
        )}
        {rest}
      </div>
    </div>
  )
}

/** Leads under one heading. */
function LeadGroup({ title, late, children }: { title: string; late: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <div className="lead-group" data-late={late || undefined}>
      <h3 className="italic text-16 leading-12 ink-2 rule-below" id={id}>
        {title}
      </h3>
      <ol aria-labelledby={id}>{children}</ol>
    </div>
  )
}

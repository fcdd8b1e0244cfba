import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router-dom'
import { type Stage, stages } from '#domain/lead/lead.ts'
import { columnDateOf, noDate } from '#domain/lead/row.ts'
import { useLeadsAddress } from './address.ts'
import { dayAndClock, isLate, shortDate } from './dates.ts'
import { spaced } from './LeadDetails.tsx'
import type { LeadList } from './lead-list.ts'
import type { Row } from './load.ts'
import { useMoveLead } from './useMoveLead.ts'
import './LeadLine.css'

type LeadLineProps = { row: Row; recent: boolean; list: LeadList; now: number; keysOn: boolean }

/**
 * A lead in its column: who, how to reach them, and the date that matters. It opens, and it can be dragged. Not rendered
 * again when only another lead changes: there are many.
 */
export const LeadLine = memo(function LeadInLine({ row, recent, list, now, keysOn }: LeadLineProps) {
  const { id, name, phone, stage, clientId, alike } = row
  const address = useLeadsAddress()
  const { move, pending } = useMoveLead(list)
  const line = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useRestoredFocus(id, link)
  const dragged = useDraggable(line, stage, (to) => void move(row, to))
  const late = isLate(row, now)
  const date = columnDateOf(row)

  /** 1 to 4 set the stage; D opens the lead at its next date: unless single keys are turned off. */
  function onKeyDown(event: KeyboardEvent) {
    if (!keysOn || event.altKey || event.ctrlKey || event.metaKey) return
    const to = stages[Number(event.key) - 1]
    if (to) void move(row, to)
    if (event.key === 'd') {
      event.preventDefault()
      address.go({ lead: id, at: 'date' }, address.lead === id)
    }
  }

  return (
    <li
      ref={line}
      className={['lead-line rule-below', recent && 'is-wet', late && 'is-late', (pending || dragged) && 'is-moving']
        .filter(Boolean)
        .join(' ')}
    >
      <Link
        className="grid columns-1-auto items-baseline gap-0-2 py-2 target text-3 leading-13 no-underline"
        ref={link}
        id={lineId(id)}
        data-lead
        to={address.with({ lead: id, at: null })}
        preventScrollReset
        draggable={false}
        aria-current={address.lead === id ? 'true' : undefined}
        aria-busy={pending || undefined}
        onKeyDown={onKeyDown}
      >
        <b className="nowrap clip">
          <bdi>{name}</bdi>
        </b>
        {date !== noDate && (
          <time
            className="text-3 serif ink-2 nowrap"
            dateTime={late ? row.followUpAt : date}
            title={dayAndClock(late ? row.followUpAt! : date)}
          >
            {late && <span className="sr">overdue by </span>}
            {shortDate(row, now)}
          </time>
        )}
        <span>
          {stage === 'won' ? (clientId ? 'Client' : 'Not registered yet') : (row.lossReason ?? spaced(phone))}
          {alike && <i> possible duplicate</i>}
        </span>
      </Link>
    </li>
  )
})

const lineId = (id: string) => `lead-${id}`

/** Puts the focus on the line of a lead, once it stands where it belongs. */
export const focusLine = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(lineId(id))?.focus())

/** The lead whose line had the focus as it was taken away: it is put up again where the lead was moved to. */
let taken: string | undefined

/** Keeps the focus on a lead's line when it is put up in another column, whichever admin moved the lead. */
function useRestoredFocus(id: string, link: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const line = link.current!
    if (taken === id && document.activeElement === document.body) line.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === line) taken = id
    }
  }, [id, link])
}

/** Makes a line draggable; returns whether it is dragged at the moment. */
function useDraggable(line: RefObject<HTMLElement | null>, stage: Stage, move: (stage: Stage) => void): boolean {
  const [dragged, setDragged] = useState(false)
  const data = useEffectEvent(() => dragData({ stage, move }))
  useEffect(
    () =>
      draggable({
        element: line.current!,
        getInitialData: () => data(),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
    [line],
  )
  return dragged
}

/** A lead that is being dragged: where it stands, and what moves it. */
type DraggedLead = { stage: Stage; move(stage: Stage): void }

const lead = Symbol('lead')

/** The data of a drag, as the library hands it on. */
const dragData = (dragged: DraggedLead): Record<symbol, unknown> => ({ [lead]: dragged })

/** The lead that is dragged, if it is one. */
export const draggedLead = (data: Record<string | symbol, unknown>): DraggedLead | undefined =>
  data[lead] as DraggedLead | undefined

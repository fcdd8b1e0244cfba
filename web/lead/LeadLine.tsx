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
import { beforeAllDates, columnDateOf } from '#domain/lead/row.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { toast } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { useLeadsAddress } from './address.ts'
import { stageTitles } from './columns.ts'
import { dayAndClock, isLate, shortDate } from './dates.ts'
import { spaced } from './LeadDetails.tsx'
import type { LeadList } from './lead-list.ts'
import type { Row } from './load.ts'
import './LeadLine.css'

type LeadLineProps = { row: Row; recent: boolean; list: LeadList; now: number; keysOn: boolean }

/**
 * A lead in its column: who, how to reach them, and the date that matters. It opens, and it can be dragged. Not rendered
 * again when only another lead changes: there are many.
 */
export const LeadLine = memo(function LeadLine({ row, recent, list, now, keysOn }: LeadLineProps) {
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
    if (event.key.toLowerCase() === 'd') {
      event.preventDefault()
      address.go({ lead: id, at: 'date' }, { replace: address.lead === id })
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
        {date !== beforeAllDates && (
          <time
            className="text-3 serif ink-2 nowrap"
            dateTime={late ? row.followUpAt : date}
            title={dayAndClock(late ? row.followUpAt! : date)}
          >
            {late && <span className="sr">overdue by </span>}
            {shortDate(row, now)}
          </time>
        )}
        <span className="column-all clip small nowrap">
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
let unmountedWhileFocused: string | undefined
const forget = () => {
  unmountedWhileFocused = undefined
}

/** Keeps the focus on a lead's line when it is put up in another column, whichever admin moved the lead. */
function useRestoredFocus(id: string, link: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const line = link.current!
    if (unmountedWhileFocused === id && document.activeElement === document.body) line.focus({ preventScroll: true })
    return () => {
      if (document.activeElement !== line) return
      unmountedWhileFocused = id
      addEventListener('focusin', forget, { once: true }) // wherever it goes, that was chosen
    }
  }, [id, link])
}

/** Makes a line draggable; returns whether it is dragged at the moment. */
function useDraggable(line: RefObject<HTMLElement | null>, stage: Stage, move: (stage: Stage) => void): boolean {
  const [dragged, setDragged] = useState(false)
  const data = useEffectEvent(() => ({ [lead]: { stage, move } satisfies DraggedLead }))
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

/** The lead that is dragged, if it is one. */
export const draggedLead = (data: Record<string | symbol, unknown>): DraggedLead | undefined =>
  data[lead] as DraggedLead | undefined

/** How often a move is sent, while others change something else of the lead. */
const maxAttempts = 4

/**
 * Moves a lead to another stage, from the one it is seen in. Where another admin has moved it meanwhile, nothing is
 * changed, and it is said who did.
 */
export function useMoveLead(list: LeadList) {
  const { mutate, pending } = useMutation()

  const move = (row: Row, stage: Stage, back?: true): Promise<boolean> =>
    mutate(async (keyFor) => {
      if (row.stage === stage) return false
      for (let seen = row, tries = 1; ; tries++) {
        const { id, revision } = seen
        try {
          const key = keyFor([id, stage, revision])
          const moved = await call('moveLead', { body: { leadId: id, stage, back }, revision, key })
          list.applyEvents(moved.events)
          // Where it has come to is to be seen; that it has come there does not depend on it.
          await list.reveal(id).catch(() => {})
          const undo = () => void move({ ...row, stage, revision: moved.revision }, row.stage, true)
          toastWithUndo(`${row.name} moved to ${stageTitles[stage]}`, undo)
          return true
        } catch (error) {
          if (!(error instanceof HttpError) || error.status !== 412 || tries === maxAttempts) throw error
          const latest = await list.fetchOne(id)
          if (!latest) throw error
          if (latest.stage !== row.stage) return announceMoved(latest, stage)
          seen = latest
        }
      }
    })

  return { move, pending }
}

/** Shows that another admin was faster; whether the lead is in the wanted stage all the same. */
function announceMoved({ name, stage, stageBy }: Row, wanted: Stage): boolean {
  if (stage === wanted) return true
  toast.error(
    `${stageBy ?? 'A new request'} has just moved ${name} to ${stageTitles[stage]}. Your change wasn’t saved.`,
  )
  return false
}

import type { ReactNode } from 'react'
import type { Identified, ListChange } from '#domain/questionnaire/list-changes.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import type { Way } from './edited-list.ts'
import { UnsavedMark } from './icons.tsx'
import './EditorPage.css'

/** A line of a list that is being edited: an item with its index, or one that was taken out and can be put back. */
type Line<Item> = { kind: 'item'; item: Item; index: number } | { kind: 'gone'; item: Item }

/** The lines of a list: what was taken out of the saved one stands where it stood. */
export function linesOf<Item extends Identified>(items: readonly Item[], saved: readonly Item[]): Line<Item>[] {
  const left = new Set(items.map(({ id }) => id))
  const lines: Line<Item>[] = items.map((item, index) => ({ kind: 'item', item, index }))
  saved.forEach((item, at) => {
    if (left.has(item.id)) return
    const before = saved[at - 1]
    const behind = lines.findIndex((line) => line.item.id === before?.id)
    lines.splice(behind + 1, 0, { kind: 'gone', item })
  })
  return lines
}

/** The unsaved mark beside a line: `new`, `changed`, `moved up from 22`; undefined where it stands as saved. */
export function markOf<Item extends { id: number }>(id: number, changes: readonly ListChange<Item>[]) {
  const own = changes.filter((each) => (each.kind === 'changed' ? each.after.id : each.item.id) === id)
  const words = own.map((each) => {
    if (each.kind === 'added') return 'new'
    if (each.kind === 'moved') return `moved ${each.to < each.from ? 'up' : 'down'} from ${each.from}`
    return 'changed'
  })
  return words.length > 0 ? words.join(', ') : undefined
}

/** A list with one item taken out of a place and put into another; places count from 0. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

type LineConflictProps = {
  /** The line, as people call it: `question 7`. */
  label: string
  by: string
  /** The value of each where they collide; null: it was deleted. */
  theirs: ReactNode | null
  mine: ReactNode | null
  /** The label for keeping both: `Write both as 7 and 8`. */
  both: string
  onSettle(way: Way): void
}

/** A line that two admins wrote on: theirs in ink, yours in pencil, and the ways to settle it. */
export const LineConflict = ({ label, by, theirs, mine, both, onSettle }: LineConflictProps) => {
  const who = by || 'Another admin'
  return (
    <fieldset className="clash grid gap-2 min-w-0 border-0">
      <legend className="sr">Conflicting edits to {label}</legend>
      <div className="clash-theirs wet">
        <p className="clash-who text-2">{theirs === null ? `${who} deleted it` : `${who}: saved version`}</p>
        {theirs}
      </div>
      <div className="clash-mine pencil">
        <p className="clash-who text-2">{mine === null ? 'You deleted it (not saved)' : 'You: unsaved version'}</p>
        {mine}
      </div>
      <p className="ways-out row gap-0-5">
        <TextButton onClick={() => onSettle('theirs')}>
          {theirs === null ? 'Delete it too' : 'Keep theirs'}
          <span className="sr"> for {label}</span>
        </TextButton>
        <TextButton onClick={() => onSettle('mine')}>
          {mine === null ? 'Delete it anyway' : 'Keep yours'}
          <span className="sr"> for {label}</span>
        </TextButton>
        {theirs !== null && mine !== null && <TextButton onClick={() => onSettle('both')}>{both}</TextButton>}
      </p>
    </fieldset>
  )
}

/** A line that was taken out and is not saved without it yet. */
export const GoneRow = ({ name, buttonId, onPutBack }: { name: string; buttonId: string; onPutBack(): void }) => (
  <Row as="li" className="editor-gone rule-below" bodyClass="row items-baseline gap-0-4">
    <del className="break-anywhere">{name || 'Empty item'}</del>
    <UnsavedMark>deleted (not saved)</UnsavedMark>
    <TextButton id={buttonId} onClick={onPutBack}>
      Restore<span className="sr"> {name}</span>
    </TextButton>
  </Row>
)

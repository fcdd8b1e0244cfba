import type { ReactNode } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import type { Way } from './edited-list.ts'
import './LineConflict.css'

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
      <p className="ways-out">
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

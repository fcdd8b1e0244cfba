import type { ReactNode } from 'react'
import { Quiet } from './Quiet.tsx'
import './Conflict.css'

/** What somebody else wrote in a field while it was being written in, and the two ways on. */
export type FieldConflict = {
  /** What stands now; nothing when it was taken away. */
  theirs: ReactNode
  /** Who wrote it, where that is known. */
  by?: string | undefined
  /** What was written here is to stay. */
  onKeep(): void
  /** What stands is to stay. */
  onTake(): void
}

type ConflictProps = {
  /** The id of what is said, for the control to be described by. */
  id: string
  label: ReactNode
  conflict: FieldConflict | null
  /** Gives the control the focus: the button that was pressed is gone. */
  onSettled(): void
}

/** Two hands on one line: what stands, below what is being written. Heard as soon as it is there. */
export function Conflict({ id, label, conflict, onSettled }: ConflictProps) {
  const settle = (way: () => void) => () => {
    way()
    onSettled()
  }
  return (
    <div className="conflict">
      {/* On the page before there is anything to say: only what comes into it then is heard. */}
      <div className="conflict-says" id={id} role="status">
        {conflict && (
          <>
            <span className="sr">{label}: </span>
            <span className="conflict-who">{conflict.by ?? 'Somebody else'} wrote</span>{' '}
            <span className="conflict-theirs">{conflict.theirs || 'Nothing'}</span>
          </>
        )}
      </div>
      {conflict && (
        <p className="conflict-ways">
          <Quiet onClick={settle(conflict.onKeep)}>
            Keep mine<span className="sr">: {label}</span>
          </Quiet>
          <Quiet onClick={settle(conflict.onTake)}>
            Take theirs<span className="sr">: {label}</span>
          </Quiet>
        </p>
      )}
    </div>
  )
}

/** At the end of a form: why it is not sent. */
export const ConflictNote = ({ form: { hasConflict } }: { form: { hasConflict: boolean } }) => (
  <p className="meta conflict-note" role="status">
    {hasConflict && 'Nothing is saved while two have written on one line. Keep yours, or take theirs.'}
  </p>
)

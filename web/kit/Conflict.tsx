import type { ReactNode } from 'react'
import { TextButton } from './Button.tsx'
import type { ShownConflict } from './Field.tsx'
import './Conflict.css'

/** A concurrent change of a field by another person, and the two ways to resolve it. */
export type FieldConflict = {
  /** The value now; nothing when it was taken away. */
  theirs: ReactNode
  /** The writer, where known. */
  by?: string | undefined
  /** Keeps the value written here. */
  onKeep(): void
  /** Keeps the value that stands. */
  onTake(): void
}

type ConflictProps = {
  /** The id of what is said, for the control to be described by. */
  id: string
  label: ReactNode
  conflict: FieldConflict | null
  /** Focuses the control: the button that was pressed is gone. */
  onSettled(): void
}

/** The conflict of a field: the value of the server, below the input. Announced as soon as it is there. */
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
            <span className="block text-2 leading-135">{conflict.by ?? 'Someone else'} changed this to</span>{' '}
            <span className="conflict-theirs pre-line">{conflict.theirs || '(empty)'}</span>
          </>
        )}
      </div>
      {conflict && (
        <p className="conflict-ways">
          <TextButton onClick={settle(conflict.onKeep)}>
            Keep mine<span className="sr">: {label}</span>
          </TextButton>
          <TextButton onClick={settle(conflict.onTake)}>
            Use theirs<span className="sr">: {label}</span>
          </TextButton>
        </p>
      )}
    </div>
  )
}

/** The conflict of a field as the field takes it: fields of which no other person writes come without this code. */
export const fieldConflict = (conflict: FieldConflict | null): ShownConflict => ({
  isOpen: conflict !== null,
  show: (field) => <Conflict {...field} conflict={conflict} />,
})

/** Shows, at the end of a form, why it is not sent. */
export const ConflictNote = ({ form: { hasConflict } }: { form: { hasConflict?: boolean } }) => (
  <p className="meta conflict-note" role="status">
    {hasConflict && 'Not saved: someone else changed the same field. Choose which version to keep.'}
  </p>
)

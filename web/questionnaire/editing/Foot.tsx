import { useEffect, useState } from 'react'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { UnsavedIcon } from './icons.tsx'

/** Where a line stands, counted from 1; 0 for one that was deleted. */
export type Place = { id: number; place: number }

type FootProps = {
  /** The unsaved changes, in words; undefined while there are none. */
  unsaved: string | undefined
  /** The lines that keep the list from being saved: those with a fault, and those that two wrote on. */
  wrong: readonly Place[]
  clashing: readonly Place[]
  /** The problem with the list as a whole. */
  problem: string | undefined
  update: string
  pending: boolean
  /** Absent where there is no step back, or forward. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  onUpdate(): void
  onGo(id: number): void
}

/** Shows the unsaved changes, undo and redo, and Update; while that is disabled, the reasons beside it. */
export function Foot({ unsaved, wrong, clashing, problem, update, pending, undo, redo, ...rest }: FootProps) {
  const { onUpdate, onGo } = rest
  const isFaulty = wrong.length > 0 || clashing.length > 0
  return (
    <div className="editor-foot flex items-center gap-1-5 bleed text-3 ink-2 ink-above on-paper sticky column-all">
      <p className="editor-pencil flex items-center gap-2 pencil break-anywhere">
        <UnsavedIcon />
        <Settling>{unsaved ? `Unsaved: ${unsaved}` : 'No unsaved changes.'}</Settling>
      </p>
      <p className="editor-steps flex gap-4">
        <TextButton onClick={undo} disabled={!undo} aria-keyshortcuts="Control+Z">
          Undo
        </TextButton>
        <TextButton onClick={redo} disabled={!redo} aria-keyshortcuts="Control+Shift+Z">
          Redo
        </TextButton>
      </p>
      {problem ? (
        <p className="editor-why red balance">{problem}</p>
      ) : isFaulty ? (
        <p className="editor-why red balance">
          {wrong.length > 0 && (
            <>
              Fix <Links places={wrong} onGo={onGo} /> first.
            </>
          )}{' '}
          {clashing.length > 0 && (
            <>
              Resolve <Links places={clashing} onGo={onGo} /> first.
            </>
          )}
        </p>
      ) : (
        <p className="editor-promise">{unsaved ? 'Open projects won’t change.' : 'Everything is saved.'}</p>
      )}
      <Button pending={pending} disabled={problem !== undefined || isFaulty || !unsaved} onClick={onUpdate}>
        {update}
      </Button>
    </div>
  )
}

/** The ways to some lines, in a list of words. */
const Links = ({ places, onGo }: { places: readonly Place[]; onGo(id: number): void }) =>
  places.map(({ id, place }, at) => (
    <span key={id}>
      {at > 0 && (at === places.length - 1 ? ' and ' : ', ')}
      <button type="button" onClick={() => onGo(id)} aria-label={`Go to ${place || 'the deleted item'}`}>
        {place || 'the deleted item'}
      </button>
    </span>
  ))

/** Words that are announced only once they have been the same for a while: not with every letter. */
function Settling({ children }: { children: string }) {
  const [heard, setHeard] = useState(children)
  useEffect(() => {
    const timer = setTimeout(() => setHeard(children), 1_200)
    return () => clearTimeout(timer)
  }, [children])
  return (
    <>
      <span>{children}</span>
      <span className="sr" role="status">
        {heard === children ? heard : ''}
      </span>
    </>
  )
}

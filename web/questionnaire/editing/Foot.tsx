import { useEffect, useState } from 'react'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { UnsavedIcon } from './icons.tsx'

/** A line that has to be put right before the list can be saved. */
export type Fault = { id: number; place: number; why: 'wrong' | 'conflict' }

type FootProps = {
  /** The unsaved changes, in words; undefined while there are none. */
  unsaved: string | undefined
  faults: readonly Fault[]
  /** The problem with the list as a whole. */
  problem: string | undefined
  update: string
  /** Said beside the button while nothing speaks against pressing it. */
  promise: string
  pending: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo(): void
  onRedo(): void
  onUpdate(): void
  onGo(id: number): void
}

/** Shows the unsaved changes, undo and redo, and Update; while that is disabled, the reasons beside it. */
export function Foot({ unsaved, faults, problem, update, promise, pending, ...rest }: FootProps) {
  const { canUndo, canRedo, onUndo, onRedo, onUpdate, onGo } = rest
  const why = problem ?? (faults.length > 0 ? 'faults' : undefined)
  return (
    <div className="editor-foot flex items-center gap-1-5 bleed text-3 ink-2 ink-above on-paper sticky column-all">
      <p className="editor-pencil flex items-center gap-2 pencil break-anywhere">
        <UnsavedIcon />
        <Settling>{unsaved ? `Unsaved: ${unsaved}` : 'No unsaved changes.'}</Settling>
      </p>
      <p className="editor-steps flex gap-4">
        <TextButton onClick={onUndo} disabled={!canUndo} aria-keyshortcuts="Control+Z">
          Undo
        </TextButton>
        <TextButton onClick={onRedo} disabled={!canRedo} aria-keyshortcuts="Control+Shift+Z">
          Redo
        </TextButton>
      </p>
      {problem ? (
        <p className="editor-why red balance">{problem}</p>
      ) : faults.length > 0 ? (
        <Faults faults={faults} onGo={onGo} />
      ) : (
        <p className="editor-promise">{unsaved ? promise : 'Everything is saved.'}</p>
      )}
      <Button pending={pending} disabled={Boolean(why) || !unsaved} onClick={onUpdate}>
        {update}
      </Button>
    </div>
  )
}

function Faults({ faults, onGo }: { faults: readonly Fault[]; onGo(id: number): void }) {
  const links = (why: Fault['why']) =>
    faults
      .filter((each) => each.why === why)
      .map(({ id, place }, at, all) => (
        <span key={id}>
          {at > 0 && (at === all.length - 1 ? ' and ' : ', ')}
          <button type="button" onClick={() => onGo(id)} aria-label={`Go to ${place || 'the deleted item'}`}>
            {place || 'the deleted item'}
          </button>
        </span>
      ))
  const [wrong, conflicts] = [links('wrong'), links('conflict')]
  return (
    <p className="editor-why red balance">
      {wrong.length > 0 && <>Fix {wrong} first.</>} {conflicts.length > 0 && <>Resolve {conflicts} first.</>}
    </p>
  )
}

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

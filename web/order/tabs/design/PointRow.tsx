import { type ReactNode, useId, useRef, useState } from 'react'
import type { DraftPhase, Point } from '#domain/order/design-draft.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import { pointState } from '#domain/words/review.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Tick } from '#web/kit/marks.tsx'
import { dayAndClock, useNow } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { smallPicture, type UnsentPoint } from './useUnsentReview.ts'

type RowProps = {
  letter: string
  y: number | undefined
  state: 'done' | 'open' | 'new'
  mark?: ReactNode
  children: ReactNode
}

/** An entry of the list beside the design, at the height of its pin. */
const PointRow = ({ letter, y, state, mark, children }: RowProps) => (
  <li className={`remark is-${state} grid items-baseline`} data-id={letter} data-y={y}>
    <b className="italic">
      <span className="sr">Point </span>
      {letter}
    </b>
    <div className="min-w-0">{children}</div>
    <span className="remark-mark self-start">{mark}</span>
  </li>
)

type SentPointProps = { point: Point; phase: DraftPhase; y: number | undefined }

/** A point that was asked for, and what the agency has said of it. */
export function SentPoint({ point, phase, y }: SentPointProps) {
  const { order, controls, readOnly } = useShownOrder()
  const { letter, text, done, answer, picture } = point
  const now = useNow()
  return (
    <PointRow letter={letter} y={y} state={done ? 'done' : 'open'} mark={done ? <Tick label="Done" /> : <OpenMark />}>
      <p className="remark-text pre-line break-anywhere">{text}</p>
      {answer && <p className="small pre-line break-anywhere">{answer}</p>}
      <p className="small">{pointState(point, (at) => dayAndClock(at, now))}</p>
      {picture && (
        <a className="remark-picture inline-block" href={fileUrl(picture)} target="_blank" rel="noopener">
          <img className="block edge" src={fileUrl(picture)} alt={`For point ${letter}`} loading="lazy" />
        </a>
      )}
      {controls && !readOnly && order.status === 'open' && <controls.SettlePoint phase={phase} point={point} />}
    </PointRow>
  )
}

const OpenMark = () => (
  <>
    <i className="open-mark inline-block" aria-hidden="true" />
    <span className="sr">Open</span>
  </>
)

type OwnPointProps = {
  letter: string
  point: UnsentPoint
  y: number | undefined
  /** Whether the browser did not take all of it. */
  isUnstored: boolean
  /** False where the round has as many pictures as can be sent at once. */
  mayAddPicture: boolean
  onChange(changes: Partial<UnsentPoint>): void
  onRemove(): void
  /** Puts a pin on the sheet that is shown; absent where there is none. */
  onPin?: (() => void) | undefined
}

/** A point that is being written. */
export function OwnPoint({ letter, point, y, isUnstored, mayAddPicture, onChange, onRemove, onPin }: OwnPointProps) {
  const { id, text, pin, picture } = point
  const picker = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [problem, setProblem] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    await smallPicture(file).then(
      (picture) => onChange({ picture }),
      () => setProblem('This picture can’t be read. Please choose a PNG or JPEG.'),
    )
  }
  return (
    <PointRow letter={letter} y={y} state="new">
      <label className="sr" htmlFor={`point-${id}`}>
        Point {letter}: what should change
      </label>
      <textarea
        className="remark-field wet w-full"
        id={`point-${id}`}
        rows={1}
        maxLength={1_000}
        placeholder="What should change?"
        value={text}
        aria-describedby={hint}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {picture && <img className="remark-own-picture block edge mt-1" src={picture.url} alt={`For point ${letter}`} />}
      <p className="row items-center gap-0-4">
        <span className="small" id={hint} data-unsaved={isUnstored || undefined}>
          Not sent yet. {isUnstored && 'This browser can’t save it. Send it before you close this page. '}
          {point.isUnpinned && 'Its pin was on a picture that this version doesn’t have.'}
        </span>
        {onPin && !pin && <Act point={letter} text="Pin it on the picture" onClick={onPin} />}
        {pin && <Act point={letter} text="Remove pin" onClick={() => onChange({ pin: undefined })} />}
        {(picture || mayAddPicture) && (
          <Act
            point={letter}
            text={picture ? 'Change picture' : 'Add a picture'}
            onClick={() => picker.current?.click()}
          />
        )}
        {picture && <Act point={letter} text="Remove picture" onClick={() => onChange({ picture: undefined })} />}
        <Act point={letter} text="Remove point" onClick={onRemove} />
      </p>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <input
        className="sr"
        ref={picker}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={`Picture for point ${letter}`}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = '' // or the same picture could not be chosen again
        }}
      />
    </PointRow>
  )
}

const Act = ({ point, text, onClick }: { point: string; text: string; onClick(): void }) => (
  <TextButton onClick={onClick}>
    {text}
    <span className="sr"> of point {point}</span>
  </TextButton>
)

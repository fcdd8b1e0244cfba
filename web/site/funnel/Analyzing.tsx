import { type KeyboardEvent, useRef } from 'react'
import { analyzing } from '#domain/site/funnel.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Tick } from '#web/kit/marks.tsx'
import { wantsLessMotion } from '#web/kit/motion.ts'
import { Row } from '#web/kit/Page.tsx'
import { PenLine } from './PenLine.tsx'
import { Screen } from './Screen.tsx'

const phases = [0, 20, 40, 60, 80]

type AnalyzingProps = { arrived: boolean; progress: number; onSkip(): void }

/** Ten seconds in which the figures are read. Whoever asks for less motion goes straight to the prices by Enter or a button. */
export function Analyzing({ arrived, progress, onSkip }: AnalyzingProps) {
  const skipped = useRef(false)
  const maySkip = wantsLessMotion()
  const keyDown = ({ key, repeat, target }: KeyboardEvent) => {
    if (!maySkip || key !== 'Enter' || repeat || target instanceof HTMLButtonElement || skipped.current) return
    skipped.current = true
    onSkip()
  }
  const now = phases.findLast((from) => from <= progress)!
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key works wherever the focus is on this screen; the button is beside it
    <div onKeyDown={keyDown}>
      <Screen margin="Step 3" title="Calculating your prices." next="Do Not Refresh Please Wait." arrived={arrived}>
        <Row>
          <PenLine progress={progress} />
          <div
            className="funnel-hundred ink-above"
            role="progressbar"
            aria-label="Do Not Refresh Please Wait"
            aria-valuenow={progress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={`${progress}%, ${analyzing(progress)}`}
          />
        </Row>
        <ol className="funnel-lines funnel-phases mt-5">
          {phases.map((from) => (
            <Row
              key={from}
              as="li"
              className={from === now ? 'funnel-phase is-now' : from < now ? 'funnel-phase' : 'funnel-phase is-later'}
              margin={from === now ? `${progress}%` : from}
            >
              <span>{analyzing(from)}</span>
              {from < now && <Tick label="done" />}
            </Row>
          ))}
        </ol>
        <p className="sr" role="status">
          {analyzing(progress)}
        </p>
        {maySkip && (
          <Row>
            <div className="row items-center gap-3-5 pt-5">
              <TextButton onClick={onSkip}>Skip to the prices</TextButton>
              <p className="meta">
                or press <kbd>Enter</kbd>
              </p>
            </div>
          </Row>
        )}
      </Screen>
    </div>
  )
}

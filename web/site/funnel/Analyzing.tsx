import { type KeyboardEvent, useRef } from 'react'
import { analyzing, analyzingParts } from '#domain/site/funnel.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Tick } from '#web/kit/marks.tsx'
import { wantsLessMotion } from '#web/kit/motion.ts'
import { Row } from '#web/kit/Page.tsx'
import { type FunnelScreenProps, Screen } from './Screen.tsx'

/** Ten seconds in which the figures are read. Visitors who prefer less motion go straight to the prices by Enter or a button. */
export function Analyzing({ arrived, funnel: { progress }, dispatch }: FunnelScreenProps) {
  const skipped = useRef(false)
  const skip = () => dispatch({ type: 'skip' })
  const maySkip = wantsLessMotion()
  const keyDown = ({ key, repeat, target }: KeyboardEvent) => {
    if (!maySkip || key !== 'Enter' || repeat || target instanceof HTMLButtonElement || skipped.current) return
    skipped.current = true
    skip()
  }
  const now = analyzing(progress)
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
            aria-valuetext={`${progress}%, ${now}`}
          />
        </Row>
        <ol className="funnel-lines funnel-phases mt-5">
          {analyzingParts.map(([from, text]) => (
            <Row
              key={from}
              as="li"
              className={text === now ? 'wet on-wet-wash' : from < progress ? undefined : 'pencil italic'}
              bodyClass="flex justify-between gap-4 serif-5-13"
              margin={text === now ? `${progress}%` : from}
            >
              <span>{text}</span>
              {text !== now && from < progress && <Tick label="done" />}
            </Row>
          ))}
        </ol>
        <p className="sr" role="status">
          {now}
        </p>
        {maySkip && (
          <Row>
            <div className="row items-center gap-3-5 pt-5">
              <TextButton onClick={skip}>Skip to the prices</TextButton>
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

const width = 1180

/** Letters without a meaning, as a pen would join them: what follows `M` from one letter to the next, and how wide it is. */
const letters: readonly (readonly [string, number])[] = [
  ['c6-3 10-10 10-14s-5-6-8-3-4 12 0 15 9 3 12 2', 24],
  ['c8-5 16-22 15-31s-8-7-10 2-2 25 3 28 10 2 13 1', 25],
  ['c2-4 5-9 6-13 1 5 0 9 1 13 2-4 5-10 9-12 2 4-1 9 3 12 2 0 4 0 6 0', 25],
  ['c4-3 9-11 15-12 4 2-2 13-8 12s-4-10 4-12c4 6-1 11 5 12 3 0 5 0 7 0', 27],
  ['c3-4 6-9 7-13 0 6-3 12 2 13s7-8 8-12c0 5-2 11 3 12 3 0 5 0 7 0', 27],
  ['c9-6 12-18 8-22-5-2-9 8-4 16 4 8 4 22-4 25-6 0-4-10 4-14 6-3 10-5 16-5', 28],
]

/** The letters in order, so that no word is twice on the line; a word's end is a longer stroke. */
const text = [
  0, 3, 1, 0, -1, 2, 0, 4, -1, 5, 3, 2, 0, -1, 1, 1, 0, -1, 4, 2, 3, -1, 0, 1, 5, 0, 2, -1, 3, 4, 0, 1, -1, 2, 5,
]

const line = (() => {
  let path = 'M4 50'
  for (let at = 4, index = 0; at < width - 40; index++) {
    const [stroke, wide] = letters[text[index % text.length]!] ?? ['c6 1 12 1 18 0', 18]
    path += stroke
    at += wide
  }
  return path
})()

/** The wait as a line that is being written: dry behind, wet where the pen is. `progress` is 0 to 100. */
const PenLine = ({ progress }: { progress: number }) => (
  <svg
    className="funnel-pen block w-full overflow-visible no-fill round-caps round-joins"
    viewBox={`0 0 ${width} 86`}
    aria-hidden="true"
  >
    <clipPath id="funnel-written">
      <rect y="-20" width={(width * progress) / 100} height="126" />
    </clipPath>
    <clipPath id="funnel-dried">
      <rect y="-20" width={Math.max(0, (width * (progress - 12)) / 100)} height="126" />
    </clipPath>
    <path className="is-base" d={`M0 50H${width}`} />
    <path className="is-wet-ink" clipPath="url(#funnel-written)" d={line} />
    <path className="is-dry-ink" clipPath="url(#funnel-dried)" d={line} />
  </svg>
)

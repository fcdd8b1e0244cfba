import { useState } from 'react'
import { plural } from '#domain/count.ts'
import { currentStep } from '#domain/order/order.ts'
import type { Step } from '#domain/step.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { shortDay } from '#web/kit/time.ts'
import { type ShownOrder, useShownOrder } from '#web/order/context.ts'
import { ClosingRow } from './ClosingRow.tsx'
import { RecentEvents } from './RecentEvents.tsx'
import { StepRow } from './StepRow.tsx'
import './ProgressList.css'

/** The progress of the order: every step a row, completed or open, and how it ended. To a client what is long done is one row. */
export function ProgressList() {
  const shown = useShownOrder()
  const { steps, status } = shown.order
  const [isUnfolded, setUnfolded] = useState(false)
  const folded = isUnfolded ? [] : longDone(shown)
  const now = status === 'open' ? currentStep(steps) : undefined
  return (
    <ol className="ledger ink-above" aria-label="Project progress">
      {folded.length > 0 && <DoneSteps steps={folded} onShow={() => setUnfolded(true)} />}
      {steps.map((step, at) => (
        <StepRow key={step.id} step={step} number={at + 1} now={step === now} folded={at < folded.length} />
      ))}
      <ClosingRow />
      <RecentEvents />
    </ol>
  )
}

/** Fewer than these are not worth a row of their own. */
const fewestFolded = 3

/** The first steps of an open project that were done before its client was here last: what they see change stays. */
function longDone({ order, viewer, events, lastVisit, isPast, compared }: ShownOrder): Step[] {
  if (viewer.role === 'admin' || order.status !== 'open' || isPast || compared) return []
  const isLongDone = ({ id, completedBy }: Step) =>
    completedBy !== undefined &&
    !(lastVisit && completedBy.at > lastVisit.at) &&
    !events.some(({ at, data }) => at === completedBy.at || ('step' in data && data.step === id))
  const end = order.steps.findIndex((step) => !isLongDone(step))
  const done = order.steps.slice(0, end === -1 ? order.steps.length : end)
  return done.length < fewestFolded ? [] : done
}

/** The steps that are folded away, in one row: when they were done, how many, and which. */
const DoneSteps = ({ steps, onShow }: { steps: readonly Step[]; onShow(): void }) => {
  const days = [...new Set([steps[0]!, steps.at(-1)!].map(({ completedBy }) => shortDay(completedBy!.at)))]
  return (
    <Row
      as="li"
      className="step is-folded lines-py-3 rule-below"
      margin={
        <span className="when">
          <span className="when-day">{days[0]}</span> {days[1] && <span className="when-clock">to {days[1]}</span>}
        </span>
      }
    >
      <div className="folded-line">
        <svg className="folded-tally" viewBox="0 0 26 17" aria-hidden="true">
          <path d="M4.5 2.5l-1.4 12M9.3 2.3l-1.4 12.4M14.1 2.6l-1.4 12M18.9 2.2l-1.4 12.4M1 13.7l23-10.6" />
        </svg>
        <span className="min-w-0">
          <span className="step-name">{plural(steps.length, '{n} step is done', '{n} steps are done')}</span>{' '}
          <span className="meta break-anywhere">{steps.map(({ value }) => value).join(', ')}</span>
        </span>
        <TextButton onClick={onShow}>Show them</TextButton>
      </div>
    </Row>
  )
}

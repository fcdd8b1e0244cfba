import { useState } from 'react'
import { plural } from '#domain/count.ts'
import { currentStep } from '#domain/order/order.ts'
import type { Step } from '#domain/step.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { shortDay } from '#web/kit/time.ts'
import { type ShownOrder, useShownOrder } from '#web/order/context.ts'
import { Marked } from './Marked.tsx'
import { RecentEvents } from './RecentEvents.tsx'
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
    !(lastVisit && completedBy.at > lastVisit.lastAt) &&
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

type StepRowProps = {
  step: Step
  number: number
  now: boolean
  /** Whether it is folded away with others: on paper it stands as any other. */
  folded?: boolean
}

/** A step of the order: when it was completed and by whom, or that it is open. An admin completes it here. */
function StepRow({ step, number, now, folded }: StepRowProps) {
  const { order, controls, events, recent, lastVisit, isPast, compared } = useShownOrder()
  const { completedBy } = step
  // Other events complete a step too, as an approval does, and are not about it by name.
  const last = events.findLast(
    ({ at, type, data }) => at === completedBy?.at || (type === 'StepToggled' && data.step === step.id),
  )
  const arrival = last && recent.get(last.id)
  const isOpen = order.status === 'open'
  // Completed by another person while this one was away: marked until they leave again.
  const isNew = !last && completedBy !== undefined && lastVisit !== undefined && completedBy.at > lastVisit.lastAt
  return (
    <Row
      as="li"
      className={[
        'step lines-py-3 rule-below',
        !completedBy && (now ? 'is-now' : 'is-next'),
        isNew && 'is-news',
        folded && 'only-print',
      ]}
      recent={arrival !== undefined}
      margin={completedBy ? <Timestamp at={completedBy.at} /> : now && (isPast ? 'Current' : <Now />)}
    >
      <div className="step-line" aria-current={now ? 'step' : undefined}>
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        <span className="row items-baseline gap-0-4">
          <span className="step-name">{step.value}</span>
          {controls && isOpen && <controls.ToggleStep step={step} />}
        </span>
        <span className="step-hand">
          {arrival && <NewBadge arrival={arrival} />}
          {isNew && <span className="sr">New since your last visit.</span>}
          {(completedBy || compared) && (
            <i className="break-anywhere">
              <Marked select={({ steps }) => steps.find(({ id }) => id === step.id)?.status}>
                {completedBy?.by ?? 'not done'}
              </Marked>
            </i>
          )}
          {completedBy ? <Tick label="Done" /> : isOpen ? <Open /> : !compared && <NotDone />}
        </span>
      </div>
    </Row>
  )
}

const Now = () => (
  <>
    Current
    <svg className="now-arrow" viewBox="0 0 40 18" aria-hidden="true">
      <path d="M2 8c11-3 22-3 35 1M29 2c2 3 5 6 9 7-4 1-7 3-9 7" />
    </svg>
  </>
)

/** Marks an open step for screen readers. */
const NotDone = () => <span className="sr">Not done</span>

const Open = () => (
  <>
    <svg className="step-open" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M14.5 4.3C9 3 4.3 6.9 4.2 12.2c-.1 5 3.7 8 8 7.8 4.7-.2 7.8-3.7 7.7-8.2-.1-4.3-3.3-7-7.4-7.2" />
    </svg>
    <NotDone />
  </>
)

/** The last row of the progress list: how the project ended, and when. */
function ClosingRow() {
  const { order, events, recent } = useShownOrder()
  if (!order.closedAt || order.status === 'open') return null
  const last = events.findLast(({ type }) => type === 'OrderCompleted' || type === 'OrderCancelled')
  const arrival = last && recent.get(last.id)
  const completed = order.status === 'completed'
  return (
    <Row
      as="li"
      className="step is-closing lines-py-3 rule-below"
      recent={arrival !== undefined}
      margin={<Timestamp at={order.closedAt} />}
    >
      <div className="step-line">
        <span className="step-name">
          <Marked select={({ status }) => status}>{completed ? 'Project completed' : 'Project cancelled'}</Marked>
        </span>
        <span className="step-hand">
          {arrival && <NewBadge arrival={arrival} />}
          {completed ? <Tick /> : <Cross />}
        </span>
      </div>
    </Row>
  )
}

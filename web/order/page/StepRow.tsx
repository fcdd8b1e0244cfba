import type { Step } from '#domain/step.ts'
import { Tick } from '#web/kit/marks.tsx'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from './Marked.tsx'

type StepRowProps = {
  step: Step
  number: number
  now: boolean
  /** Whether it is folded away with others: on paper it stands as any other. */
  folded?: boolean
}

/** A line of the ledger: when it was signed and by whom, or that it is open. An admin signs it here. */
export function StepRow({ step, number, now, folded }: StepRowProps) {
  const { order, controls, events, recent, lastVisit, isPast, compared } = useShownOrder()
  const last = events.findLast(({ type, data }) => type === 'StepToggled' && data.step === step.id)
  const arrival = last && recent.get(last.id)
  const { completedBy: signed } = step
  const isOpen = order.status === 'open'
  // Completed by another person while this one was away: marked until they leave again.
  const isNew = !last && signed !== undefined && lastVisit !== undefined && signed.at > lastVisit.at
  return (
    <Row
      as="li"
      className={`step lines-py-3 rule-below ${signed ? 'is-done' : now ? 'is-now' : 'is-next'}${isNew ? ' is-news' : ''}${folded ? ' only-print' : ''}`}
      recent={arrival !== undefined}
      margin={signed ? <Timestamp at={signed.at} /> : now && (isPast ? 'Current' : <Now />)}
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
          {(signed || compared) && (
            <i className="break-anywhere">
              <Marked select={({ steps }) => steps.find(({ id }) => id === step.id)?.status}>
                {signed?.by ?? 'not done'}
              </Marked>
            </i>
          )}
          {signed ? <Tick label="Done" /> : isOpen ? <Open /> : !compared && <Unsigned />}
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
const Unsigned = () => <span className="sr">Not done</span>

const Open = () => (
  <>
    <svg className="step-open" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M14.5 4.3C9 3 4.3 6.9 4.2 12.2c-.1 5 3.7 8 8 7.8 4.7-.2 7.8-3.7 7.7-8.2-.1-4.3-3.3-7-7.4-7.2" />
    </svg>
    <span className="sr">Not done</span>
  </>
)

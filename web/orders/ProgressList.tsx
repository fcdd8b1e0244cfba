import { currentStep } from '#domain/order/order.ts'
import { ClosingRow } from './ClosingRow.tsx'
import { useShownOrder } from './context.ts'
import { RecentEvents } from './RecentEvents.tsx'
import { StepRow } from './StepRow.tsx'
import './ProgressList.css'

/** The progress of the order: every step a row, completed or open, and how it ended. */
export function ProgressList() {
  const { order } = useShownOrder()
  const now = order.status === 'open' ? currentStep(order.steps) : undefined
  return (
    <ol className="ledger ink-above" aria-label="Project progress">
      {order.steps.map((step, at) => (
        <StepRow key={step.id} step={step} number={at + 1} now={step === now} />
      ))}
      <ClosingRow />
      <RecentEvents />
    </ol>
  )
}

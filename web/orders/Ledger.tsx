import { currentStep } from '#domain/order/row.ts'
import { Closing } from './Closing.tsx'
import { useShownOrder } from './context.ts'
import { Entries } from './Entries.tsx'
import { StepLine } from './StepLine.tsx'
import './Ledger.css'

/** Where the order stands: every step a line, signed or open, and how it ended. */
export function Ledger() {
  const { order } = useShownOrder()
  const now = order.status === 'open' ? currentStep(order.steps) : undefined
  return (
    <ol className="ledger" aria-label="Where the project stands">
      {order.steps.map((step, at) => (
        <StepLine key={step.id} step={step} number={at + 1} now={step === now} />
      ))}
      <Closing />
      <Entries />
    </ol>
  )
}

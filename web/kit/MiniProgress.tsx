import { currentStep } from '#domain/order/order.ts'
import type { Step } from '#domain/step.ts'
import './MiniProgress.css'

/** The tracker in forty pixels. One bar a step: tall for the current one, short for open ones. */
export function MiniProgress({ steps }: { steps: readonly Step[] }) {
  const now = currentStep(steps)
  const doneCount = steps.filter(({ status }) => status === 1).length
  return (
    <span
      className={steps.length > 8 ? 'mini-progress is-dense' : 'mini-progress'}
      role="img"
      aria-label={`${doneCount} of ${steps.length} steps done`}
    >
      {steps.map((step) => (
        <i key={step.id} className={step === now ? 'is-now' : step.status === 1 ? undefined : 'is-open'} />
      ))}
    </span>
  )
}

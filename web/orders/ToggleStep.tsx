import { toggleStep } from '#domain/order/toggle-step.ts'
import type { Step } from '#domain/step.ts'
import { useOrderCommand } from './useOrderCommand.ts'

/** A step's name as the button that signs it, or opens it again. */
export function ToggleStep({ step }: { step: Step }) {
  const { perform, pending } = useOrderCommand(toggleStep)
  const signs = step.status === 0
  return (
    <button
      type="button"
      className="step-toggle"
      data-command={`toggleStep:${step.id}`}
      aria-label={signs ? `Sign ${step.value}` : `Open ${step.value} again`}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      // The status is always said: a second click, or a second admin, must not undo the first.
      onClick={() => perform({ progressId: step.id, status: signs ? 1 : 0 })}
    >
      <span className="step-name">{step.value}</span>
      <span className="step-act">{signs ? 'Sign' : 'Open again'}</span>
    </button>
  )
}

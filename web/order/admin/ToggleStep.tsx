import { useState } from 'react'
import { toggleStep } from '#domain/order/toggle-step.ts'
import type { Step } from '#domain/step.ts'
import { Confirm } from '#web/kit/Confirm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** Marks a step as done. One that is done is opened again, once the admin has said so twice. */
export function ToggleStep({ step }: { step: Step }) {
  const { contact } = useShownOrder()
  const { perform, pending } = useOrderCommand(toggleStep)
  const [asking, setAsking] = useState(false)
  const isOpen = step.status === 0

  // The status is always said: a second click, or a second admin, must not undo the first.
  const markAsDone = () =>
    perform({ progressId: step.id, status: 1 }, `Step marked as done. ${contact.name} can see it now.`)
  const reopen = async () => {
    await perform({ progressId: step.id, status: 0 }, `Step reopened. ${contact.name} can see it now.`)
    setAsking(false)
  }

  return (
    <>
      <button
        type="button"
        className="step-toggle my-minus-3 small nowrap underline-low underline"
        data-command={`toggleStep:${step.id}`}
        aria-label={`${isOpen ? 'Mark as done' : 'Reopen step'}: ${step.value}`}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        onClick={isOpen ? markAsDone : () => setAsking(true)}
      >
        {isOpen ? 'Mark as done' : 'Reopen step'}
      </button>
      {asking && (
        <Confirm
          question={`Reopen ${step.value}?`}
          warning={`${contact.name} will see that it’s no longer done.`}
          yes="Reopen step"
          kind="solid"
          pending={pending}
          onYes={reopen}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

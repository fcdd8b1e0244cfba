import { useId, useState } from 'react'
import { orders } from '#domain/order/actions.ts'
import type { PendingKind } from '#domain/order/fields.ts'
import { nextStep } from '#domain/order/next-step.ts'
import { currentStep, type Order } from '#domain/order/order.ts'
import type { Completion, NewStep, Step } from '#domain/step.ts'
import { inWords } from '#web/kit/time.ts'
import type { LiveState } from '#web/live/order.ts'
import { useViewer } from '#web/live/viewer.ts'
import { OrderContext, type ShownOrder } from '#web/order/context.ts'
import { ProgressList } from '#web/order/page/ProgressList.tsx'
import { ProofSheet } from '#web/questionnaire/editing/ProofSheet.tsx'
import './StepsProof.css'

/** A client's ledger with these steps, to be walked through: made of the order's own page. */
export function StepsProof({ steps }: { steps: readonly NewStep[] }) {
  const id = useId()
  const viewer = useViewer()
  const [chosen, setChosen] = useState(1)
  const [at] = useState(() => new Date().toISOString())
  const written = steps.filter(({ value }) => value.trim() !== '')
  // No client sees a step open that sending the questionnaire completes.
  const first = written.findIndex(({ completedOn }) => completedOn !== 'submission') + 1 || written.length
  const now = Math.min(Math.max(chosen, first), Math.max(1, written.length))
  const shown = shownOrder(
    written.map((step, index) =>
      index < now - 1 || step.completedOn === 'submission'
        ? { ...step, status: 1, completedBy: { by: viewer.name, at } }
        : { ...step, status: 0 },
    ),
    at,
  )
  const { title, next } = nextStep(shown.order, 'client', inWords)
  return (
    <ProofSheet
      title="Client preview"
      className="s-proof"
      controls={
        written.length > 1 && (
          <p className="s-walk grid gap-1 small">
            <label htmlFor={id}>
              Current step: <b className="weight-600 ink">{now}</b>
            </label>
            <input
              className="pointer target w-full appearance-none"
              id={id}
              type="range"
              min={first}
              max={written.length}
              value={now}
              onChange={({ target }) => setChosen(Number(target.value))}
            />
          </p>
        )
      }
      heading={
        <p className="s-proof-says break-anywhere balance">
          {title} {next && <em>{next}</em>}
        </p>
      }
      note="Payments and refunds depend on phase and payment, not on the name. Name your steps as you like."
    >
      <OrderContext value={shown}>
        <ProgressList />
      </OrderContext>
    </ProofSheet>
  )
}

/** The request that a client has been sent at a step: to accept, approve or pay. */
const sentAt: Partial<Record<Completion, PendingKind>> = {
  acceptance: 'proposal',
  approval: 'draft',
  payment: 'invoice',
}

function pendingAt(steps: readonly Step[], at: string): Order['pending'] {
  const kind = sentAt[currentStep(steps)?.completedOn ?? 'submission']
  return kind ? { [kind]: { at, revision: 0 } } : {}
}

/** An order that is not there: with these steps, as its client would see it. */
function shownOrder(steps: Step[], at: string): ShownOrder {
  const state: LiveState = {
    order: { ...orders.initial, steps, currentSince: at, pending: pendingAt(steps, at) },
    earlier: undefined,
    revision: 0,
    events: [],
    recent: new Map(),
    refused: false,
    outdated: false,
  }
  return {
    id: '',
    ...state,
    now: () => state,
    contact: { name: '', phone: '', email: '' },
    viewer: { id: '', name: '', role: 'client' },
    readOnly: true,
    controls: undefined,
    lastVisit: undefined,
    applyEvents: () => {
      throw new Error('This is only a preview')
    },
    catchUp: () => Promise.reject(new Error('This is only a preview')),
    loadEarlier: () => Promise.resolve(state),
  }
}

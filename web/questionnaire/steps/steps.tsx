import { useId, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { orders } from '#domain/order/actions.ts'
import type { PendingKind } from '#domain/order/fields.ts'
import { nextStep } from '#domain/order/next-step.ts'
import { currentStep, type Order } from '#domain/order/order.ts'
import { checkSteps, stepProblems } from '#domain/questionnaire/check.ts'
import type { Completion, NewStep, Step } from '#domain/step.ts'
import { inWords, useNow } from '#web/kit/time.ts'
import { stateOf } from '#web/live/order.ts'
import { OrderContext, type ShownOrder } from '#web/order/context.ts'
import { ProgressList } from '#web/order/page/ProgressList.tsx'
import { EditorFrame } from '#web/questionnaire/editing/EditorFrame.tsx'
import { loadPart } from '#web/questionnaire/editing/load.ts'
import { ProofSheet } from '#web/questionnaire/editing/ProofSheet.tsx'
import { stepsPart } from '#web/questionnaire/editing/parts.ts'
import { useEditor } from '#web/questionnaire/editing/useEditor.ts'
import { Head } from '#web/shell/Head.tsx'
import { useViewer } from '#web/shell/session.ts'
import { stepInputId } from './StepLine.tsx'
import { StepList } from './StepList.tsx'
import './steps.css'

export const loader = () => loadPart(stepsPart)

/** The progress tracker of new orders: written in pencil, walked through beside it, and saved by Update Package. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const editor = useEditor(stepsPart, loaded, 'Progress tracker updated')
  const steps = editor.now.items
  const problems = stepProblems(steps)
  return (
    <>
      <Head noindex />
      <EditorFrame
        part={stepsPart}
        loaded={loaded}
        editor={editor}
        what="the progress tracker"
        title={
          <>
            2. Make Your Progress Tracker <em>for new projects.</em>
          </>
        }
        listName="Steps"
        wrong={new Set(problems.keys())}
        problem={checkSteps(steps).issues.find(({ path }) => path.length === 0)?.message}
        nameOf={({ value }) => value}
        update="Update Package"
        until="New projects use the current steps until you update."
        list={(say, orders) => <StepList editor={editor} problems={problems} orders={orders} announce={say} />}
        proof={<StepsProof steps={steps} />}
        onGo={(id) => document.getElementById(stepInputId(id))?.focus()}
      />
    </>
  )
}

/** A client's ledger with these steps, to be walked through: made of the order's own page. */
function StepsProof({ steps }: { steps: readonly NewStep[] }) {
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
  const { title, next } = nextStep(shown.order, 'client', inWords(useNow()))
  return (
    <ProofSheet
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
  const order = { ...orders.initial, steps, currentSince: at, pending: pendingAt(steps, at) }
  const state = stateOf({ order, revision: 0 })
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

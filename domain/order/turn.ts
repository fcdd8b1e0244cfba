import type { Completion, NewStep, Step } from '#domain/step.ts'
import { type PendingKind, pendingSides, proposalKinds } from './fields.ts'
import { isSettled, openByInvoices } from './instalments.ts'
import { type Order, openSteps } from './order.ts'
import { isPendingProposalPaid, paymentSteps } from './payment-steps.ts'
import { phaseOf } from './phase.ts'

/** The two sides that work on an order. */
export type Side = NonNullable<NewStep['with']>

/** The side whose turn a step is: its own choice; else a payment is the client's, and everything else the agency's. */
export const sideOf = <S extends NewStep>(step: S, steps: readonly S[]): Side =>
  step.with ?? (paymentSteps(steps).includes(step) ? 'client' : 'agency')

/** The data of an order that its turn depends on: the order itself, or its row in a list. */
export type Progress = Pick<
  Order,
  'status' | 'currentSince' | 'unansweredSince' | 'pending' | 'invoice' | 'pricing'
> & { steps: readonly Step[] } & Partial<Pick<Order, 'invoiced'>>

/**
 * The side whose turn it is, why, and since when. `reason` is the request that waits for them. Where none does, it is a step
 * of theirs, or what the agency owes before its client can do that step. It is `all done` once no step is open. `next` is what
 * follows.
 */
export type Turn = {
  with: Side
  since: string
  reason: PendingKind | 'message' | 'step' | 'preparation' | 'all done'
  step?: Step
  next?: { step: Step; with: Side }
}

const pendingKinds = Object.keys(pendingSides) as PendingKind[]

/** The completion of a step by the answer to each pending request. */
const leadsTo: Partial<Record<PendingKind, Completion>> = {
  proposal: 'acceptance',
  draft: 'approval',
  payment: 'payment',
  'payment question': 'payment',
  invoice: 'payment',
}

/**
 * Whether the client has paid what a step asks for: one of acceptance, once the proposal was paid for. Of a payment it is said
 * where it is the current step: what later steps let fall due is not known. Where steps have no phases no later part falls due,
 * so that a second payment asks for all of the price.
 */
export function isCovered(step: Step, order: Progress): boolean {
  const { steps, invoice } = order
  if (step.completedOn === 'acceptance') return isPendingProposalPaid(order)
  if (step.completedOn !== 'payment' || step !== openSteps(steps)[0] || !isSettled(order)) return false
  const isFirst = step === steps.find(({ completedOn }) => completedOn === 'payment')
  return isFirst || phaseOf(steps) !== undefined || invoice.paid >= invoice.actual
}

/** The side whose turn a step is now: one that is covered is the agency’s, to mark as done. */
const sideNow = (step: Step, order: Progress): Side => (isCovered(step, order) ? 'agency' : sideOf(step, order.steps))

/** Whether there is nothing yet that the client could accept, approve or pay at a step that this completes. */
function isMissing(step: Step, order: Progress): boolean {
  const { pending, invoice } = order
  if (sideNow(step, order) === 'agency') return false
  const { completedOn } = step
  if (completedOn === 'acceptance') return !pending.proposal
  if (completedOn === 'approval') return !pending.draft
  return completedOn === 'payment' && invoice.actual === 0
}

/** The side that can do a step as things are. */
const ableSide = (step: Step, order: Progress): Side => (isMissing(step, order) ? 'agency' : sideNow(step, order))

/**
 * The turn of an open order. A request of one side to the other goes before its first open step. What the agency owes
 * goes before what the client owes; a client's waiting message makes it the agency's turn too. A client cannot accept,
 * approve or pay what there is not: such a step is the agency's until there is. Once all steps are done it is the
 * agency's, to complete the order.
 */
export function turnOf(order: Progress): Turn | undefined {
  const { status, steps, currentSince, unansweredSince, pending, invoice, invoiced } = order
  if (status !== 'open') return undefined
  const [now, next] = openSteps(steps).map((step) => ({ step, with: ableSide(step, order) }))
  const isAgreed = isPendingProposalPaid(order)
  // An invoice of which nothing is left but what is beyond the price is not the client’s.
  const isPaid = invoiced && invoiced.sum > 0 && openByInvoices({ invoice, invoiced }) === 0
  const kind = pendingKinds.find(
    (kind) => pending[kind] && !(isAgreed && proposalKinds.includes(kind)) && !(kind === 'invoice' && isPaid),
  )
  const side = kind ? pendingSides[kind] : (now?.with ?? 'agency')
  if (side === 'client' && unansweredSince)
    return { with: 'agency', since: unansweredSince, reason: 'message', ...(now ? { next: now } : {}) }
  const isCompleted = kind && now?.step.completedOn !== undefined && now.step.completedOn === leadsTo[kind]
  const then = kind && !isCompleted ? now : next
  const following = then ? { next: then } : {}
  if (kind) return { with: side, since: pending[kind]!.at, reason: kind, ...following }
  if (!now) return { with: 'agency', since: currentSince, reason: 'all done' }
  return { ...now, since: currentSince, reason: isMissing(now.step, order) ? 'preparation' : 'step', ...following }
}

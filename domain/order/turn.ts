import { counted } from '../count.ts'
import type { NewStep, Step } from '../step.ts'
import { type OrderStatus, type Pending, type PendingKind, pendingSides } from './fields.ts'
import { openSteps } from './order.ts'
import { paymentSteps } from './payment-steps.ts'

/** The two sides that work on an order. */
export type Side = NonNullable<NewStep['with']>

/** Whose turn a step is: what it says itself; else a payment is the client's, and everything else the agency's. */
export const sideOf = <S extends NewStep>(step: S, steps: readonly S[]): Side =>
  step.with ?? (paymentSteps(steps).includes(step) ? 'client' : 'agency')

/** What is known of an order where its turn is asked for: the order itself, or its row in a list. */
export type Progress = {
  status: OrderStatus
  steps: readonly Step[]
  currentSince: string
  unansweredSince?: string | undefined
  pending: Pending
}

/**
 * Whose turn it is, why, and since when: `reason` is what waits for them; a step that is theirs where nothing does, and
 * `all done` once no step is open. `next` is what follows: the step that waits meanwhile, or the one after it.
 */
export type Turn = {
  with: Side
  since: string
  reason: PendingKind | 'message' | 'step' | 'all done'
  step?: Step
  next?: { step: Step; with: Side }
}

const pendingKinds = Object.keys(pendingSides) as PendingKind[]

/**
 * The turn of an open order. What one side has asked of the other goes before its first open step, and what the agency owes
 * before what the client does: a message of theirs that waits makes it the agency's turn too. Once all steps are done it is
 * the agency's, to complete the order.
 */
export function turnOf({ status, steps, currentSince, unansweredSince, pending }: Progress): Turn | undefined {
  if (status !== 'open') return undefined
  const [now, next] = openSteps(steps).map((step) => ({ step, with: sideOf(step, steps) }))
  const kind = pendingKinds.find((kind) => pending[kind])
  const side = kind ? pendingSides[kind] : (now?.with ?? 'agency')
  const then = now ? { next: now } : {}
  if (side === 'client' && unansweredSince)
    return { with: 'agency', since: unansweredSince, reason: 'message', ...then }
  if (kind) return { with: side, since: pending[kind]!.at, reason: kind, ...then }
  if (!now) return { with: 'agency', since: currentSince, reason: 'all done' }
  return { ...now, since: currentSince, reason: 'step', ...(next ? { next } : {}) }
}

/** What each pending thing asks of its side, as a list says it. */
const pendingWork: Record<PendingKind | 'message', string> = {
  payment: 'Check a payment',
  changes: 'Make the changes',
  declined: 'Answer a declined proposal',
  proposal: 'Accept the proposal',
  draft: 'Review the design',
  'payment question': 'Answer about a payment',
  invoice: 'Pay an invoice',
  message: 'Reply to a message',
}

/** What a turn asks of its side; undefined where all steps are done. */
export const workOf = ({ reason, step }: Turn): string | undefined =>
  reason === 'step' || reason === 'all done' ? step?.value : pendingWork[reason]

/** What an order is at, as a list says it: the step, the message that waits, or how far a closed one came. */
export function currentWork(order: Progress): string {
  const turn = turnOf(order)
  const work = turn && workOf(turn)
  if (work) return work
  const done = order.steps.length - openSteps(order.steps).length
  return done === order.steps.length ? 'All steps done' : `${done} of ${counted(order.steps.length, 'step')} done`
}

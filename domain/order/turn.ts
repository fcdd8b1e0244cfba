import { counted } from '../count.ts'
import type { NewStep, Step } from '../step.ts'
import type { OrderStatus } from './fields.ts'
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
}

/** Whose turn it is: at which step, since when, and what follows. Without a step a message waits, or all are signed. */
export type Turn = { with: Side; since: string; step?: Step; isMessage?: true; next?: { step: Step; with: Side } }

/**
 * The turn of an open order: that of its first open step. Where that is the client's, and a message of theirs waits for
 * an answer, it is the agency's. Once all are signed it is the agency's too, to complete the order.
 */
export function turnOf({ status, steps, currentSince, unansweredSince }: Progress): Turn | undefined {
  if (status !== 'open') return undefined
  const open = openSteps(steps).map((step) => ({ step, with: sideOf(step, steps) }))
  const [now, next] = open
  if (now?.with === 'client' && unansweredSince)
    return { with: 'agency', since: unansweredSince, isMessage: true, next: now }
  return { with: 'agency', ...now, since: currentSince, ...(next ? { next } : {}) }
}

/** What an order is at, as a list says it: the step, the message that waits, or how far a closed one came. */
export function currentWork(order: Progress): string {
  const turn = turnOf(order)
  if (turn?.isMessage) return 'Reply to a message'
  if (turn?.step) return turn.step.value
  const done = order.steps.length - openSteps(order.steps).length
  return done === order.steps.length ? 'All steps done' : `${done} of ${counted(order.steps.length, 'step')} done`
}

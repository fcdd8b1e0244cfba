import type { Completion, Step } from '#domain/step.ts'
import type { Pending, PendingKind } from './fields.ts'
import { openSum } from './issued.ts'
import { type Order, stepCompletedBy } from './order.ts'
import { stateOf } from './review.ts'

/**
 * What waits of what a step is completed by. A payment that the client reported is not among it: whether it has come in
 * stays to be checked.
 */
const waitsFor: Record<Exclude<Completion, 'submission'>, readonly PendingKind[]> = {
  acceptance: ['proposal', 'declined'],
  approval: ['draft', 'changes'],
  payment: ['invoice'],
}

/** What is answered as an admin completes a step by hand: what of the client’s would complete this step is no longer waited for. */
export function answeredBy(order: Order, { id, completedOn: on }: Step): NonNullable<Step['answered']> {
  if (on === undefined || on === 'submission') return {}
  const phase = on === 'approval' ? order.designs.at(-1)?.phase : undefined
  if (on === 'approval' && phase === undefined) return {}
  if (stepCompletedBy(order, on, phase)?.id !== id) return {}
  return only(order.pending, (kind) => waitsFor[on].includes(kind))
}

/** What waits again as a step is reopened that was completed by hand, where nothing has answered it or asked anew since. */
export const waitsAgain = (order: Order, { answered = {} }: Step): NonNullable<Step['answered']> =>
  only(answered as Pending, (kind, at) => !order.pending[kind] && stillWaits(order, kind, at))

const only = (waits: Pending, is: (kind: PendingKind, at: string) => boolean): NonNullable<Step['answered']> =>
  Object.fromEntries(
    Object.entries(waits).flatMap(([kind, mark]) => (mark && is(kind as PendingKind, mark.at) ? [[kind, mark]] : [])),
  )

function stillWaits({ designs, rounds, proposals, documents, invoice }: Order, kind: PendingKind, at: string): boolean {
  const [design, proposal] = [designs.at(-1), proposals.at(-1)]
  const state = stateOf({ designs, rounds }, designs.length)
  switch (kind) {
    case 'draft':
      return design?.at === at && state === 'waiting'
    case 'changes':
      return rounds.at(-1)?.at === at && state === 'changes'
    case 'proposal':
      return proposal?.at === at && proposal.state === 'open'
    case 'declined':
      return proposal?.answer?.at === at && proposal.state === 'declined'
    default:
      return openSum(documents, invoice.paid) > 0
  }
}

import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { readVersion } from './accept-proposal.ts'
import { lineTraits, orderCommand, orderEvent } from './action.ts'
import { proposalKinds, withPending } from './fields.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { isAcceptedByPayment, isToBeAnswered, versionRead, withAnswer } from './proposal-versions.ts'
import { truncateToLine } from './telling.ts'

export const ProposalDeclined = orderEvent(
  'ProposalDeclined',
  { version: z.int(), reason: personal(z.string(), '') },
  {
    ...lineTraits,
    kind: 'proposal',
    settles: () => 'cancelled',
    apply: (order, { version, reason }, event) => ({
      ...order,
      pending: withPending(order.pending, event, { asks: 'declined', answers: proposalKinds }),
      proposals: withAnswer(order, version, 'declined', { by: event.by.name, at: event.at, text: reason }),
    }),
    sentence: ({ version, reason }) =>
      `Version ${version} of the proposal declined${reason ? `: ${truncateToLine(reason, 110)}` : ''}`,
  },
)

/** Declines the version of the proposal that was read, and says why. It can be accepted later, until it is no longer valid. */
export const declineProposal = orderCommand(
  'declineProposal',
  z.object({ orderId, ...readVersion, reason: requiredText('Please tell us why', 2_000) }),
  {
    summary: 'Decline the proposal that was read',
    call: 'POST /api/decline-proposal',
    scope: null,
    roles: ['client'],
    success: 'Proposal declined',
    decide(order, { version, hash, reason }) {
      onlyWhileOpen(order)
      const { state, answer } = versionRead(order, { version, hash })
      if (state === 'accepted') throw new Refusal('This proposal was accepted already. Please send us a message.')
      if (isAcceptedByPayment(order)) throw new Refusal('This proposal was paid for already. Please send us a message.')
      if (state === 'declined' && answer?.text === reason) return []
      return [ProposalDeclined({ version, reason })]
    },
    undo: 'cannot be taken back',
    palette: (order) =>
      isToBeAnswered(order) ? [{ tab: 'proposal', label: 'Decline proposal', words: 'reject no', press: true }] : [],
  },
)

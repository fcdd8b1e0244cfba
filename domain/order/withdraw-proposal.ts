import { z } from 'zod'
import { Refusal } from '#domain/command.ts'
import { readVersion } from './accept-proposal.ts'
import { lineTraits, orderCommand, orderEvent } from './action.ts'
import { proposalKinds, withPending } from './fields.ts'
import { orderId } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { isAcceptedByPayment, isToBeAnswered, latestVersion, withAnswer } from './proposal-versions.ts'
import { isDeclined, isWithdrawn } from './row-versions.ts'

export const ProposalWithdrawn = orderEvent(
  'ProposalWithdrawn',
  { version: z.int() },
  {
    ...lineTraits,
    kind: 'proposal',
    settles: () => 'cancelled',
    // One that was declined stays that, with its reason: the client need not answer it any more.
    apply: (order, { version }, event) => ({
      ...order,
      pending: withPending(order.pending, event, { answers: proposalKinds }),
      proposals:
        order.proposals[version - 1]?.state === 'declined'
          ? order.proposals.map((each, at) => (at === version - 1 ? { ...each, withdrawn: true as const } : each))
          : withAnswer(order, version, 'withdrawn', { by: event.by.name, at: event.at, text: '' }),
    }),
    sentence: ({ version }) => `Version ${version} of the proposal withdrawn`,
  },
)

/**
 * Withdraws the latest version of the proposal, which waits for its answer or was declined: it can’t be accepted any more. A
 * version that was accepted before goes on. A new one may follow.
 */
export const withdrawProposal = orderCommand('withdrawProposal', z.object({ orderId, version: readVersion.version }), {
  summary: 'Withdraw the proposal',
  call: 'POST /api/withdraw-proposal',
  scope: 'orders:write',
  roles: ['admin'],
  success: 'Proposal withdrawn',
  decide(order, { version }) {
    onlyWhileOpen(order)
    const latest = latestVersion(order)
    if (!latest) throw new Refusal('There’s no proposal yet')
    if (latest.version !== version)
      throw new Refusal(`There’s a newer version of this proposal. Please look at version ${latest.version} first.`)
    if (isWithdrawn(order)) return []
    if (latest.state !== 'open' && latest.state !== 'declined')
      throw new Refusal(`This version was ${latest.state}. Write a new version instead.`)
    if (isAcceptedByPayment(order)) throw new Refusal('This version was paid for. Write a new version instead.')
    return [ProposalWithdrawn({ version })]
  },
  undo: 'cannot be taken back',
  palette: (order) =>
    isToBeAnswered(order) || isDeclined(order)
      ? [{ tab: 'proposal', label: 'Withdraw proposal', words: 'take back', press: true }]
      : [],
})

import { Refusal } from '#domain/command.ts'
import type { Acceptance } from '#domain/words/proposal.ts'
import type { Proposal, ProposalVersion } from './fields.ts'
import type { Order } from './order.ts'
import { canExpire, isPaidFor, isPendingProposalPaid } from './payment-steps.ts'
import { isWithdrawn } from './row-versions.ts'

/** A version with its number: the first is 1. */
export type NumberedVersion = ProposalVersion & { version: number }

/** A version as it was written; one that was accepted with how. */
export type WrittenVersion = NumberedVersion & { proposal: Proposal; acceptance?: Acceptance }

type Versions = Pick<Order, 'proposals'>
type PaidVersions = Pick<Order, 'proposals' | 'steps' | 'invoice' | 'pending'>

const numbered = ({ proposals }: Versions, at: number): NumberedVersion | undefined =>
  proposals[at] && { ...proposals[at], version: at + 1 }

/** The latest version of an order's proposal; undefined where there is none. */
export const latestVersion = (order: Versions): NumberedVersion | undefined =>
  numbered(order, order.proposals.length - 1)

/** The version that applies, since it was accepted last; undefined where none was. */
export const acceptedVersion = (order: Versions): NumberedVersion | undefined =>
  numbered(
    order,
    order.proposals.findLastIndex(({ state }) => state === 'accepted'),
  )

/**
 * Whether the latest version was paid for instead of accepted, and applies by that. A payment since it was written
 * counts. Any payment counts where it does not wait: an admin has marked its step as done, or it has no price.
 */
export const isAcceptedByPayment = (order: PaidVersions): boolean =>
  order.pending.proposal
    ? isPendingProposalPaid(order)
    : latestVersion(order)?.state === 'open' && isPaidFor(order) && !acceptedVersion(order)

/** Whether a version waits to be accepted, declined or withdrawn. */
export const isToBeAnswered = (order: PaidVersions): boolean =>
  order.pending.proposal !== undefined && !isAcceptedByPayment(order)

/** Whether a version waits to be accepted: it was not found to be no longer valid. */
export const isToBeAccepted = (order: PaidVersions): boolean => isToBeAnswered(order) && !order.pending.expired

/** Whether the latest version is valid past its days, and can be accepted then, since something was paid and none was accepted. */
export const remainsValidByPayment = (order: PaidVersions): boolean =>
  order.pending.proposal ? !canExpire(order) : isAcceptedByPayment(order)

/** The versions once one of them was accepted, declined or withdrawn: one that was accepted before it is replaced then. */
export const withAnswer = (
  { proposals }: Versions,
  version: number,
  state: 'accepted' | 'declined' | 'withdrawn',
  answer: NonNullable<ProposalVersion['answer']>,
): ProposalVersion[] =>
  proposals.map((each, at) => {
    if (at === version - 1) return { ...each, state, answer }
    return state === 'accepted' && each.state === 'accepted' ? { ...each, state: 'replaced' } : each
  })

/** The versions with one more, as an event wrote it: it replaces what was still open. */
export const withVersion = (
  { proposals }: Versions,
  { revision, at }: Pick<ProposalVersion, 'revision' | 'at'>,
  { date, price }: Pick<Proposal, 'date' | 'price'>,
  hash: string | undefined,
): ProposalVersion[] => [
  ...proposals.map((each): ProposalVersion => (each.state === 'open' ? { ...each, state: 'replaced' } : each)),
  { revision, at, date, price, hash, state: 'open' },
]

/**
 * The latest version, which is to be answered, if it is the one that was read. Throws `Refusal` where there is none that can
 * be answered, or where another was read.
 */
export function versionRead(order: Versions, read: { version: number; hash: string }): NumberedVersion {
  const latest = latestVersion(order)
  if (!latest) throw new Refusal('There’s no proposal yet')
  if (latest.price === undefined)
    throw new Refusal('This proposal has no price yet, so it can’t be accepted or declined')
  if (latest.version !== read.version || latest.hash !== read.hash)
    throw new Refusal(`There’s a newer version of this proposal. Please read version ${latest.version} first.`)
  if (latest.state === 'withdrawn') throw new Refusal('This proposal was withdrawn')
  if (isWithdrawn(order)) throw new Refusal('You declined this proposal. Please ask us for a new version.')
  return latest
}

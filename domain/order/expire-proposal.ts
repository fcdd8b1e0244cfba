import { z } from 'zod'
import { endOfDay } from '#domain/time-zone.ts'
import { readVersion } from './accept-proposal.ts'
import { lineTraits, orderCommand, orderEvent } from './action.ts'
import { withPending } from './fields.ts'
import { orderId } from './input.ts'
import type { Order } from './order.ts'
import { isToBeAccepted, latestVersion, remainsValidByPayment } from './proposal-versions.ts'
import { lastDay } from './terms.ts'

export const ProposalExpired = orderEvent(
  'ProposalExpired',
  { version: z.int() },
  {
    ...lineTraits,
    kind: 'proposal',
    settles: () => 'cancelled',
    apply: (order, _, event) => ({ ...order, pending: withPending(order.pending, event, { asks: 'expired' }) }),
    sentence: ({ version }) => `Version ${version} of the proposal is no longer valid`,
  },
)

/** Returns the version that expires, and when its last day ends in milliseconds since 1970; undefined where none waits. */
export function expiryOf(order: Order, timeZone: string): { version: number; at: number } | undefined {
  if (order.status !== 'open' || !isToBeAccepted(order) || remainsValidByPayment(order)) return
  const { version, date } = latestVersion(order)!
  return { version, at: endOfDay(timeZone, lastDay(date)) }
}

/** Ends the validity of a version whose last day is over in the agency’s time zone: a new one is the agency’s to write. */
export const expireProposal = orderCommand(
  'expireProposal',
  z.object({ orderId, version: readVersion.version, timeZone: z.string() }),
  {
    summary: 'Mark a proposal as no longer valid',
    scope: null,
    roles: ['admin'],
    success: 'Proposal updated',
    decide(order, { version, timeZone }, { at }) {
      const expiry = expiryOf(order, timeZone)
      return expiry?.version === version && expiry.at <= Date.parse(at) ? [ProposalExpired({ version })] : []
    },
    undo: 'cannot be taken back',
    palette: 'not in the palette',
  },
)

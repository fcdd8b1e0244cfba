import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, completed, farhan, meera, offered, opened, proposed } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { acceptProposal, ProposalAccepted } from './accept-proposal.ts'
import { orders } from './actions.ts'
import { declineProposal, ProposalDeclined } from './decline-proposal.ts'
import type { Order } from './order.ts'
import { latestVersion } from './proposal-versions.ts'
import { reviseProposal } from './revise-proposal.ts'
import { cases, check, some } from './testing-action.ts'

const reason = 'We would like to begin with the shop alone.'
const read = { version: 1, hash: offered.data.hash! }
const declined = { ...ProposalDeclined({ version: 1, reason }), by: asha, at: '2026-11-18T05:00:00.000Z' }
const latestRead = (order: Order) => {
  const { version = 1, hash = 'f'.repeat(64) } = latestVersion(order) ?? {}
  return { version, hash, reason }
}

export const ofDeclineProposal = cases(declineProposal, {
  example: {
    given: [opened, offered],
    by: asha,
    input: { ...read, reason },
    follows: [ProposalDeclined({ version: 1, reason })],
    said: 'Version 1 of the proposal declined: We would like to begin with the shop alone.',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { ProposalDeclined: ({ version, reason }) => ({ version, hash: offered.data.hash, reason }) },
  tried: fc.record({ by: some(asha, asha, meera, farhan), input: some(latestRead) }),
  ignored: { 'the second time': [opened, offered, declined] },
  refused: {
    'where it has no price': {
      given: [opened, proposed],
      message: 'This proposal has no price yet, so it can’t be accepted or declined',
    },
    'once it was accepted': {
      given: [
        opened,
        offered,
        {
          ...ProposalAccepted({ version: 1, price: 45_000_00, text: '', hash: read.hash, name: 'Asha Rao' }),
          by: asha,
          at: offered.at,
        },
      ],
      message: 'This proposal was accepted already. Please send us a message.',
    },
    'once the order is completed': {
      given: [opened, offered, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
  invalid: [{ input: { ...read, reason: ' ' }, fields: { reason: 'Please tell us why' } }],
})

if (import.meta.vitest) {
  check(ofDeclineProposal)

  describe('a declined proposal', () => {
    const order = fold(orders, recorded('order-x1', [opened, offered, declined]))
    it('is the agency’s to answer, and has the reason', () => {
      expect(order.pending).toEqual({ declined: { at: declined.at, revision: 2 } })
      expect(latestVersion(order)).toMatchObject({ state: 'declined', answer: { by: 'Asha Rao', text: reason } })
    })
    it('can be accepted all the same', () =>
      expect(
        acceptProposal.decide(order, { orderId: 'x1', ...read, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }, declined),
      ).toHaveLength(1))
    it('is answered by a new version, also by one that says the same', () => {
      given(orders, opened, offered, declined)
        .when(reviseProposal, { orderId: 'x1', goals: offered.data.goals }, meera)
        .then({ type: 'ProposalRevised', data: { ...offered.data, hash: expect.stringMatching(/^[\da-f]{64}$/) } })
      const again = fold(orders, recorded('order-x1', [opened, offered, declined, offered]))
      expect(again.pending).toEqual({ proposal: { at: offered.at, revision: 3, paid: 0 } })
      expect(again.proposals.map(({ state }) => state)).toEqual(['declined', 'open'])
    })
  })
}

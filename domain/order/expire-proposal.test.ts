import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, completed, meera, offered, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { ProposalAccepted } from './accept-proposal.ts'
import { type OrderEvent, orders } from './actions.ts'
import { expireProposal, expiryOf, ProposalExpired } from './expire-proposal.ts'
import { nextStep } from './next-step.ts'
import type { Order } from './order.ts'
import { latestVersion } from './proposal-versions.ts'
import { cases, check, ravi, some } from './testing-action.ts'

const timeZone = 'Asia/Kolkata'
/** Valid to the end of 11 November. */
const proposed = { ...offered, data: { ...offered.data, date: '2026-11-04' } }
const at = '2026-11-11T18:30:00.000Z'
const expired = { ...ProposalExpired({ version: 1 }), by: meera, at }
const accepted = {
  ...ProposalAccepted({ version: 1, price: 45_000_00, text: '', hash: offered.data.hash!, name: 'Asha Rao' }),
  by: asha,
  at: offered.at,
}
const paid = (amount: number): Sample<OrderEvent> => ({
  type: 'InvoiceRevised',
  data: { paid: amount, actual: 45_000_00, revisions: 0 },
  by: meera,
  at: '2026-11-14T06:00:00.000Z',
})

export const ofExpireProposal = cases(expireProposal, {
  example: {
    given: [opened, proposed],
    by: meera,
    input: { version: 1, timeZone },
    follows: [ProposalExpired({ version: 1 })],
    said: 'Version 1 of the proposal is no longer valid',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200, closed: 'open to all' },
  inputOf: { ProposalExpired: ({ version }) => ({ version, timeZone }) },
  tried: fc.record({
    by: some(meera, ravi),
    input: some((order: Order) => ({ version: latestVersion(order)?.version ?? 1, timeZone })),
  }),
  ignored: {
    'the second time': [opened, proposed, expired],
    'before its last day is over': [opened, offered],
    'once it was accepted': [opened, proposed, accepted],
    'once it was paid for': [opened, proposed, paid(9_000_00)],
    'once there is another version': [opened, proposed, proposed],
    'where there is none': [opened],
    'once the order is completed': [opened, proposed, completed],
  },
})

if (import.meta.vitest) {
  check(ofExpireProposal)

  const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-x1', samples))
  const says = (viewer: 'client' | 'admin', ...samples: Sample<OrderEvent>[]) => {
    const { title, next, button } = nextStep(order(...samples), viewer, {
      since: () => 'Friday',
      day: (at) => at,
      isPast: () => false,
    })
    return [title, next, button && `[${button.label}]`].filter(Boolean).join(' ')
  }

  describe('the validity of a proposal', () => {
    it('ends with its seventh day, where the agency is', () => {
      expect(expiryOf(order(opened, proposed), timeZone)).toEqual({ version: 1, at: Date.parse(at) })
      expect(expiryOf(order(opened, proposed), 'UTC')?.at).toBe(Date.parse('2026-11-12T00:00:00.000Z'))
    })
    it('makes a new version the agency’s turn, and is begun anew by it', () => {
      expect(says('client', opened, proposed)).toBe('Waiting for you: accept the proposal. [Read the proposal]')
      expect(says('client', opened, proposed, expired)).toBe(
        'The proposal is no longer valid. We’ll write a new version.',
      )
      expect(says('admin', opened, proposed, expired)).toBe('Our turn: update the proposal. [Update the proposal]')
      expect(says('client', opened, proposed, expired, offered)).toContain('accept the proposal.')
    })
    it('no longer matters once it is paid for all the same', () =>
      expect(says('admin', opened, proposed, expired, paid(9_000_00))).not.toContain('proposal'))
  })
}

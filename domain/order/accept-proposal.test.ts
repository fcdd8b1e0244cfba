import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, cancelled, completed, farhan, meera, offered, opened, proposed } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptProposal, ProposalAccepted } from './accept-proposal.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Order } from './order.ts'
import { proposalHash, proposalText } from './proposal-text.ts'
import { acceptedVersion, latestVersion } from './proposal-versions.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { ProposalRevised } from './revise-proposal.ts'
import { cases, check, some } from './testing-action.ts'

const { hash: _, ...written } = offered.data
const text = proposalText(written, 1)
const read = { version: 1, hash: offered.data.hash!, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }
const accepted = ProposalAccepted({ version: 1, price: 45_000_00, text, hash: read.hash, name: 'Asha Rao' })
const closed = 'Order Either Completed Or Cancelled'
const by = <E extends OrderEvent>(event: E, person = meera, at = offered.at): Sample<OrderEvent> =>
  ({ ...event, by: person, at }) as Sample<OrderEvent>
const later = { ...written, price: 65_000_00 }
const secondVersion = by(ProposalRevised({ ...later, hash: proposalHash(later, 2) }))
const orderAfter = (...samples: Sample<OrderEvent>[]): Order => fold(orders, recorded('order-x1', samples))

/** The body of a person who has read the latest version, or, where there is none, of one who has not. */
const latestRead = (order: Order) => {
  const { version = 1, hash = 'f'.repeat(64) } = latestVersion(order) ?? {}
  return { version, hash, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }
}

export const ofAcceptProposal = cases(acceptProposal, {
  example: {
    given: [opened, offered],
    by: asha,
    input: read,
    follows: [accepted],
    said: 'Version 1 of the proposal accepted by Asha Rao: ₹45,000',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { ProposalAccepted: ({ version, hash, name }) => ({ version, hash, name, timeZone: 'Asia/Kolkata' }) },
  tried: fc.record({
    by: some(asha, asha, asha, meera, farhan),
    input: some(latestRead, () => ({ ...read, hash: '0'.repeat(64) })),
  }),
  ignored: { 'the second time': [opened, offered, by(accepted, asha)] },
  refused: {
    'where there is no proposal': { given: [opened], message: 'There’s no proposal yet' },
    'where it has no price': {
      given: [opened, proposed],
      message: 'This proposal has no price yet, so it can’t be accepted or declined',
    },
    'once there is another version': {
      given: [opened, offered, secondVersion],
      message: 'There’s a newer version of this proposal. Please read version 2 first.',
    },
    'once the order is completed': { given: [opened, offered, completed], message: closed },
    'once the order is cancelled': { given: [opened, offered, cancelled], message: closed },
  },
  invalid: [
    { input: { ...read, name: ' ' }, fields: { name: 'Please type your name' } },
    { input: { ...read, name: 'Asha\nRao' }, fields: { name: 'Please remove the line breaks' } },
    { input: { ...read, hash: 'abc' }, fields: { hash: 'The hash is missing or invalid' } },
    { input: { ...read, version: 0 }, fields: { version: 'The version is missing or invalid' } },
  ],
})

if (import.meta.vitest) {
  check(ofAcceptProposal)

  describe('an accepted proposal', () => {
    const step = { id: 9, value: 'Proposal accepted', completedOn: 'acceptance' as const }
    const withStep = { ...opened, data: { ...opened.data, steps: [...opened.data.steps, step] } }

    it('sets the price, answers what was asked, and has the name and the time', () => {
      const order = orderAfter(opened, offered, by(accepted, asha, '2026-11-18T05:00:00.000Z'))
      expect(order.invoice).toEqual({ paid: 0, actual: 45_000_00, revisions: 0 })
      expect(order.pending).toEqual({})
      expect(acceptedVersion(order)).toMatchObject({
        version: 1,
        answer: { by: 'Asha Rao', at: '2026-11-18T05:00:00.000Z', text: 'Asha Rao' },
      })
    })
    it('completes the step that says so, in the client’s name', () => {
      given(orders, withStep, offered)
        .when(acceptProposal, { orderId: 'x1', ...read }, asha)
        .then(ProposalAccepted({ ...accepted.data, completes: 9 }))
      const order = orderAfter(withStep, offered, by(ProposalAccepted({ ...accepted.data, completes: 9 }), asha))
      expect(order.steps.at(-1)).toMatchObject({ status: 1, completedBy: { by: 'Asha Rao', role: 'client' } })
    })
    it('is replaced once a later one is accepted, and keeps its answer', () => {
      const second = ProposalAccepted({ ...accepted.data, version: 2, price: 65_000_00 })
      const both = [opened, offered, by(accepted, asha), secondVersion]
      expect(orderAfter(...both).proposals.map(({ state }) => state)).toEqual(['accepted', 'open'])
      const order = orderAfter(...both, by(second, asha))
      expect(order.proposals).toMatchObject([
        { state: 'replaced', answer: { text: 'Asha Rao' } },
        { state: 'accepted' },
      ])
      expect(order.invoice.actual).toBe(65_000_00)
    })

    // The seventh day after 16/11/2026 ends in India half past six in the evening by UTC.
    it.each([
      ['2026-11-23T18:29:59.999Z', 'Asia/Kolkata', true],
      ['2026-11-23T18:30:00.000Z', 'Asia/Kolkata', false],
      ['2026-11-23T23:59:59.999Z', 'UTC', true],
      ['2026-11-24T00:00:00.000Z', 'UTC', false],
      ['2026-11-24T04:59:59.999Z', 'America/New_York', true],
      ['2026-11-24T05:00:00.000Z', 'America/New_York', false],
    ])('at %s in %s: taken is %s', (at, timeZone, isTaken) => {
      const dated = { ...written, date: '2026-11-16' }
      const of16 = by(ProposalRevised({ ...dated, hash: proposalHash(dated, 1) }))
      const input = { orderId: 'x1', ...read, hash: proposalHash(dated, 1), timeZone }
      const decide = () => acceptProposal.decide(orderAfter(opened, of16), input, { by: asha, at })
      if (isTaken) expect(decide()).toHaveLength(1)
      else expect(decide).toThrow('This proposal was valid until 23/11/2026. Please ask us for a new version.')
    })

    it('is the price that the invoice form does not change', () =>
      given(orders, opened, offered, by(accepted, asha))
        .when(reviseInvoice, { orderId: 'x1', actualAmount: 50_000 }, meera)
        .thenRefused('The client accepted this price. To change it, write a new version of the proposal.'))
    it('leaves the rest of the invoice to the form', () =>
      given(orders, opened, offered, by(accepted, asha))
        .when(reviseInvoice, { orderId: 'x1', actualAmount: 45_000, paidAmount: 9_000 }, meera)
        .then({ type: 'InvoiceRevised', data: { paid: 9_000_00, actual: 45_000_00, revisions: 0 } }))
  })
}

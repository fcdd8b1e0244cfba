import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, completed, meera, offered, opened } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptProposal, ProposalAccepted } from './accept-proposal.ts'
import { type OrderEvent, orders } from './actions.ts'
import { ProposalDeclined } from './decline-proposal.ts'
import type { Order } from './order.ts'
import { acceptedVersion, latestVersion } from './proposal-versions.ts'
import { cases, check, ravi, some } from './testing-action.ts'
import { StepToggled, toggleStep } from './toggle-step.ts'
import { turnOf } from './turn.ts'
import { ProposalWithdrawn, withdrawProposal } from './withdraw-proposal.ts'

const withdrawn = { ...ProposalWithdrawn({ version: 1 }), by: meera, at: '2026-11-18T05:00:00.000Z' }
const accepted = {
  ...ProposalAccepted({ version: 1, price: 45_000_00, text: '', hash: offered.data.hash!, name: 'Asha Rao' }),
  by: asha,
  at: offered.at,
}

export const ofWithdrawProposal = cases(withdrawProposal, {
  example: {
    given: [opened, offered],
    by: meera,
    input: { version: 1 },
    follows: [ProposalWithdrawn({ version: 1 })],
    said: 'Version 1 of the proposal withdrawn',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { ProposalWithdrawn: ({ version }) => ({ version }) },
  tried: fc.record({
    by: some(meera, ravi, asha),
    input: some((order: Order) => ({ version: latestVersion(order)?.version ?? 1 })),
  }),
  ignored: { 'the second time': [opened, offered, withdrawn] },
  refused: {
    'where there is none': { given: [opened], message: 'There’s no proposal yet' },
    'once there is another version': {
      given: [opened, offered, offered],
      message: 'There’s a newer version of this proposal. Please look at version 2 first.',
    },
    'once it was accepted': {
      given: [opened, offered, accepted],
      message: 'This version was accepted. Write a new version instead.',
    },
    'once the order is completed': {
      given: [opened, offered, completed],
      message: 'Order Either Completed Or Cancelled',
    },
  },
})

if (import.meta.vitest) {
  check(ofWithdrawProposal)

  it('can’t be accepted', () => {
    const order = fold(orders, recorded('order-x1', [opened, offered, withdrawn]))
    const input = { orderId: 'x1', version: 1, hash: offered.data.hash!, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }
    expect(() => acceptProposal.decide(order, input, accepted)).toThrow('This proposal was withdrawn')
  })
  it('waits for no answer, and keeps the price that was accepted before', () => {
    const order = fold(
      orders,
      recorded('order-x1', [opened, offered, accepted, offered, { ...withdrawn, data: { version: 2 } }]),
    )
    expect(order.pending).toEqual({})
    expect(order.proposals.map(({ state }) => state)).toEqual(['accepted', 'withdrawn'])
    expect(order.invoice.actual).toBe(45_000_00)
  })
  it('goes on with the version that was accepted before, once a later one was declined', () => {
    const declined = { ...ProposalDeclined({ version: 2, reason: 'Too dear' }), by: asha, at: offered.at }
    const order = fold(orders, recorded('order-x1', [opened, offered, accepted, offered, declined]))
    expect(turnOf(order)?.reason).toBe('declined')
    const [event] = withdrawProposal.decide(order, { orderId: 'x1', version: 2 }, withdrawn)
    const after = fold(orders, recorded('order-x1', [{ ...withdrawn, ...event! }]), order)
    expect(turnOf(after)?.reason).toBe('step')
    expect(acceptedVersion(after)?.version).toBe(1)
    expect(latestVersion(after)).toMatchObject({ state: 'declined', answer: { text: 'Too dear' } })
    expect(withdrawProposal.decide(after, { orderId: 'x1', version: 2 }, withdrawn)).toEqual([])
  })
  it('can’t be accepted, nor its price with it, where it was declined before', () => {
    const declined = { ...ProposalDeclined({ version: 1, reason: 'Too dear' }), by: asha, at: offered.at }
    const read = { orderId: 'x1', version: 1, hash: offered.data.hash! }
    given(orders, opened, offered, declined, withdrawn)
      .when(acceptProposal, { ...read, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }, asha)
      .thenRefused('You declined this proposal. Please ask us for a new version.')
  })
  it('is not where it was declined and an admin completed its step by hand: it can be accepted or withdrawn', () => {
    const steps = opened.data.steps.map((each, at) =>
      at === 1 ? { ...each, completedOn: 'acceptance' as const } : each,
    )
    const start = { ...opened, data: { ...opened.data, steps } }
    const declined = { ...ProposalDeclined({ version: 1, reason: 'Too dear' }), by: asha, at: offered.at }
    const input = { orderId: 'x1', progressId: steps[1]!.id }
    const before = fold(orders, recorded('order-x1', [start, offered, declined]))
    const [done] = toggleStep.decide(before, input, withdrawn)
    const after = [start, offered, declined, { ...done!, by: meera, at: withdrawn.at }] as Sample<OrderEvent>[]
    expect(fold(orders, recorded('order-x1', after)).pending).toEqual({})
    const read = { orderId: 'x1', version: 1, hash: offered.data.hash! }
    given(orders, ...after)
      .when(acceptProposal, { ...read, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }, asha)
      .then({ type: 'ProposalAccepted', data: expect.objectContaining({ version: 1 }) })
    given(orders, ...after)
      .when(withdrawProposal, read, meera)
      .then(ProposalWithdrawn({ version: 1 }))
    // Once it was withdrawn, its refusal does not wait again with the step.
    given(orders, ...after, withdrawn)
      .when(toggleStep, input, meera)
      .then(StepToggled({ step: input.progressId, done: false }))
  })
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { says } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { asha, fileReplaced, fileShared, meera, opened, paymentLinkShared, proposed } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import type { Undo } from './action.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Order } from './order.ts'
import { isByItself } from './payments.ts'
import { causeOf, scenarios } from './testing.ts'

const laterOn = '2026-11-21T05:00:00.000Z'

/** The state that an undo gives back. */
const whatStands = ({
  title,
  status,
  closedAt,
  steps,
  rounds,
  currentSince,
  invoice,
  pricing,
  payments,
  proposal,
  paymentLink,
  pending,
  unansweredSince,
}: Order) => ({
  ...{ title, status, closedAt, currentSince, invoice, pricing, proposal, paymentLink, unansweredSince },
  pending: Object.entries(pending)
    .map(([kind, waits]) => [kind, kind === 'proposal' ? { paid: pending.proposal?.paid } : waits])
    .toSorted(),
  steps: steps.map(({ id, status, completedBy, answered }) => [id, status, completedBy, answered]),
  payments: [...payments.filter(isByItself), ...payments.filter((each) => !isByItself(each))].map(
    ({ amount, paidOn, via, at, state, question }) => [
      amount,
      paidOn,
      via && at,
      state,
      state === 'questioned' && question,
    ],
  ),
  points: rounds.map(({ points }) => points.map(({ letter, done, answer }) => [letter, done, answer])),
})

/** How an event is taken back: as the command that it comes about by says. */
function undoOf(event: OrderEvent, before: Order): Undo | undefined {
  const { undo } = causeOf(event).command
  return typeof undo === 'function' ? undo(before, event) : undefined
}

describe('undoing', () => {
  it('leaves an order as it was before, by one event, whatever was done to it', () => {
    const undone = new Set<OrderEvent['type']>()
    fc.assert(
      fc.property(scenarios(), (events) => {
        events.forEach((event, revision) => {
          const before = fold(orders, events.slice(0, revision))
          const after = fold(orders, [event], before)
          const undo = undoOf(event, before)
          if (!undo) return
          undone.add(event.type)
          expect(undo.isUnchanged(after)).toBe(true)
          const input = undo.command.input.parse({ orderId: 'x1', ...undo.input })
          const at = new Date(Date.parse(event.at) + 1_000).toISOString()
          const taking = perform(undo.command, after, input, { by: meera, at })
          expect(taking).toHaveLength(1)
          const back = taking.map((each) => ({ ...event, ...each, id: 'back', revision: revision + 1, at }))
          const restored = fold(orders, back as typeof events, after)
          expect(whatStands(restored)).toEqual(whatStands(before))
          expect(undo.isUnchanged(restored)).toBe(false)
        })
      }),
      { seed: 20261122, numRuns: 800 },
    )
    expect([...undone].toSorted()).toEqual([
      'BillingDetailsGiven',
      'InvoiceRevised',
      'OrderCancelled',
      'OrderCompleted',
      'OrderRenamed',
      'OrderReopened',
      'PaymentConfirmed',
      'PaymentLinkShared',
      'PaymentQuestioned',
      'PaymentRecorded',
      'PointSettled',
      'ProposalRevised',
      'StepToggled',
    ])
  })
  it.each([
    ['has a message wait again', undefined],
    ['leaves a message that was answered since', says(meera, 'Soon.', laterOn)],
    ['leaves a message that a new version of a file has answered since', { ...fileReplaced, by: meera, at: laterOn }],
  ])('%s', (_, answer) => {
    const message = says(asha, 'When?', '2026-11-20T05:00:00.000Z')
    const given = [opened, paymentLinkShared, { ...fileShared, by: meera }, message]
    const before = fold(orders, recorded('order-1', given))
    const changed = { ...paymentLinkShared, data: { link: 'https://pay.example/2' }, at: laterOn }
    const samples = [...given, changed, ...(answer ? [answer] : [])]
    const { command, input } = undoOf(changed as OrderEvent, before)!
    const [back] = perform(command, fold(orders, recorded('order-1', samples)), { orderId: 'x1', ...input }, changed)
    const after = fold(orders, recorded('order-1', [...samples, { ...changed, ...back }]))
    expect(after.unansweredSince).toBe(answer ? undefined : message.at)
  })
  it.each([proposed, paymentLinkShared])('is not possible for the first of its kind: $type', (event) => {
    const before = fold(orders, recorded('order-1', [opened]))
    expect(undoOf(event as OrderEvent, before)).toBeUndefined()
  })
})

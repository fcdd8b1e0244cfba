import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { orders } from './actions.ts'
import { draftPhases } from './design-draft.ts'
import { invoiceOf } from './invoice.ts'
import { freeRounds, nextRound, roundsIn } from './review.ts'
import { scenarios } from './testing.ts'

it('whatever happens, the free rounds are counted by phase, and all paid ones come to the sum of the invoice', () =>
  fc.assert(
    fc.property(scenarios(), fc.integer({ min: 1_00, max: 100_000_00 }), (events, actual) => {
      const order = fold(orders, events)
      for (const phase of draftPhases) {
        const own = roundsIn(order, phase)
        expect(own.map(({ round }) => round)).toEqual(own.map((_, at) => at + 1))
        for (const { round, price } of own) expect(price === 0).toBe(round <= freeRounds)
      }
      // From here on, at one price, in both phases by turns: what they cost adds up to what the invoice says.
      let now = { rounds: order.rounds, invoice: { paid: 0, actual, revisions: 0 } }
      let sum = 0
      for (let n = 0; n < 12; n++) {
        const phase = draftPhases[n % 2]!
        const { round, price = 0 } = nextRound(now, phase)
        sum += price
        const revisions = now.invoice.revisions + (price > 0 ? 1 : 0)
        const requested = { phase, round, version: n, price, by: '', at: '', points: [] }
        now = { rounds: [...now.rounds, requested], invoice: { ...now.invoice, revisions } }
      }
      expect(sum).toBe(invoiceOf(now.invoice).totalPaidRevisions)
    }),
  ))

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import type { offered } from '#domain/samples.ts'
import { sha256 } from '#domain/sha256.ts'
import { orders } from './actions.ts'
import { acceptedVersion } from './proposal-versions.ts'
import { scenarios } from './testing.ts'

it('an accepted proposal is what was read and what is paid, whatever was done to the order', () => {
  let acceptances = 0
  fc.assert(
    fc.property(scenarios(), (events) => {
      events.forEach((event, revision) => {
        if (event.type !== 'ProposalAccepted') return
        acceptances++
        const { version, price, text, hash } = event.data
        const before = fold(orders, events.slice(0, revision))
        const revised = events.filter(({ type }) => type === 'ProposalRevised').at(version - 1) as typeof offered
        expect(before.proposals).toHaveLength(version)
        expect([price, hash]).toEqual([revised.data.price, revised.data.hash])
        expect(sha256(text)).toBe(hash)
      })
      const order = fold(orders, events)
      const agreed = acceptedVersion(order)
      if (agreed) expect(order.invoice.actual).toBe(agreed.price)
      expect(order.proposals.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1)
      expect(order.proposals.filter(({ state }) => state === 'accepted').length).toBeLessThanOrEqual(1)
    }),
    { seed: 20261125, numRuns: 1_500 },
  )
  expect(acceptances).toBeGreaterThan(5)
})

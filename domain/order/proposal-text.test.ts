import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offered } from '#domain/samples.ts'
import type { Proposal } from './fields.ts'
import { proposalHash, proposalText, stagesOf } from './proposal-text.ts'

const proposal: Proposal = {
  receiverName: 'Asha Rao, Neelgiri Looms',
  date: '2026-11-16',
  problem: 'Nobody knows the price.\nOrders are lost.',
  goals: 'Everybody knows the price.',
  solution: 'A shop, ready in 3.5 weeks. A dashboard.',
  price: 65_000_00,
  deliverables: ['Website', 'Source code as a ZIP file'],
  terms: ['This proposal is valid for 7 days from its date.'],
}

const text = `Proposal for Asha Rao, Neelgiri Looms
Version 2, dated 16/11/2026
Valid until the end of 23/11/2026 in the agency’s time zone

Problem
- Nobody knows the price.
- Orders are lost.

Goals
- Everybody knows the price.

Solution
- A shop, ready in 3.5 weeks.
- A dashboard.

Price
- ₹65,000

Payments
- First 20%: ₹13,000, once this proposal is accepted.
- Next 30%: ₹19,500, once the landing page is approved.
- Last 50%: ₹32,500, once the full design is approved.

Deliverables
- Website
- Source code as a ZIP file

Terms
- This proposal is valid for 7 days from its date.
`

describe('the text of a proposal', () => {
  // What was accepted once is composed again when it is shown: another text would not be what its hash stands for. So this
  // test is never changed. Another text is another function, for proposals that are written from then on.
  it('is the same for ever', () => expect(proposalText(proposal, 2)).toBe(text))
  it('has the hash that sha256sum says', () =>
    expect(proposalHash(proposal, 2)).toBe('33c69ed44aed857ad369ae4581ebca84984e3c3492a865d257b15d9b758a97a9'))
  it('has another hash for another version, price or word', () => {
    const others = [
      proposalHash(proposal, 3),
      proposalHash({ ...proposal, price: 65_000_01 }, 2),
      proposalHash({ ...proposal, terms: ['This proposal is valid for 8 days from its date.'] }, 2),
    ]
    expect(new Set([proposalHash(proposal, 2), ...others]).size).toBe(4)
  })
  it('is what its event has the hash of', () => {
    const { hash, ...written } = offered.data
    expect(proposalHash(written, 1)).toBe(hash)
  })
})

describe('the parts of a price', () => {
  it('are 20, 30 and 50 percent of it', () => expect(stagesOf(65_000_00)).toEqual([13_000_00, 19_500_00, 32_500_00]))
  it('are the price together, to the paisa', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_00 }), (price) => {
        const parts = stagesOf(price)
        expect(parts[0] + parts[1] + parts[2]).toBe(price)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      }),
    ))
})
